import { posix } from "node:path";
import type { Role } from "@knockon/contract/vocabulary/role";
import type { Composition, Declaration, Facts, ProducedArtifact } from "../../ecosystem.ts";
import { Scopes, scopeOf as scopeOfArtifact, unitScope } from "../../scope.ts";
import type { NugetFacts, Use, UseRule } from "./facts.ts";
import { findProperty, type MsbuildFile, type ScopeOf } from "./scope.ts";

type NugetFile = Facts<NugetFacts>;
type UsedRole = Extract<Role, "runtime" | "build" | "dev" | "test">;

/** Projects that `dotnet pack` can turn into packages. */
export const PROJECT = /\.(?:cs|fs|vb)proj$/i;
const TEST_NAME = /(?:^|[./_-])\w*(?:Tests?|Specs)\.(?:cs|fs|vb)proj$/;

const ROLES: Partial<Record<UseRule, UsedRole>> = {
  global_package_reference: "build",
  package_download: "build",
  sdk: "build",
  cli_tool_reference: "dev",
  tool: "dev",
};
const STRENGTH: readonly UsedRole[] = ["runtime", "build", "dev", "test"];

/** Ignores conditional values in imported files: such conditions usually select other projects. */
export function findSwitch(name: string, path: string, scope: readonly MsbuildFile[]): string | undefined {
  const key = name.toLowerCase();
  const nearest = scope.find(({ properties }) => properties.has(key));
  const isUndecided = nearest?.path !== path && nearest?.conditional.has(key);
  return isUndecided ? undefined : findProperty(name, path, scope);
}

/** Whether a project states that it contains tests, or uses the test SDK. */
export const isStatedTest = (path: string, facts: NugetFacts, scope: readonly MsbuildFile[]): boolean =>
  findSwitch("IsTestProject", path, scope)?.toLowerCase() === "true" ||
  facts.uses.some(({ id }) => id.toLowerCase() === "microsoft.net.test.sdk");

const isTestProject = (path: string, facts: NugetFacts, scope: readonly MsbuildFile[]): boolean =>
  isStatedTest(path, facts, scope) ||
  facts.uses.some(({ id }) => id.toLowerCase() === "benchmarkdotnet") ||
  (TEST_NAME.test(path) && findSwitch("IsTestProject", path, scope)?.toLowerCase() !== "false");

/** What a line of a file is needed for, and by which projects. */
interface Placed {
  place: Pick<Declaration, "role" | "scope">;
  projects: readonly string[];
}

export interface Placement {
  placeOf: (path: string, use: Use) => Placed;
  compositions: () => Composition[];
}

const isBuilt = (role: UsedRole | undefined): boolean => role === "runtime" || role === "build";

/**
 * The scope of a project is its package, or the unit of its folder. Files that projects import are a unit, which is
 * built into these projects. The projects themselves state which central versions they use.
 */
