import type { Impact } from "@knockon/contract/resources/impact";
import { schemeOfType } from "@knockon/extract/version";
import { toFloor } from "@knockon/graph/confidence";
import { buildEdges, type EdgeIdentity } from "@knockon/graph/edges";
import { impactOf } from "@knockon/graph/impact/impact";
import { presentImpact } from "@knockon/graph/impact/present-impact";
import { findNode, packGraph } from "@knockon/graph/packed-graph";
import { suggest, UsageError } from "../arguments.ts";
import type { ImpactQuery } from "../commands/impact.ts";
import type { Report, ReportDeclaration } from "./report.ts";

/** Computes the impact from a report, in the shape of the API's answer. Full paths stand in for repository IDs. */
export function offlineImpact(report: Report, repository: string, query: ImpactQuery): Impact {
  const paths = report.repositories.map((one) => one.full_path);
  const root = paths.find((path) => path.toLowerCase() === repository.toLowerCase());
  if (root === undefined)
    throw new UsageError(`Unknown repository "${repository}" in the report.${suggest(repository, paths)}`);
  const failedRepositories = report.repositories.filter((one) => one.status === "failed").length;
  const graph = packGraph(paths, buildEdges(resolvedDeclarations(report)));
  const impact = impactOf(graph, findNode(graph, root) ?? 0, {
    maxDepth: query.maxDepth,
    floor: toFloor(query.minConfidence),
    version: query.version ?? null,
  });
  const presented = presentImpact(impact, {
    root: reference(root),
    scan: { id: null, status: null, completedAt: null, failedRepos: failedRepositories },
    complete: failedRepositories === 0,
    failedRepositories,
    query,
    affected: impact.affected,
    findReference: reference,
    getEvidence: (edge) => declarationsOf(edge, report),
    findOwnership: () => null,
  });
  return toSnakeCase(presented) as Impact;
}

const resolvedDeclarations = ({ declarations }: Report) =>
  declarations.flatMap((one) =>
    one.target_repository === null
      ? []
      : [
          {
            source: one.repository,
            target: one.target_repository,
            dependencyType: one.dependency_type,
            versionConstraint: one.version_constraint,
            confidence: Math.round(one.confidence * 1000),
            state: one.version_constraint_state,
            // Only ranges need the versioning scheme, and they use the scheme of the dependency type.
            versioning: schemeOfType(one.dependency_type),
          },
        ],
  );

const reference = (fullPath: string) => ({
  id: fullPath,
  name: fullPath.slice(fullPath.lastIndexOf("/") + 1),
  full_path: fullPath,
});

const declarationsOf = (edge: EdgeIdentity, { declarations }: Report) =>
  declarations
    .filter(
      (one) =>
        one.repository === edge.source &&
        one.target_repository === edge.target &&
        one.dependency_type === edge.dependencyType &&
        one.version_constraint === edge.versionConstraint,
    )
    .toSorted((a, b) => b.confidence - a.confidence)
    .map(toEvidence);

const toEvidence = ({
  source_file,
  source_line,
  raw_reference,
  version_constraint,
  version_constraint_state,
}: ReportDeclaration) => ({
  source_file,
  source_line,
  raw_reference,
  version_constraint,
  version_constraint_state,
});

/** Renames the keys of all nested objects. */
function toSnakeCase(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toSnakeCase);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, field]) => [
      key.replaceAll(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`),
      toSnakeCase(field),
    ]),
  );
}
