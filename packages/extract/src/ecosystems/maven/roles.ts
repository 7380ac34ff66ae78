import { posix } from "node:path";
import type { Role } from "@knockon/contract/vocabulary/role";
import type { Composition, Declaration, ProducedArtifact } from "../../ecosystem.ts";
import { Scopes, unitScope } from "../../scope.ts";
import type { BoundText } from "./bind.ts";
import type { Lineage, Project } from "./project.ts";
import type { Use, UseRule } from "./read.ts";

type UsedRole = Extract<Role, "runtime" | "build" | "test">;

/** A use with its texts interpolated. */
export interface BoundUse {
  use: Use;
  group: BoundText;
  artifact: BoundText;
  /** Undefined if the use has no version. */
  version: BoundText | undefined;
  /** The version of the use, or the managed version. */
  constraint: BoundText | undefined;
  role: UsedRole;
}

/** The path of a POM with what it uses. */
interface BoundFile {
  path: string;
  uses: readonly BoundUse[];
}

const RUNTIME_RULES: ReadonlySet<UseRule> = new Set(["dependency", "managed_dependency", "bom"]);

/** Parents, plugins and extensions take part in the build. The scope `test` decides for dependencies. */
export function roleOfUse(rule: UseRule, scope: string | null): UsedRole {
  if (!RUNTIME_RULES.has(rule)) return "build";
  return scope?.toLowerCase() === "test" ? "test" : "runtime";
}

/** Whether a use only sets the version for uses on other lines. */
export const isManagement = ({ use: { rule } }: BoundUse): boolean =>
  rule === "managed_dependency" || rule === "managed_plugin";

const nameOfUse = ({ group, artifact }: BoundUse): string => `${group.text}:${artifact.text}`;

/**
 * Returns the role and the scope of a managed version. If lines of the repository use it, it has their strongest role
 * and no scope, because those lines have one.
 */
export function managedRoles(
  uses: readonly BoundUse[],
): (managed: BoundUse) => Pick<Declaration, "role" | "scope"> {
  const strongest = new Map<string, UsedRole>();
  for (const use of uses) {
    if (isManagement(use) || use.use.rule === "parent" || use.use.rule === "bom") continue;
    const name = nameOfUse(use);
    const known = strongest.get(name);
    strongest.set(name, known === undefined || STRENGTH[use.role] < STRENGTH[known] ? use.role : known);
  }
  return (managed) => {
    const used = strongest.get(nameOfUse(managed));
    return used === undefined ? { role: managed.role } : { role: used, scope: null };
  };
}

const STRENGTH: Readonly<Record<UsedRole, number>> = { runtime: 0, build: 1, test: 2 };

type ScopeOf = (path: string) => string;

/** Every POM is its own scope. `.mvn/extensions.xml` belongs to the POM next to its folder. */
export function projectScopes(artifacts: readonly ProducedArtifact[]): ScopeOf {
  const scopes = new Scopes(artifacts);
  const produced = new Set(artifacts.map(({ sourceFile }) => sourceFile));
  return (path) =>
    produced.has(path) || path.endsWith(".mvn/extensions.xml")
      ? scopes.of("maven", path)
      : unitScope("maven", posix.dirname(path));
}

/** A project inherits what its parent declares. */
export const parentCompositions = (
  projects: readonly Project[],
  lineageOf: Lineage,
  scopeOf: ScopeOf,
): Composition[] =>
  projects.flatMap((project) =>
    lineageOf(project)
      .slice(1, 2)
      .map((parent) => ({ outer: scopeOf(project.path), inner: scopeOf(parent.path) })),
  );

interface Modules {
  scopeOf: ScopeOf;
  /** Returns the path of the repository's project with a name. */
  findOwn: (name: string) => string | undefined;
  /** The paths of POMs that other projects of the repository inherit. */
  isParent: ReadonlySet<string>;
}

/**
 * A project is composed of the repository's own artifacts that it uses. Management uses them only in a BOM: in a parent
 * it lists the versions of modules that others may use.
 */
export const moduleCompositions = (
  files: readonly BoundFile[],
  { scopeOf, findOwn, isParent }: Modules,
): Composition[] =>
  files.flatMap(({ path, uses }) =>
    uses
      .filter((use) => use.role !== "test" && use.use.rule !== "parent")
      .filter((use) => !isManagement(use) || !isParent.has(path))
      .flatMap((use) => {
        const own = findOwn(nameOfUse(use));
        return own === undefined ? [] : [{ outer: scopeOf(path), inner: scopeOf(own) }];
      }),
  );
