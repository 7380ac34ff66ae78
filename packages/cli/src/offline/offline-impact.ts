import type { Impact } from "@knockon/contract/resources/impact";
import { schemeOfType } from "@knockon/extract/scheme-of-type";
import { fromThousandths, toFloor } from "@knockon/graph/confidence";
import { buildEdges, type EdgeIdentity } from "@knockon/graph/edges";
import { impactOf, type AffectedRepository, type PathEdge } from "@knockon/graph/impact/impact";
import { findNode, packGraph } from "@knockon/graph/packed-graph";
import type { ImpactQuery } from "../commands/impact.ts";
import { UsageError } from "../usage-error.ts";
import type { Report, ReportDeclaration } from "./report.ts";

/** The service's answer, from a report. There are no ids offline: repositories go by their full path. */
export function offlineImpact(report: Report, repository: string, query: ImpactQuery): Impact {
  const root = report.repositories.find(
    (one) => one.full_path.toLowerCase() === repository.toLowerCase(),
  )?.full_path;
  if (root === undefined) throw new UsageError(`The report knows no repository ${repository}.`);
  const failedRepositories = report.repositories.filter((one) => one.status === "failed").length;
  const graph = packGraph(
    report.repositories.map((one) => one.full_path),
    buildEdges(resolvedOf(report)),
  );
  const node = findNode(graph, root) ?? 0;
  const floor = toFloor(query.minConfidence);
  const impact = impactOf(graph, node, { maxDepth: query.maxDepth, floor, version: query.version ?? null });
  const { byDependencyType, byConfidenceBand, byAdoption, ...counts } = impact.summary;
  return {
    root: reference(root),
    scan: { id: null, status: null, completed_at: null, failed_repos: failedRepositories },
    complete: failedRepositories === 0,
    applied_min_confidence: query.minConfidence,
    max_depth: query.maxDepth,
    summary: {
      ...counts,
      by_dependency_type: byDependencyType,
      by_confidence_band: byConfidenceBand,
      by_adoption: byAdoption,
    },
    affected: impact.affected.map((one) => presentAffected(one, report)),
    waves: impact.waves,
    choke_points: impact.chokePoints.map(({ repositoryId, dominates }) => ({
      repository: reference(repositoryId),
      dominates,
    })),
    unresolved: { failed_repositories: failedRepositories, below_floor: impact.belowFloor },
  };
}

const resolvedOf = ({ declarations }: Report) =>
  declarations.flatMap((one) =>
    one.target_repository === null
      ? []
      : [
          {
            ...identityOf(one, one.target_repository),
            confidence: Math.round(one.confidence * 1000),
            state: one.version_constraint_state,
            // Ranges, the only constraints that ask for the scheme here, are written in that of the type.
            versioning: schemeOfType(one.dependency_type),
          },
        ],
  );

const identityOf = (one: ReportDeclaration, target: string): EdgeIdentity => ({
  source: one.repository,
  target,
  dependencyType: one.dependency_type,
  versionConstraint: one.version_constraint,
});

const reference = (fullPath: string) => ({
  id: fullPath,
  name: fullPath.slice(fullPath.lastIndexOf("/") + 1),
  full_path: fullPath,
});

function presentAffected(one: AffectedRepository, report: Report): Impact["affected"][number] {
  const last = one.path.at(-1);
  return {
    repository: reference(one.repositoryId),
    hops: one.hops,
    confidence: fromThousandths(one.confidence),
    path: one.path.map(presentEdge),
    evidence: last ? evidenceOf(last, report) : [],
    adoption: one.adoption,
    adoption_decision: one.decidedBy && {
      path: one.decidedBy.path.map(presentEdge),
      repository: reference(one.decidedBy.edge.source),
      evidence: evidenceOf(one.decidedBy.edge, report),
    },
    wave: one.wave,
    cycle_group: one.cycleGroup,
    ownership: null,
  };
}

const presentEdge = (edge: PathEdge) => ({
  source: reference(edge.source),
  target: reference(edge.target),
  dependency_type: edge.dependencyType,
  confidence: fromThousandths(edge.confidence),
});

/** As the service: surest first, and no more than tells enough. */
const MAX_EVIDENCE = 20;

const evidenceOf = (edge: EdgeIdentity, { declarations }: Report) =>
  declarations
    .filter(
      (one) =>
        one.repository === edge.source &&
        one.target_repository === edge.target &&
        one.dependency_type === edge.dependencyType &&
        one.version_constraint === edge.versionConstraint,
    )
    .toSorted((a, b) => b.confidence - a.confidence)
    .slice(0, MAX_EVIDENCE)
    .map(({ source_file, source_line, raw_reference, version_constraint, version_constraint_state }) => ({
      source_file,
      source_line,
      raw_reference,
      version_constraint,
      version_constraint_state,
    }));
