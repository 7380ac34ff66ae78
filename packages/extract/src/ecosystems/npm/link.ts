import {
  invalidSyntax,
  type Declaration,
  type Facts,
  type LinkInput,
  type LinkResult,
  type ProducedArtifact,
} from "../../ecosystem.ts";
import { artifactName, gitName } from "../../name.ts";
import { isTestInput, isWithinRepository } from "../../repository-path.ts";
import { bindSpecifier, collectBindings, type BoundSpecifier } from "./binding.ts";
import type { Entry, NpmFacts } from "./read.ts";
import { parseSpecifier, type Specifier } from "./specifier.ts";

/** Manifests in test folders declare dependencies, but their packages are not announced. */
export function link({ files }: LinkInput<NpmFacts>): LinkResult {
  const bindings = collectBindings(files);
  const own = files.filter((file) => !isTestInput(file.path));
  const members = new Set(own.flatMap(({ facts }) => facts.package?.name ?? []));
  return {
    declarations: files.flatMap(({ path, facts }) =>
      facts.entries.flatMap(
        (entry) => findDeclaration(path, entry, bindSpecifier(bindings, path, entry), members) ?? [],
      ),
    ),
    artifacts: own.flatMap((file) => findArtifact(file) ?? []),
    problems: files.flatMap(({ path, facts }) =>
      facts.problems.map((each) => invalidSyntax("npm", path, each)),
    ),
  };
}

type ExternalSpecifier = Exclude<Specifier, { kind: "local" }>;

/** Undefined for packages that the repository itself provides. `members` are the names of its packages. */
function findDeclaration(
  sourceFile: string,
  entry: Entry,
  { text, unbound }: BoundSpecifier,
  members: ReadonlySet<string>,
): Declaration | undefined {
  const specifier: Specifier =
    unbound === null
      ? parseSpecifier(entry.name, text)
      : { kind: "registry", name: entry.name, constraint: text };
  if (specifier.kind === "local" || isProvidedLocally(specifier, sourceFile, members)) return undefined;
  return {
    ecosystem: "npm",
    dependencyType: "npm_package",
    sourceFile,
    sourceLine: entry.line,
    rawReference: `${entry.name}@${entry.specifier}`,
    artifact: specifier.name,
    versionConstraint: "constraint" in specifier ? specifier.constraint : text,
    versioning: specifier.kind === "git" ? specifier.versioning : "npm",
    unbound,
    versionComment: null,
    lookups: lookupsOf(specifier),
    evidence: { class: "manifest", rule: `npm.${entry.group}` },
  };
}

/** A path inside the repository, or `*` for one of its packages: npm and Yarn 1 link workspaces this way. */
function isProvidedLocally(
  specifier: ExternalSpecifier,
  manifest: string,
  members: ReadonlySet<string>,
): boolean {
  if (specifier.kind === "path") return isWithinRepository(manifest, specifier.path);
  return specifier.kind === "registry" && specifier.constraint === "*" && members.has(specifier.name);
}

/** A folder outside the repository is looked up by the entry's name: it is probably a checkout of that package. */
function lookupsOf(specifier: ExternalSpecifier): string[] {
  if (specifier.kind === "git") return specifier.location === undefined ? [] : [gitName(specifier.location)];
  return specifier.kind === "other" ? [] : [artifactName("npm_package", specifier.name)];
}

/** Undefined for private packages, which cannot be installed by name. */
function findArtifact({ path, facts }: Facts<NpmFacts>): ProducedArtifact | undefined {
  if (!facts.package || facts.package.isPrivate) return undefined;
  const { name, line, version, registryUrl } = facts.package;
  return {
    ecosystem: "npm",
    artifactType: "npm_package",
    name,
    version,
    registryUrl,
    sourceFile: path,
    sourceLine: line,
    announces: [artifactName("npm_package", name)],
    evidence: { class: "manifest", rule: "npm.name" },
  };
}
