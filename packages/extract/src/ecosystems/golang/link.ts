import { posix } from "node:path";
import type {
  Composition,
  Declaration,
  Facts,
  LinkInput,
  LinkResult,
  ProducedArtifact,
  TreeEntry,
} from "../../ecosystem.ts";
import { parseGitUrl } from "../../git-url.ts";
import { artifactName, conventionName, leadsElsewhere, programName } from "../../name.ts";
import { Scopes, unitScope } from "../../scope.ts";
import { localModules, type FindLocal } from "./local-modules.ts";
import { isOnFlatHost, moduleLookups } from "./module-lookups.ts";
import { GoInterfaces, isGoSource } from "./interface.ts";
import { isFolder, isGoWork, type GoFacts } from "./read.ts";
import type { GoSource } from "./read-source.ts";

type GoMod = Facts<GoFacts>;

/** The module that a line of a go.mod refers to. */
interface Reference {
  line: number;
  rule: string;
  path: string;
  version: string | null;
  raw: string;
  /** The module path of the imports that the line decides on, or null. */
  imported: string | null;
}

type AnyFile = Facts<GoFacts | GoSource>;

const isSource = (file: AnyFile): file is Facts<GoSource> => isGoSource(file.path);

export function linkGoFiles(
  { repository, files: all, tree }: LinkInput<GoFacts | GoSource>,
  { withInterfaces = false } = {},
): LinkResult {
  const files = all.filter((file): file is GoMod => !isSource(file));
  const findLocal = localModules(files);
  const goMods = files.filter((file) => !isGoWork(file.path));
  const interfaces = new GoInterfaces(goMods, all.filter(isSource), withInterfaces ? tree : []);
  const location = parseGitUrl(repository.cloneUrl ?? "")?.location;
  const programsOf = modulePrograms(goMods, tree);
  const artifacts = goMods.flatMap((goMod) =>
    isFetchable(goMod, location) ? artifactOf(goMod, location, programsOf(goMod)) : [],
  );
  const scopeOf = moduleScopes(artifacts);
  const isTooling = toolingModules(tree);
  const declarations = goMods.flatMap((goMod) =>
    referencesOf(goMod, findLocal)
      .toSorted((a, b) => a.line - b.line)
      .map((reference) => ({
        ...declarationOf(goMod.path, reference),
        ...(reference.imported !== null && interfaces.argumentsOf(goMod, reference.imported)),
        ...(reference.rule === "golang.tool" || isTooling(goMod) ? { role: "dev" as const } : {}),
        scope: scopeOf(goMod.path),
      }))
      .filter(leadsElsewhere(repository)),
  );
  const compositions = goMods
    .filter((goMod) => !isTooling(goMod))
    .flatMap((goMod) => localCompositions(goMod, { goMods, artifacts, findLocal, scopeOf }));
  return {
    declarations,
    artifacts,
    compositions,
    problems: [],
    ...(withInterfaces && { interfaces: artifacts.map((each) => interfaces.interfaceOf(each)) }),
  };
}

/** Every go.mod has its own scope, even in a folder of another module. */
function moduleScopes(artifacts: readonly ProducedArtifact[]): (path: string) => string {
  const scopes = new Scopes(artifacts);
  const produced = new Set(artifacts.map(({ sourceFile }) => sourceFile));
  return (path) =>
    produced.has(path) ? scopes.of("golang", path) : unitScope("golang", posix.dirname(path));
}

/** Folders for modules that only pin developer tools. A `tools.go` or a `tool` directive confirms it. */
const TOOLS_FOLDER = /(?:^|\/)(?:tools?|gotools)$/;
const BINGO_FOLDER = /(?:^|\/)\.bingo$/;

function toolingModules(tree: readonly TreeEntry[]): (goMod: GoMod) => boolean {
  const withTools = new Set(
    tree.filter(({ path }) => /(?:^|\/)tools\.go$/.test(path)).map(({ path }) => posix.dirname(path)),
  );
  return ({ path, facts }) => {
    const folder = posix.dirname(path);
    if (BINGO_FOLDER.test(folder)) return true;
    return TOOLS_FOLDER.test(folder) && (withTools.has(folder) || facts.tools.length > 0);
  };
}

interface LocalModules {
  goMods: readonly GoMod[];
  artifacts: readonly ProducedArtifact[];
  findLocal: FindLocal;
  scopeOf: (path: string) => string;
}

