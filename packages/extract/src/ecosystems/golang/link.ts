import { posix } from "node:path";
import type { Declaration, Facts, LinkInput, LinkResult, ProducedArtifact } from "../../ecosystem.ts";
import { parseGitUrl } from "../../git-url.ts";
import { artifactName, conventionName, leadsElsewhere } from "../../name.ts";
import { localModules, type IsLocal } from "./local-modules.ts";
import { isOnFlatHost, moduleLookups } from "./module-lookups.ts";
import { isFolder, isGoWork, type GoFacts } from "./read.ts";

type GoMod = Facts<GoFacts>;

/** The module that a line of a go.mod refers to. */
interface Reference {
  line: number;
  rule: string;
  path: string;
  version: string | null;
  raw: string;
}

export function linkGoFiles({ repository, files }: LinkInput<GoFacts>): LinkResult {
  const isLocal = localModules(files);
  const goMods = files.filter((file) => !isGoWork(file.path));
  const declarations = goMods.flatMap((goMod) =>
    referencesOf(goMod, isLocal)
      .toSorted((a, b) => a.line - b.line)
      .map((reference) => declarationOf(goMod.path, reference))
      .filter(leadsElsewhere(repository)),
  );
  const location = parseGitUrl(repository.cloneUrl ?? "")?.location;
  const artifacts = goMods.flatMap((goMod) =>
    isFetchable(goMod, location) ? artifactOf(goMod, location) : [],
  );
  return { declarations, artifacts, problems: [] };
}

function referencesOf(goMod: GoMod, isLocal: IsLocal): Reference[] {
  const { requires, replaces } = goMod.facts;
  const required = requires
    .filter((require) => !isLocal(goMod, require))
    .map(({ path, version, indirect, line }) => {
      const rule = indirect ? "golang.require_indirect" : "golang.require";
      return { line, rule, path, version, raw: `${path} ${version}` };
    });
  const replacing = replaces
    .filter(({ target }) => !isFolder(target.path))
    .map(({ target: { path, version }, line }) => {
      return { line, rule: "golang.replace", path, version, raw: `${path} ${version}` };
    });
  return [...required, ...replacing, ...toolReferences(goMod, isLocal)];
}

/** A tool is a package. Its module is the known module with the longest path that contains it. */
function toolReferences(goMod: GoMod, isLocal: IsLocal): Reference[] {
  const { module, requires, tools } = goMod.facts;
  const required = new Map(requires.map((require) => [require.path, require]));
  return tools.flatMap(({ path, line }) => {
    const modulePath = enclosingPaths(path).find((it) => it === module?.path || required.has(it)) ?? path;
    const bound = required.get(modulePath);
    if (modulePath === module?.path || (bound && isLocal(goMod, bound))) return [];
    return [{ line, rule: "golang.tool", path: modulePath, version: bound?.version ?? null, raw: path }];
  });
}

/** Returns the path itself, then each shorter prefix. */
function enclosingPaths(path: string): string[] {
  const segments = path.split("/");
  return segments.map((_, dropped) => segments.slice(0, segments.length - dropped).join("/"));
}

function declarationOf(sourceFile: string, { line, rule, path, version, raw }: Reference): Declaration {
  return {
    ecosystem: "golang",
    dependencyType: "go_module",
    sourceFile,
    sourceLine: line,
    rawReference: raw,
    artifact: path,
    versionConstraint: version,
    versioning: "go",
    unbound: null,
    versionComment: null,
    lookups: moduleLookups(path),
    evidence: { class: "manifest", rule },
  };
}

const MAJOR_VERSION = /(?:^|\/)v\d+$/;

/**
 * If a module's path names a repository, Go fetches the module from the folder that the rest of the path names. A
 * module in any other folder (a test module with the name `acme/app`, a copy) cannot be fetched.
 */
function isFetchable({ path, facts }: GoMod, location: string | undefined): boolean {
  const named = facts.module?.path.toLowerCase() ?? "";
  const repository = isOnFlatHost(named) ? named.split("/", 3).join("/") : location;
  if (repository === undefined || !isWithin(named, repository)) return true;
  return named.slice(repository.length + 1).replace(MAJOR_VERSION, "") === folderOf(path);
}

const isWithin = (module: string, location: string): boolean => `${module}/`.startsWith(`${location}/`);

/** Does the path name another repository? Then this one is a fork, a copy, or the new location. */
const namesAnother = (module: string, location: string): boolean =>
  isOnFlatHost(module) && !isWithin(module.toLowerCase(), location);

/** Returns the folder of a go.mod without a trailing major version. */
const folderOf = (path: string): string =>
  posix.dirname(path).toLowerCase().replace(/^\.$/, "").replace(MAJOR_VERSION, "");

/** Does the module's path end with its folder, as Go requires? */
const isAtItsPath = (path: string, module: string): boolean =>
  folderOf(path) === "" ||
  `/${module.toLowerCase().replace(MAJOR_VERSION, "")}/`.endsWith(`/${folderOf(path)}/`);

/** A module outside the location its path names is announced by convention only, because it is probably a copy. */
const announcedAs = (path: string, module: string, location: string | undefined): string =>
  isAtItsPath(path, module) && (location === undefined || !namesAnother(module, location))
    ? artifactName("go_module", module)
    : conventionName("go_module", module);

function artifactOf({ path, facts }: GoMod, location: string | undefined): ProducedArtifact[] {
  if (!facts.module) return [];
  return [
    {
      ecosystem: "golang",
      artifactType: "go_module",
      name: facts.module.path,
      version: null,
      registryUrl: null,
      sourceFile: path,
      sourceLine: facts.module.line,
      announces: [announcedAs(path, facts.module.path, location)],
      evidence: { class: "manifest", rule: "golang.module" },
    },
  ];
}
