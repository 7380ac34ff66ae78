import { posix } from "node:path";
import type { Composition, Declaration, ProducedArtifact } from "../../ecosystem.ts";
import { isWithinRepository } from "../../repository-path.ts";
import { Scopes, scopeOf as scopeOfArtifact, unitScope } from "../../scope.ts";
import type { Dependency, Specification } from "./read.ts";
import type { Manifest, WorkspaceOf } from "./workspace.ts";

/** A dependency with its workspace's values filled in. Paths are relative to the dependency's manifest. */
export interface Bound extends Specification {
  unbound: string | null;
}

interface BoundManifest extends Manifest {
  uses: readonly { dependency: Dependency; bound: Bound }[];
}

type UsedRole = "runtime" | "build" | "dev";
type ScopeOf = (path: string) => string;
type Place = Pick<Declaration, "role" | "scope">;

const ROLES: Readonly<Record<string, UsedRole>> = { dev_dependencies: "dev", build_dependencies: "build" };
const STRENGTH: readonly UsedRole[] = ["runtime", "build", "dev"];

const roleOf = ({ group }: Dependency): UsedRole => ROLES[group] ?? "runtime";

/** Every manifest has its own scope. */
export function crateScopes(artifacts: readonly ProducedArtifact[]): ScopeOf {
  const scopes = new Scopes(artifacts);
  const produced = new Set(artifacts.map(({ sourceFile }) => sourceFile));
  return (path) => (produced.has(path) ? scopes.of("cargo", path) : unitScope("cargo", posix.dirname(path)));
}

/** Replacements apply to all crates of the workspace. They are a unit that is built into each of them. */
const isReplacement = ({ group }: Dependency): boolean => group === "patch" || group === "replace";

const keyOf = (workspace: string, dependency: string): string => `${workspace}\0${dependency}`;

/** Returns the strongest role of the members that inherit an entry of a workspace, by folder and key. */
export function inheritedRoles(
  manifests: readonly BoundManifest[],
  workspaceOf: WorkspaceOf,
): ReadonlyMap<string, UsedRole> {
  const roles = new Map<string, UsedRole>();
  for (const { path, uses } of manifests) {
    for (const { dependency } of uses) {
      const workspace = dependency.isInherited ? workspaceOf(path) : undefined;
      if (!workspace) continue;
      const key = keyOf(workspace.folder, dependency.key);
      const used = new Set([roles.get(key), roleOf(dependency)]);
      roles.set(key, STRENGTH.find((role) => used.has(role)) ?? "runtime");
    }
  }
  return roles;
}

/** An entry of a workspace that members inherit has no scope, because their lines have one. */
export function placeOf(
  path: string,
  dependency: Dependency,
  { scopeOf, inherited }: { scopeOf: ScopeOf; inherited: ReadonlyMap<string, UsedRole> },
): Place {
  if (isReplacement(dependency)) return { role: "runtime", scope: unitScope("cargo", path) };
  const used =
    dependency.group === "workspace_dependencies"
      ? inherited.get(keyOf(posix.dirname(path), dependency.key))
      : undefined;
  return used === undefined
    ? { role: roleOf(dependency), scope: scopeOf(path) }
    : { role: used, scope: null };
}

/** A crate is composed of the repository's own crates that it uses outside tests, by path or by name. */
export function crateCompositions(
  manifests: readonly BoundManifest[],
  { artifacts, scopeOf }: { artifacts: readonly ProducedArtifact[]; scopeOf: ScopeOf },
): Composition[] {
  const paths = new Set(manifests.map(({ path }) => path));
  const byName = new Map(artifacts.map((artifact) => [artifact.name, scopeOfArtifact(artifact)]));
  const innerOf = (
    path: string,
    { dependency, bound }: BoundManifest["uses"][number],
  ): string | undefined => {
    if (bound.path === null)
      return bound.git === null ? byName.get(bound.package ?? dependency.key) : undefined;
    const manifest = posix.join(posix.dirname(path), bound.path, "Cargo.toml");
    return isWithinRepository(path, bound.path) && paths.has(manifest) ? scopeOf(manifest) : undefined;
  };
  return manifests.flatMap(({ path, uses }) =>
    uses.flatMap((use) => {
      const { dependency } = use;
      const isUsed = dependency.group === "dependencies" || dependency.group === "build_dependencies";
      const inner = isUsed ? innerOf(path, use) : undefined;
      return inner === undefined ? [] : [{ outer: scopeOf(path), inner }];
    }),
  );
}

export const patchCompositions = (
  manifests: readonly Manifest[],
  workspaceOf: WorkspaceOf,
  scopeOf: ScopeOf,
): Composition[] => {
  const patched = manifests.filter(({ facts }) => facts.dependencies.some(isReplacement));
  return patched.flatMap(({ path: root }) =>
    manifests
      .filter(
        ({ path, facts }) =>
          facts.package && (path === root || workspaceOf(path)?.folder === posix.dirname(root)),
      )
      .map(({ path }) => ({ outer: scopeOf(path), inner: unitScope("cargo", root) })),
  );
};