/** A module is composed of the repository's own modules that it requires, with or without a `replace` directive. */
function localCompositions(
  goMod: GoMod,
  { goMods, artifacts, findLocal, scopeOf }: LocalModules,
): Composition[] {
  const paths = new Set(goMods.map(({ path }) => path));
  const byModule = new Map(artifacts.map(({ name, sourceFile }) => [name, sourceFile]));
  return goMod.facts.requires.flatMap((require) => {
    const folder = findLocal(goMod, require);
    const inner = folder === undefined ? byModule.get(require.path) : posix.join(folder, "go.mod");
    if (inner === undefined || !paths.has(inner)) return [];
    return [{ outer: scopeOf(goMod.path), inner: scopeOf(inner) }];
  });
}

function referencesOf(goMod: GoMod, findLocal: FindLocal): Reference[] {
  const { requires, replaces } = goMod.facts;
  const redirected = new Set(replaces.map(({ path }) => path));
  const required = requires
    .filter((require) => findLocal(goMod, require) === undefined)
    .map(({ path, version, indirect, line }) => {
      const rule = indirect ? "golang.require_indirect" : "golang.require";
      const imported = redirected.has(path) ? null : path;
      return { line, rule, path, version, raw: `${path} ${version}`, imported };
    });
  const replacing = replaces
    .filter(({ target }) => !isFolder(target.path))
    .map(({ path: imported, target: { path, version }, line }) => {
      return { line, rule: "golang.replace", path, version, raw: `${path} ${version}`, imported };
    });
  return [...required, ...replacing, ...toolReferences(goMod, findLocal)];
}

/** A tool is a package. Its module is the known module with the longest path that contains it. */
function toolReferences(goMod: GoMod, findLocal: FindLocal): Reference[] {
  const { module, requires, tools } = goMod.facts;
  const required = new Map(requires.map((require) => [require.path, require]));
  return tools.flatMap(({ path, line }) => {
    const modulePath = enclosingPaths(path).find((it) => it === module?.path || required.has(it)) ?? path;
    const bound = required.get(modulePath);
    if (modulePath === module?.path || (bound && findLocal(goMod, bound) !== undefined)) return [];
    const version = bound?.version ?? null;
    return [{ line, rule: "golang.tool", path: modulePath, version, raw: path, imported: null }];
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

/** Whether the path names another repository, so that this one is a fork, a copy, or the new location. */
const namesAnother = (module: string, location: string): boolean =>
  isOnFlatHost(module) && !isWithin(module.toLowerCase(), location);

/** Returns the folder of a go.mod without a trailing major version. */
const folderOf = (path: string): string =>
  posix.dirname(path).toLowerCase().replace(/^\.$/, "").replace(MAJOR_VERSION, "");

/** Whether the module's path ends with its folder, as Go requires. */
const isAtItsPath = (path: string, module: string): boolean =>
  folderOf(path) === "" ||
  `/${module.toLowerCase().replace(MAJOR_VERSION, "")}/`.endsWith(`/${folderOf(path)}/`);

/** A module outside the location its path names is announced by convention only, because it is probably a copy. */
const announcedAs = (path: string, module: string, location: string | undefined): string =>
  isAtItsPath(path, module) && (location === undefined || !namesAnother(module, location))
    ? artifactName("go_module", module)
    : conventionName("go_module", module);

/** Names of commands that many repositories have. */
const GENERIC =
  /^(?:main|app|api|cli|cmd|agent|client|server|service|manager|controller|operator|worker|proxy|plugin|tools?|test(?:s|er)?|examples?|demo|docs?|gen(?:erator|erate)?|webhook)$/;

/** Returns the programs of a module: `main.go` in its folder or in `cmd/NAME` below. */
function modulePrograms(goMods: readonly GoMod[], tree: readonly TreeEntry[]): (goMod: GoMod) => string[] {
  const folders = new Set(goMods.map(({ path }) => posix.dirname(path)));
  const programs = new Map<string, string[]>();
  const add = (folder: string, command: string): void => {
    if (folders.has(folder)) programs.set(folder, [...(programs.get(folder) ?? []), command]);
  };
  for (const { path } of tree) {
    if (posix.basename(path) !== "main.go") continue;
    const folder = posix.dirname(path);
    const parent = posix.dirname(folder);
    if (folders.has(folder)) add(folder, "");
    else if (posix.basename(parent) === "cmd") add(posix.dirname(parent), posix.basename(folder));
  }
  return ({ path, facts }) => {
    const own = posix.basename((facts.module?.path ?? "").replace(MAJOR_VERSION, ""));
    const names = (programs.get(posix.dirname(path)) ?? []).map((command) => command || own);
    return names.filter((name) => !GENERIC.test(name));
  };
}

function artifactOf(
  { path, facts }: GoMod,
  location: string | undefined,
  programs: readonly string[],
): ProducedArtifact[] {
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
      announces: [announcedAs(path, facts.module.path, location), ...programs.map(programName)],
      evidence: { class: "manifest", rule: "golang.module" },
    },
  ];
}
