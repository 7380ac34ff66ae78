import type { ArtifactType } from "@knockon/contract/vocabulary/artifact-type";
import { BUILT, fileScope, moduleFolderScope, PACKAGE_TYPES, unitScope } from "@knockon/extract/scope";
import { everyScope } from "../edges.ts";
import { countUp, groupRows, type Rows } from "./rows.ts";

/** The artifact type of units by ecosystem: see `unitScope`. */
const UNIT_TYPES: ReadonlyMap<string, ArtifactType> = new Map([
  ...PACKAGE_TYPES,
  ["docker", "container_image"],
  ["helm", "helm_chart"],
  ["kustomize", "kustomization"],
  ["terraform", "terraform_module"],
]);

function typeOf(scope: string): string {
  const [kind = "", ecosystem = ""] = scope.split(":", 2);
  return kind === "unit" ? (UNIT_TYPES.get(ecosystem) ?? kind) : kind;
}

/** Whether a scope is a set of scopes: see `everyScope`. */
export const isSet = (scope: string): boolean => scope.startsWith("*");

/** Code that a host runs by name: reusable workflows, templates, and actions in the folder `.github`. */
const BY_NAME =
  /^(?:(?:reusable_workflow|azure_pipelines_template|gitlab_ci_file|gitlab_component|circleci_orb|jenkins_library):|github_action:[^/]+\/[^/]+\/\.github\/)/;

/** What is deployed from a repository, not built. */
const DEPLOYED =
  /^(?:helm_chart|kustomization|terraform_module|unit:(?:helm|kubernetes|kustomize|terraform)):/;

/** The sets of what is built. */
const BUILT_TYPES = new Set(["container_image", ...PACKAGE_TYPES.values()].map((type) => `*:${type}`));

const FILE = fileScope("");
const isFile = (scope: string): boolean => scope.startsWith(FILE);

const MODULE_FOLDER = moduleFolderScope("");
const isModuleFolder = (scope: string): boolean => scope.startsWith(MODULE_FOLDER);

/** Whether a scope may stand for others of its repository: see `isMember`. */
export const hasMembers = (scope: string): boolean => isSet(scope) || isFile(scope) || isModuleFolder(scope);

/** Returns the sets that contain some of the scopes by type. */
export const setsOf = (scopes: readonly string[]): ReadonlySet<string> =>
  new Set(scopes.filter((scope) => !isSet(scope)).map((scope) => `*:${typeOf(scope)}`));

/**
 * Whether a set contains a scope, given the sets of all scopes of the repository. A set of a type that the repository has
 * no scope of contains all its scopes except files, because none of them can be ruled out. `*` has no type and contains
 * all scopes. Code that hosts run by name is only in the set of its type: a clone of the repository does not run it. `BUILT` has
 * nothing that is deployed, unless the repository has nothing else. The folder of a Terraform module contains that module.
 */
export function isMember(scope: string, set: string, known: ReadonlySet<string>): boolean {
  if (isFile(set)) return isBuiltFrom(scope, set);
  if (isModuleFolder(set))
    return scope.startsWith("terraform_module:") && scope.endsWith(`//${set.slice(MODULE_FOLDER.length)}`);
  if (isFile(scope)) return set === everyScope("git_repository") || set === BUILT;
  if (set === BUILT)
    return !BY_NAME.test(scope) && !(DEPLOYED.test(scope) && !known.isDisjointFrom(BUILT_TYPES));
  return set === `*:${typeOf(scope)}` || (!BY_NAME.test(scope) && !known.has(set));
}

/**
 * Whether a change of a scope changes a file: a Dockerfile, manifests of the file's folder, or a template, whose name ends with
 * its path. References to a mirror or a former name of the repository name it otherwise.
 */
function isBuiltFrom(scope: string, file: string): boolean {
  const path = file.slice(FILE.length);
  if (scope.startsWith("azure_pipelines_template:")) return scope.endsWith(`/${path}`);
  const folder = path.includes("/") ? path.slice(0, path.lastIndexOf("/")) : ".";
  return scope === unitScope("docker", path) || scope === unitScope("kubernetes", folder);
}

/**
 * Links each place to the sets that it belongs to, to the files (see `fileScope`) that it is built from, and to its folder. `scopes` has
 * the scope of each place; empty if it has none. Places of a repository are adjacent.
 */
export function linkSets(repository: Uint32Array, scopes: readonly string[]): Rows {
  const members: number[] = [];
  const sets: number[] = [];
  for (let first = 0, end = 0; first < scopes.length; first = end) {
    while (end < scopes.length && repository[end] === repository[first]) end++;
    const places = Array.from({ length: end - first }, (_, i) => first + i);
    const ownSets = places.filter((place) => hasMembers(scopes[place] ?? ""));
    if (ownSets.length === 0) continue;
    const known = setsOf(scopes.slice(first, end));
    for (const set of ownSets) {
      for (const place of places) {
        const scope = scopes[place] ?? "";
        if (scope === "" || isSet(scope) || !isMember(scope, scopes[set] ?? "", known)) continue;
        members.push(place);
        sets.push(set);
      }
    }
  }
  const rows = groupRows(countUp(members.length), scopes.length, Int32Array.from(members));
  return { offsets: rows.offsets, values: rows.values.map((link) => sets[link] ?? 0) };
}
