import { posix } from "node:path";
import {
  invalidSyntax,
  type Declaration,
  type Facts,
  type LinkInput,
  type LinkResult,
  type ProducedArtifact,
  type RepositoryIdentity,
} from "../../ecosystem.ts";
import { parseGitUrl } from "../../git-url.ts";
import { artifactName, gitName, pathName } from "../../name.ts";
import { LockFiles } from "../../lock-file.ts";
import { LOCK_FILE, lockNames } from "./lock.ts";
import { findUnbound, type PackageUse, type SwiftFacts, type SwiftFile } from "./read.ts";
import { folderCompositions, packageScopes, roleOfUse } from "./roles.ts";

const LOCAL = /^(?:file:|[/.~])/;
const IDENTITY = /^[\w-]+\.[\w-]+$/;

export function linkManifests({ repository, files: all, tree }: LinkInput<SwiftFile>): LinkResult {
  const own = parseGitUrl(repository.cloneUrl ?? "")?.location;
  const files = all.flatMap(({ path, facts }) => (facts.kind === "manifest" ? [{ path, facts }] : []));
  const locks = new LockFiles(
    tree,
    LOCK_FILE,
    all.flatMap(({ path, facts }) => (facts.kind === "lock" ? [[path, facts] as const] : [])),
  );
  const namesIn = lockNames(tree);
  const artifacts = files.flatMap((file) => artifactOf(file, repository));
  const scopeOf = packageScopes(artifacts);
  const compositions = folderCompositions(files, scopeOf);
  const result: LinkResult = { declarations: [], artifacts, compositions, problems: [] };
  for (const file of files) {
    const lock = locks.in(posix.dirname(file.path), namesIn(posix.dirname(file.path)));
    for (const use of file.facts.uses.filter(({ text }) => !LOCAL.test(text))) {
      const found = parsePackage(use);
      if (!found) {
        const message = `"${use.text.slice(0, 100)}" is not a valid package URL or identity.`;
        result.problems.push(invalidSyntax("swift", file.path, { line: use.line, message }));
      } else if (own === undefined || found.artifact !== own) {
        result.declarations.push({
          ...declarationOf(file.path, use, found),
          role: roleOfUse(file.facts, use),
          scope: scopeOf(file.path),
          locked: lock?.find(found.artifact) ?? null,
        });
      }
    }
  }
  return result;
}

type Found = Pick<Declaration, "artifact" | "lookups">;

/** A package is identified by its URL; in a registry by scope and name, usually those of its repository. */
function parsePackage({ source, text }: PackageUse): Found | undefined {
  if (findUnbound(text) !== null) return { artifact: text, lookups: [] };
  if (source === "id") {
    if (!IDENTITY.test(text)) return undefined;
    const name = text.toLowerCase();
    return {
      artifact: name,
      lookups: [artifactName("swift_package", name), pathName(name.replace(".", "/"))],
    };
  }
  const location = parseGitUrl(text)?.location;
  return location === undefined
    ? undefined
    : { artifact: location, lookups: [artifactName("swift_package", location), gitName(location)] };
}

const declarationOf = (
  sourceFile: string,
  { source, text, line, isRef, requirement }: PackageUse,
  { artifact, lookups }: Found,
): Declaration => ({
  ecosystem: "swift",
  dependencyType: "swift_package",
  sourceFile,
  sourceLine: line,
  rawReference: requirement === null ? text : `${text} ${requirement}`,
  artifact,
  versionConstraint: requirement,
  versioning: isRef ? "git" : "swift",
  unbound: findUnbound(text) ?? findUnbound(requirement ?? ""),
  versionComment: null,
  lookups,
  evidence: { class: "manifest", rule: `swift.package_${source}` },
});

const ROOT = /^Package\.swift$/;

/** Only the package at the root of a repository can be a dependency. Consumers refer to the repository's URL. */
function artifactOf(
  { path, facts }: Facts<SwiftFacts>,
  { fullPath, cloneUrl }: RepositoryIdentity,
): ProducedArtifact[] {
  if (!facts.package || !ROOT.test(path)) return [];
  const location = parseGitUrl(cloneUrl ?? "")?.location;
  const identity = fullPath.toLowerCase().split("/").slice(-2).join(".");
  return [
    {
      ecosystem: "swift",
      artifactType: "swift_package",
      name: location ?? facts.package.name,
      version: null,
      registryUrl: null,
      sourceFile: path,
      sourceLine: facts.package.line,
      announces: [...new Set([location ?? facts.package.name, facts.package.name, identity])].map((name) =>
        artifactName("swift_package", name),
      ),
      evidence: { class: "manifest", rule: "swift.name" },
    },
  ];
}
