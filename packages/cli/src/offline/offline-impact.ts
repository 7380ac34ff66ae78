import type { Impact } from "@knockon/contract/resources/impact";
import { toFloor } from "@knockon/graph/confidence";
import { useKey, type Use } from "@knockon/graph/edges";
import { startsOf } from "@knockon/graph/impact/artifact-graph";
import { onSameBranch, type Refs } from "@knockon/graph/interface/other-branch";
import { impactOf, type ImpactOptions, namedBy } from "@knockon/graph/impact/impact";
import { startsOfPaths, type RootFiles } from "@knockon/graph/impact/path-starts";
import { plannedReleases } from "@knockon/graph/impact/planned-releases";
import { presentImpact } from "@knockon/graph/impact/present-impact";
import { findNode, getUse, type PackedGraph } from "@knockon/graph/packed-graph";
import { suggest } from "@knockon/contract/suggest";
import { UsageError } from "../arguments.ts";
import type { ImpactQuery } from "../commands/impact.ts";
import { lineOwners } from "./line-owners.ts";
import { latestReleases } from "./releases.ts";
import { declarationsTo, graphOf } from "./report-graph.ts";
import type { Report, ReportDeclaration } from "./report.ts";
import { scopeOfDeclaration, usesOf } from "./report-uses.ts";

/** Computes the impact from a report, in the shape of the API's answer. Full paths stand in for repository IDs. */
export function offlineImpact(report: Report, repository: string, query: ImpactQuery): Impact {
  const { impact, root, failedRepositories, unusedPaths, releasesOf } = computeImpact(
    report,
    repository,
    query,
  );
  const presented = presentImpact(impact, {
    root: reference(root),
    scan: { id: null, status: null, completedAt: null, failedRepos: failedRepositories },
    complete: failedRepositories === 0,
    failedRepositories,
    unusedPaths,
    query,
    affected: impact.affected,
    releases: query.withReleases === true && query.version === undefined ? releasesOf() : undefined,
    findReference: reference,
    getEvidence: evidenceFinder(report, query.minConfidence),
    findOwnership: () => null,
    ownerOf: lineOwners(report),
  });
  return toSnakeCase(presented) as Impact;
}

/** Computes the impact from a report, without the evidence of each use. */
export function computeImpact(report: Report, repository: string, query: ImpactQuery & { refs?: Refs }) {
  const paths = report.repositories.map((one) => one.full_path);
  const root = paths.find((path) => path.toLowerCase() === repository.toLowerCase());
  if (root === undefined)
    throw new UsageError(`Unknown repository "${repository}" in the report.${suggest(repository, paths)}`);
  const failedRepositories = report.repositories.filter((one) => one.status === "failed").length;
  const graph = graphOf(report);
  const releaseOf = latestReleases(report);
  const planned = query.version === undefined ? undefined : { planned: query.version };
  const node = findNode(graph, root) ?? 0;
  const { unusedPaths = [], ...starts } = findStarts(report, graph, node, query);
  const options: ImpactOptions = {
    ...starts,
    ...(query.refs && { countsForRoot: onSameBranch(graph, query.refs, starts.countsForRoot) }),
    roles: query.roles,
    maxDepth: query.maxDepth,
    floor: toFloor(query.minConfidence),
    through: query.through,
    isNamed: namedBy(graph, node, {
      version: query.version,
      path: query.paths.length === 0 ? undefined : query.paths,
    }),
    releaseOf(use) {
      const { target, artifact } = getUse(graph, use);
      return (target === root ? planned : undefined) ?? releaseOf(target, artifact);
    },
  };
  return {
    impact: impactOf(graph, node, options),
    root,
    failedRepositories,
    unusedPaths,
    releasesOf: () => plannedReleases(graph, node, options),
  };
}

type Starts = Pick<ImpactOptions, "starts" | "countsForRoot"> & { unusedPaths?: string[] };

/** Returns where the change starts: in an artifact, in what is built from some paths, or everywhere in the root. */
function findStarts(
  report: Report,
  graph: PackedGraph,
  node: number,
  { artifact, paths }: ImpactQuery,
): Starts {
  if (artifact !== undefined) return { starts: startsOf(graph, node, artifact) };
  if (paths.length === 0) return {};
  return startsOfPaths(graph, node, paths, filesOf(report, graph.nodes[node] ?? ""));
}

const filesOf = (report: Report, root: string): RootFiles => ({
  artifactFiles: new Map(
    report.artifact_files
      .filter((one) => one.repository === root)
      .map((one) => [one.artifact, one.source_file]),
  ),
  declarations: declarationsTo(report, root)
    .filter((one) => one.repository !== root)
    .flatMap((one) =>
      usesOf({ declarations: [one], compositions: [] }).map((use) => ({
        use,
        rawReference: one.raw_reference,
        scope: scopeOfDeclaration(one),
      })),
    ),
});

export const reference = (fullPath: string) => ({
  id: fullPath,
  name: fullPath.slice(fullPath.lastIndexOf("/") + 1),
  full_path: fullPath,
});

type Evidence = ReturnType<typeof toEvidence>;

/** Returns a function that finds the declarations of a use at or above a confidence, highest confidence first. */
function evidenceFinder(report: Report, minConfidence: number): (use: Use) => Evidence[] {
  const known = new Map<string, Map<string, Evidence[]>>();
  return (use) => {
    const byUse = known.get(use.target) ?? evidenceByUse(declarationsTo(report, use.target), minConfidence);
    known.set(use.target, byUse);
    return byUse.get(useKey(use)) ?? [];
  };
}

function evidenceByUse(declarations: readonly ReportDeclaration[], minConfidence: number) {
  const byUse = new Map<string, Evidence[]>();
  const shown = declarations.filter((one) => one.confidence >= minConfidence);
  for (const declaration of shown.toSorted((a, b) => b.confidence - a.confidence)) {
    const [use] = usesOf({ declarations: [declaration], compositions: [] });
    if (!use) continue;
    const others = byUse.get(useKey(use));
    if (others) others.push(toEvidence(declaration));
    else byUse.set(useKey(use), [toEvidence(declaration)]);
  }
  return byUse;
}

const toEvidence = (one: ReportDeclaration) => ({
  sourceFile: one.source_file,
  sourceLine: one.source_line,
  rawReference: one.raw_reference,
  versionConstraint: one.version_constraint,
  versionConstraintState: one.version_constraint_state,
  confidence: one.confidence,
  locked: one.locked,
});

/** A resource has few different keys, but has them often. */
const snakeKeys = new Map<string, string>();

function snakeKey(key: string): string {
  const known = snakeKeys.get(key) ?? key.replaceAll(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`);
  snakeKeys.set(key, known);
  return known;
}

/** Converts the keys of a resource and of all objects in it. */
export function toSnakeCase(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toSnakeCase);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, field]) => [snakeKey(key), toSnakeCase(field)]));
}