export function placement(
  files: readonly NugetFile[],
  artifacts: readonly ProducedArtifact[],
  scopeOf: ScopeOf,
): Placement {
  const scopes = new Scopes(artifacts);
  const produced = new Set(artifacts.map(({ sourceFile }) => sourceFile));
  const projects = files.filter(({ path }) => PROJECT.test(path));
  const byPath = new Map(projects.map(({ path }) => [path.toLowerCase(), path]));
  const inFolder = Map.groupBy(projects, ({ path }) => posix.dirname(path));
  const tests = new Set(
    projects.flatMap(({ path, facts }) => (isTestProject(path, facts, scopeOf(path)) ? [path] : [])),
  );
  const importers = new Map<string, string[]>();
  for (const { path } of projects) {
    for (const file of scopeOf(path)) {
      const known = importers.get(file.path);
      if (known) known.push(path);
      else importers.set(file.path, [path]);
    }
  }
  const references = referencesById(projects);

  const projectScope = (path: string): string =>
    produced.has(path) ? scopes.of("nuget", path) : unitScope("nuget", posix.dirname(path));
  /** `packages.config` belongs to the project in its folder. */
  const projectsOf = (path: string): readonly string[] =>
    PROJECT.test(path)
      ? [path]
      : (importers.get(path) ??
        (path.toLowerCase().endsWith(".config")
          ? (inFolder.get(posix.dirname(path)) ?? []).map((each) => each.path)
          : []));
  const fileScope = (path: string): string => {
    const [project] = importers.has(path) ? [] : projectsOf(path);
    if (PROJECT.test(path) || project !== undefined) return projectScope(project ?? path);
    return importers.has(path) ? unitScope("nuget", path) : scopes.of("nuget", path);
  };

  const roleOf = (path: string, use: Use): UsedRole => {
    const used = projectsOf(path);
    if (use.isForTests || (used.length > 0 && used.every((each) => tests.has(each)))) return "test";
    return ROLES[use.rule] ?? (use.isPrivate ? "build" : "runtime");
  };

  const centralPlace = (path: string, use: Use): Placed | undefined => {
    const importing = new Set(importers.get(path));
    const users = (references.get(use.id.toLowerCase()) ?? []).filter((each) => importing.has(each.path));
    const roles = new Set(users.map((each) => roleOf(each.path, each.use)));
    const role = STRENGTH.find((each) => roles.has(each));
    return role && { place: { role, scope: null }, projects: users.map((each) => each.path) };
  };

  const placeOf = (path: string, use: Use): Placed =>
    (use.rule === "package_version" ? centralPlace(path, use) : undefined) ?? {
      place: { role: roleOf(path, use), scope: fileScope(path) },
      projects: projectsOf(path),
    };

  const findProject = (path: string, written: string): string | undefined => {
    const target = written.replaceAll("\\", "/");
    const plain = target.replace(/^\$\([^()]*\)\/?/, "");
    return [posix.join(posix.dirname(path), plain), ...(plain === target ? [] : [posix.join(plain)])]
      .map((each) => byPath.get(each.toLowerCase()))
      .find((each) => each !== undefined);
  };

  const usedProjects = ({ path, facts }: NugetFile): Composition[] =>
    tests.has(path)
      ? []
      : facts.projects
          .filter((each) => !each.isForTests)
          .flatMap((each) => {
            const inner = findProject(path, each.path);
            return inner === undefined ? [] : [{ outer: fileScope(path), inner: projectScope(inner) }];
          });

  const imported = ({ path, facts }: NugetFile): Composition[] => {
    const isUsed =
      facts.projects.length > 0 ||
      facts.uses.some((use) => use.rule !== "package_version" && isBuilt(roleOf(path, use)));
    if (PROJECT.test(path) || !isUsed) return [];
    return (importers.get(path) ?? [])
      .filter((project) => !tests.has(project))
      .map((project) => ({ outer: projectScope(project), inner: fileScope(path) }));
  };

  /** A `.nuspec` packs the project in its folder. */
  const packed = artifacts
    .filter(({ sourceFile }) => !PROJECT.test(sourceFile))
    .flatMap((artifact) =>
      (inFolder.get(posix.dirname(artifact.sourceFile)) ?? []).map(({ path }) => ({
        outer: scopeOfArtifact(artifact),
        inner: projectScope(path),
      })),
    );
  return {
    placeOf,
    compositions: () => [...files.flatMap(usedProjects), ...files.flatMap(imported), ...packed],
  };
}

/** Returns the package references of projects by lower-case ID. */
function referencesById(projects: readonly NugetFile[]): ReadonlyMap<string, { path: string; use: Use }[]> {
  const references = projects.flatMap(({ path, facts }) =>
    facts.uses.filter(({ rule }) => rule === "package_reference").map((use) => ({ path, use })),
  );
  return Map.groupBy(references, ({ use }) => use.id.toLowerCase());
}
