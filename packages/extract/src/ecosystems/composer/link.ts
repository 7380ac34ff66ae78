import { posix } from "node:path";
import type { Role } from "@knockon/contract/vocabulary/role";
import { LocalCompositions } from "../../composition.ts";
import {
  invalidSyntax,
  type Declaration,
  type Facts,
  type LinkInput,
  type LinkResult,
  type ProducedArtifact,
} from "../../ecosystem.ts";
import { parseGitUrl } from "../../git-url.ts";
import { artifactName, gitName, leadsElsewhere } from "../../name.ts";
import { isTestInput } from "../../repository-path.ts";
import { LockFiles } from "../../lock-file.ts";
import { scopeOf, unitScope } from "../../scope.ts";
import type { ComposerFacts, Requirement } from "./read.ts";
import { LOCK_FILE } from "./read-lock.ts";

type Manifest = Facts<ComposerFacts>;

/** Package names are case-insensitive. */
const packageName = (name: string): string => artifactName("composer_package", name.toLowerCase());

/** Packages in test folders count as the repository's own only for manifests in test folders. */
export function link({ repository, files, tree }: LinkInput<ComposerFacts>): LinkResult {
  const ownFiles = files.filter(({ path }) => !isTestInput(path));
  const real = namesOf(ownFiles);
  const all = namesOf(files);
  const isExternal = leadsElsewhere(repository);
  const artifacts = ownFiles.flatMap((file) => findArtifact(file) ?? []);
  const scopes = new Map(artifacts.map((artifact) => [packageName(artifact.name), scopeOf(artifact)]));
  const compositions = new LocalCompositions(artifacts);
  const locks = new LockFiles(
    tree,
    LOCK_FILE,
    files.flatMap(({ path, facts }) => (facts.lock ? [[path, facts.lock] as const] : [])),
  );
  const declarations = files.flatMap((file) => {
    const locations = vcsLocations(file);
    const lock = locks.in(posix.dirname(file.path), ["composer.lock"]);
    return file.facts.requirements.flatMap((requirement) => {
      const declaration = declarationOf(file, requirement, locations);
      const name = packageName(declaration.artifact);
      const inner = scopes.get(name);
      if (inner !== undefined) compositions.add(declaration, inner);
      const isLocal = (isTestInput(file.path) ? all : real).has(name);
      if (isLocal || !isExternal(declaration)) return [];
      return [{ ...declaration, locked: lock?.find(requirement.name.toLowerCase()) ?? null }];
    });
  });
  return {
    declarations,
    artifacts,
    compositions: compositions.list(),
    problems: files.flatMap(({ path, facts }) =>
      facts.problems.map((each) => invalidSyntax("composer", path, each)),
    ),
    readLines: files.flatMap(({ path, facts }) =>
      requiredVcsLines(facts).map((line) => ({ file: path, line })),
    ),
  };
}

const namesOf = (files: readonly Manifest[]): Set<string> =>
  new Set(files.flatMap(({ facts }) => (facts.package ? [packageName(facts.package.name)] : [])));

/** Returns the locations of the manifest's `vcs` repositories by their short name. */
function vcsLocations({ facts }: Manifest): Map<string, string[]> {
  const locations = new Map<string, string[]>();
  for (const { url } of facts.vcsUrls) {
    const location = parseGitUrl(url)?.location;
    if (location === undefined) continue;
    const name = shortName(location);
    const namesakes = locations.get(name);
    if (namesakes) namesakes.push(location);
    else locations.set(name, [location]);
  }
  return locations;
}

/** Returns the lines of the `vcs` repositories by which a requirement is looked up. */
function requiredVcsLines({ requirements, vcsUrls }: ComposerFacts): number[] {
  const required = new Set(requirements.map(({ name }) => shortName(name.toLowerCase())));
  return vcsUrls.flatMap(({ url, line }) => {
    const location = parseGitUrl(url)?.location;
    return location !== undefined && required.has(shortName(location)) ? [line] : [];
  });
}

const shortName = (path: string): string => path.slice(path.lastIndexOf("/") + 1);

/** Far above the number of repositories with one name in real manifests. */
const MAX_LOCATIONS = 10;

/** Manifests of tools that are installed apart from the project: `tools/lint/composer.json`. */
const TOOLS = /(?:^|\/)(?:tools|vendor-bin)\//;

const roleOf = (path: string, { rule }: Requirement): Role =>
  rule === "require_dev" || TOOLS.test(path) ? "dev" : "runtime";

function declarationOf(
  { path, facts }: Manifest,
  requirement: Requirement,
  locations: ReadonlyMap<string, string[]>,
): Declaration {
  const { rule, line, name, constraint } = requirement;
  const isSelf = constraint.trim() === "self.version";
  const bound = isSelf ? facts.version : constraint;
  return {
    ecosystem: "composer",
    dependencyType: "composer_package",
    sourceFile: path,
    sourceLine: line,
    rawReference: `${name} ${bound ?? constraint}`.trimEnd(),
    artifact: name,
    versionConstraint: (bound ?? constraint) || null,
    versioning: "composer",
    unbound: bound === null ? "self.version" : null,
    versionComment: null,
    lookups: [
      packageName(name),
      ...(locations.get(shortName(name.toLowerCase())) ?? [])
        .slice(0, MAX_LOCATIONS)
        .map((location) => gitName(location)),
    ],
    evidence: { class: "manifest", rule: `composer.${rule}` },
    role: roleOf(path, requirement),
    ...(facts.package ? {} : { scope: unitScope("composer", posix.dirname(path)) }),
  };
}

function findArtifact({ path, facts }: Manifest): ProducedArtifact | undefined {
  if (!facts.package) return undefined;
  const { name, line } = facts.package;
  return {
    ecosystem: "composer",
    artifactType: "composer_package",
    name,
    version: facts.version,
    registryUrl: null,
    sourceFile: path,
    sourceLine: line,
    announces: [packageName(name)],
    evidence: { class: "manifest", rule: "composer.name" },
  };
}
