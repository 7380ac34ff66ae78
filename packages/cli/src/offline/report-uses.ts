/** What reading a report needs of it. Apart from `make-report.ts`, which loads the whole resolution. */
import { toFloor } from "@knockon/graph/confidence";
import { compositionUse, everyScope, type Use } from "@knockon/graph/edges";
import type { Report, ReportDeclaration } from "./report.ts";

/** Returns the scope that a declaration with a target uses. One that only names the repository uses what it names. */
export const scopeOfDeclaration = (one: ReportDeclaration): string =>
  one.target_scope === null || one.target_scope.startsWith("*")
    ? `${one.dependency_type}:${one.artifact}`
    : one.target_scope;

/** Returns the uses of a report's declarations and compositions. Full paths stand in for repository IDs. */
export const usesOf = ({
  declarations,
  compositions,
}: Pick<Report, "declarations" | "compositions">): Use[] => [
  ...declarations.flatMap((one): Use[] =>
    one.target_repository === null
      ? []
      : [
          {
            source: one.repository,
            target: one.target_repository,
            dependencyType: one.dependency_type,
            versionConstraint: one.version_constraint,
            confidence: toFloor(one.confidence),
            versioning: one.versioning,
            state: one.version_constraint_state,
            isLocked: one.locked !== null,
            role: one.role,
            scope: one.scope,
            artifact: one.target_scope ?? everyScope(one.dependency_type),
          },
        ],
  ),
  ...compositions.map(({ repository, ...one }) => compositionUse(repository, one)),
];
