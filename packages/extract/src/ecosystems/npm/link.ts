import {
  invalidSyntax,
  type Declaration,
  type Facts,
  type LinkInput,
  type LinkResult,
  type ProducedArtifact,
} from "../../ecosystem.ts";
import { LocalCompositions } from "../../composition.ts";
import { artifactName, gitName } from "../../name.ts";
import { isTestInput, isWithinRepository } from "../../repository-path.ts";
import { bindSpecifier, catalogUses, collectBindings, isDevGroup, type BoundSpecifier } from "./binding.ts";
import { importableFiles, packageInterface, SubpathUses } from "./interface.ts";
import { argumentsOf } from "../../interface.ts";
import { CommandUses, isPackageGroup } from "./commands.ts";
import { NodeUses } from "./engines.ts";
import { createLocks } from "./locks.ts";
import { ANY_PEERS, findLegacyPeers, peersOf } from "./peers.ts";
import { emptyFacts, type Entry, type NpmFacts } from "./read.ts";
import { NpmScopes } from "./scopes.ts";
import { parseSpecifier, type Specifier } from "./specifier.ts";

/** Manifests in test folders declare dependencies, but their packages are not announced. */
export function link({ files: all, tree }: LinkInput<NpmFacts>, { withInterfaces = false } = {}): LinkResult {
  const sources = all.filter(({ facts }) => facts.imports.length > 0);
  const files = all.filter(({ facts }) => facts.imports.length === 0);
  const bindings = collectBindings(files);
  const own = files.filter((file) => !isTestInput(file.path));
  const members = new Set(own.flatMap(({ facts }) => facts.package?.name ?? []));
  const artifacts = own.flatMap((file) => findArtifact(file) ?? []);
  const scopes = new NpmScopes(files, artifacts);
  const compositions = new LocalCompositions(artifacts);
  const findLock = createLocks(files, tree);
  const isUsedAtRuntime = catalogUses(bindings, files);
  /** The packages that use a catalog declare its entries as well, each for its own scope. */
  const placeOf = (path: string, entry: Entry): Pick<Declaration, "role" | "scope"> => {
    if (entry.catalog !== null)
      return { role: isUsedAtRuntime(path, entry) ? "runtime" : "dev", scope: null };
    return {
      scope: entry.isOptionalPeer ? null : scopes.ofFile(path),
      ...(isDevGroup(entry.group) ? { role: "dev" } : {}),
    };
  };
  const manifests = new Map(files.map(({ path, facts }) => [path, facts]));
  const subpathUses = new SubpathUses(sources);
  const [commandUses, nodeUses] = [new CommandUses(files), new NodeUses(files, tree)];
  const acceptsAnyPeers = findLegacyPeers(files);
  const argumentsIn = (path: string, entry: Entry): Pick<Declaration, "arguments" | "openArguments"> => {
    const { engine = null } = isDevGroup(entry.group) ? {} : (manifests.get(path) ?? {});
    const isInstalled = isPackageGroup(entry.group) && !isTestInput(path);
    const found = [
      ...subpathUses.of(path, entry.name),
      ...commandUses.of(entry),
      ...(isInstalled ? nodeUses.of(path, engine) : []),
    ];
    if (isInstalled && acceptsAnyPeers(path)) return argumentsOf(found, ANY_PEERS);
    return found.length === 0 ? {} : argumentsOf(found);
  };
  const declarations = files.flatMap((file) =>
    file.facts.entries.flatMap((entry) => {
      const { path } = file;
      const bound = bindSpecifier(bindings, path, entry);
      const specifier = specifierOf(entry, bound);
      const declaration = {
        ...declarationOf(path, entry, bound, specifier),
        ...argumentsIn(path, entry),
        ...placeOf(path, entry),
        locked: findLock(file, entry, bound.text),
      };
      const inner = scopes.providerOf(path, entry, specifier);
      if (inner !== undefined) compositions.add(declaration, inner);
      return isProvidedLocally(specifier, path, members) ? [] : [declaration];
    }),
  );
  const importable = withInterfaces ? importableFiles(tree) : [];
  return {
    declarations,
    artifacts,
    interfaces: artifacts.map((artifact) => {
      const { sourceFile: path } = artifact;
      const facts = manifests.get(path) ?? emptyFacts();
      return packageInterface(artifact, facts, peersOf({ path, facts }, bindings), importable);
    }),
    compositions: compositions.list(),
    problems: files.flatMap(({ path, facts }) =>
      facts.problems.map((each) => invalidSyntax("npm", path, each)),
    ),
  };
}

const specifierOf = ({ name }: Entry, { text, unbound }: BoundSpecifier): Specifier =>
  unbound === null ? parseSpecifier(name, text) : { kind: "registry", name, constraint: text };

function declarationOf(
  sourceFile: string,
  entry: Entry,
  { text, unbound }: BoundSpecifier,
  specifier: Specifier,
): Declaration {
  return {
    ecosystem: "npm",
    dependencyType: "npm_package",
    sourceFile,
    sourceLine: entry.line,
    rawReference: `${entry.name}@${entry.specifier}`,
    artifact: specifier.kind === "local" ? entry.name : specifier.name,
    versionConstraint: "constraint" in specifier ? specifier.constraint : text,
    versioning: specifier.kind === "git" ? specifier.versioning : "npm",
    unbound,
    versionComment: null,
    lookups: lookupsOf(specifier),
    evidence: { class: "manifest", rule: `npm.${entry.group}` },
  };
}

/**
 * A path inside the repository, `workspace:`, or `*` for one of its packages: npm and Yarn 1 link workspaces this way.
 * `members` are the names of the repository's packages.
 */
function isProvidedLocally(specifier: Specifier, manifest: string, members: ReadonlySet<string>): boolean {
  if (specifier.kind === "local") return true;
  if (specifier.kind === "path") return isWithinRepository(manifest, specifier.path);
  return specifier.kind === "registry" && specifier.constraint === "*" && members.has(specifier.name);
}

/** A folder outside the repository is looked up by the entry's name: it is probably a checkout of that package. */
function lookupsOf(specifier: Specifier): string[] {
  if (specifier.kind === "git") return specifier.location === undefined ? [] : [gitName(specifier.location)];
  return specifier.kind === "other" || specifier.kind === "local"
    ? []
    : [artifactName("npm_package", specifier.name)];
}

/** A major version, alone or at the start of a range: `15`, `^15.17.0`, `>=15`. */
const MAJOR = /^(?:[\^~=v]|>=)?\s*(?<major>\d+)(?:\.|$)/;

/**
 * Whether a manifest requires a later major version of a package with its name from the registry. A public package has this name, and
 * the manifest was named after what it installs: a folder `cypress` with the tests.
 */
function isNamesake({ package: own, entries }: NpmFacts): boolean {
  const major = Number(MAJOR.exec(own?.version ?? "")?.groups?.["major"] ?? NaN);
  // Tools that write the version at release time leave 0.0.0.
  if (own === null || own.version?.startsWith("0.0.0")) return false;
  return entries.some(
    ({ group, name, specifier }) =>
      isPackageGroup(group) &&
      name === own.name &&
      Number(MAJOR.exec(specifier)?.groups?.["major"] ?? NaN) > major,
  );
}

/** Undefined for private packages, which cannot be installed by name. */
function findArtifact({ path, facts }: Facts<NpmFacts>): ProducedArtifact | undefined {
  if (!facts.package || facts.package.isPrivate || isNamesake(facts)) return undefined;
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
