import { fileScope } from "@knockon/extract/scope";
import { useKey, type Use } from "../edges.ts";
import { getUse, type PackedGraph } from "../packed-graph.ts";
import { artifactLevel, placesOf, scopeAt } from "./artifact-graph.ts";
import type { ImpactOptions } from "./impact.ts";

/** The files and declarations of the root. */
export interface RootFiles {
  /** Source file by artifact, as `type:name`. */
  artifactFiles: ReadonlyMap<string, string>;
  /** Declarations of the root by other repositories. `scope` is what one that only names the repository stands for. */
  declarations: readonly { use: Use; rawReference: string; scope?: string }[];
}

interface PathStarts extends Pick<ImpactOptions, "starts" | "countsForRoot"> {
  /** Paths that no artifact or unit is built from and no declaration names. */
  unusedPaths: string[];
}

/** Files that references name by their directory: `uses: acme/actions/setup` uses `setup/action.yml`. */
const NAMED_BY_DIRECTORY = /(?:^|\/)(?:action\.ya?ml|[^/]+\.tf|Chart\.yaml|package\.json|go\.mod)$/;

/**
 * Returns where a change of files or folders of the root starts: at the scopes that are built from them. A declaration that
 * only names the repository counts if it names one of the paths as well.
 */
export function startsOfPaths(
  graph: PackedGraph,
  node: number,
  paths: readonly string[],
  { artifactFiles, declarations }: RootFiles,
): PathStarts {
  const places = placesOf(artifactLevel(graph), graph.ranks[node] ?? -1);
  const scopes = new Set([...places.map((place) => scopeAt(graph, place)), ...artifactFiles.keys()]);
  const files = new Map(
    [...scopes].flatMap((scope) => {
      const file = fileOf(scope, artifactFiles);
      return file === undefined ? [] : [[scope, file] as const];
    }),
  );
  const references = distinctReferences(declarations);
  const built = new Set<string>();
  const named = new Set<Reference>();
  const unusedPaths: string[] = [];
  for (const path of paths) {
    const wanted = normalize(path);
    const scopesOfPath = scopesBuiltFrom(files, wanted);
    const directory = wanted.replace(NAMED_BY_DIRECTORY, "").toLowerCase();
    // A module is named by its folder, whichever of its files changes.
    const folders = scopesOfPath.flatMap((scope) => folderNamedBy(files.get(scope) ?? "") ?? []);
    const names = [...new Set([directory, ...folders])];
    const found = references.filter(
      ({ text, scope }) =>
        names.some((name) => namesPath(text, name)) || (scope !== undefined && scopesOfPath.includes(scope)),
    );
    if (scopesOfPath.length === 0 && found.length === 0) unusedPaths.push(path);
    for (const scope of scopesOfPath) built.add(scope);
    for (const reference of found) named.add(reference);
  }
  const namedUses = new Set([...named].flatMap(({ uses }) => uses.map(useKey)));
  return {
    starts: places.filter((place) => {
      const scope = scopeAt(graph, place);
      return built.has(scope) || scope.startsWith("*");
    }),
    countsForRoot: (use) => {
      const one = getUse(graph, use);
      return !one.artifact.startsWith("*") || namedUses.has(useKey(one));
    },
    unusedPaths,
  };
}

/** A reference to the root, with the uses of all repositories that contain it. */
interface Reference {
  /** In lowercase. */
  text: string;
  scope: string | undefined;
  uses: Use[];
}

/** Joins declarations with the same reference, because a change may have many paths and each is compared with each reference. */
function distinctReferences(declarations: RootFiles["declarations"]): Reference[] {
  const references = new Map<string, Reference>();
  for (const { use, rawReference, scope } of declarations) {
    const key = `${scope ?? ""}\0${rawReference}`;
    const known = references.get(key);
    if (known) known.uses.push(use);
    else references.set(key, { text: rawReference.toLowerCase(), scope, uses: [use] });
  }
  return [...references.values()];
}

/** Returns the folder of a file that is named by it. Undefined for the root folder and other files. */
const folderNamedBy = (file: string): string | undefined =>
  file.includes("/") && (file.endsWith("/") || NAMED_BY_DIRECTORY.test(file))
    ? folderOf(file).slice(0, -1).toLowerCase()
    : undefined;

/** Returns the path without empty segments, `.` and `..`. The root folder is `.`. */
function normalize(path: string): string {
  const segments: string[] = [];
  for (const segment of path.split("/")) {
    const parent = segments.at(-1) ?? "..";
    if (segment === ".." && parent !== "..") segments.pop();
    else if (segment !== "" && segment !== ".") segments.push(segment);
  }
  return segments.join("/") || ".";
}

const FILE = fileScope("");

/** Returns the scopes below a path, and those of the nearest folder that contains it. */
function scopesBuiltFrom(files: ReadonlyMap<string, string>, path: string): string[] {
  const below = [...files].filter(([, file]) => isBelow(file, path));
  // A file that others fetch stands for itself.
  const around = [...files].filter(([scope, file]) => !scope.startsWith(FILE) && isBuiltFrom(file, path));
  const nearest = Math.max(-1, ...around.map(([, file]) => depthOf(file)));
  return [...below, ...around.filter(([, file]) => depthOf(file) === nearest)].map(([scope]) => scope);
}

/** Artifacts that the folder around the folder of their file is built into: `meta/main.yml`, `vars/build.groovy`. */
const AROUND_FOLDER = /^(?:ansible_role|jenkins_library):/;

const COLLECTION = "ansible_collection:";

/** Returns the file or folder that a scope is built from. Folders end with a slash. */
function fileOf(scope: string, artifactFiles: ReadonlyMap<string, string>): string | undefined {
  if (!scope.startsWith("unit:")) {
    const file = artifactFiles.get(scope);
    // References name its folder, whichever of its files changes.
    if (file !== undefined && scope.startsWith(COLLECTION)) return folderOf(file);
    return file !== undefined && AROUND_FOLDER.test(scope) ? folderOf(folderOf(file).slice(0, -1)) : file;
  }
  const place = scope.slice(scope.indexOf(":", "unit:".length) + 1);
  return /^unit:(?:docker|file):/.test(scope) ? place : `${place}/`;
}

const folderOf = (file: string): string => file.slice(0, file.lastIndexOf("/") + 1) || "./";

const depthOf = (file: string): number =>
  folderOf(file).split("/").length - (folderOf(file) === "./" ? 1 : 0);

/** Workflow and CI files stand for themselves, manifests for their folder. */
function isBuiltFrom(file: string, path: string): boolean {
  if (isBelow(file, path)) return true;
  const folder = folderOf(file);
  const isWhole = /(?:^|\/)\.(?:github\/workflows|gitlab)\//.test(file);
  return !isWhole && (folder === "./" || `${path}/`.startsWith(folder));
}

const isBelow = (file: string, path: string): boolean =>
  path === "." || file === path || file.startsWith(`${path}/`);

/** Compares whole segments of lowercase texts: `acme/actions/setup-node@v4` does not name `setup`. Every reference names the root folder. */
function namesPath(reference: string, path: string): boolean {
  if (path === "" || path === ".") return true;
  const at = reference.indexOf(`/${path}`);
  return at !== -1 && !/[\w-]/.test(reference[at + path.length + 1] ?? "");
}
