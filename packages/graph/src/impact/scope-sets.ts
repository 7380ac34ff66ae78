import type { ArtifactType } from "@knockon/contract/vocabulary/artifact-type";
import { fileScope, PACKAGE_TYPES, unitScope } from "@knockon/extract/scope";
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

/** Code that a host runs by name: reusable workflows, and actions for the workflows of the repository that they are in. */
const BY_NAME = /^(?:reusable_workflow:|github_action:[^/]+\/[^/]+\/\.github\/)/;

const FILE = fileScope("");
const isFile = (scope: string): boolean => scope.startsWith(FILE);

/** Returns the sets that contain some of the scopes by type. */
export const setsOf = (scopes: readonly string[]): ReadonlySet<string> =>
  new Set(scopes.filter((scope) => !isSet(scope)).map((scope) => `*:${typeOf(scope)}`));

/**
 * Whether a set contains a scope, given the sets of all scopes of the repository. A set of a type that the repository has
 * no scope of contains all its scopes except files, because none of them can be ruled out. `*` has no type and contains
 * all scopes. Reusable workflows, and actions in the folder `.github`, are only in the set of their type, because hosts run
 * them by name: a clone of the repository does not.
 */
export function isMember(scope: string, set: string, known: ReadonlySet<string>): boolean {
  if (isFile(set)) return isBuiltFrom(scope, set);
  if (isFile(scope)) return set === everyScope("git_repository");
  return set === `*:${typeOf(scope)}` || (!BY_NAME.test(scope) && !known.has(set));
}

/** Whether a change of a unit changes a file: a Dockerfile, or manifests of the file's folder. */
function isBuiltFrom(scope: string, file: string): boolean {
  const path = file.slice(FILE.length);
  const folder = path.includes("/") ? path.slice(0, path.lastIndexOf("/")) : ".";
  return scope === unitScope("docker", path) || scope === unitScope("kubernetes", folder);
}

/**
 * Links each place to the sets that it belongs to, and to the files (see `fileScope`) that it is built from. `scopes` has
 * the scope of each place; empty if it has none. Places of a repository are adjacent.
 */
export function linkSets(repository: Uint32Array, scopes: readonly string[]): Rows {
  const members: number[] = [];
  const sets: number[] = [];
  for (let first = 0, end = 0; first < scopes.length; first = end) {
    while (end < scopes.length && repository[end] === repository[first]) end++;
    const places = Array.from({ length: end - first }, (_, i) => first + i);
    const ownSets = places.filter((place) => isSet(scopes[place] ?? "") || isFile(scopes[place] ?? ""));
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
