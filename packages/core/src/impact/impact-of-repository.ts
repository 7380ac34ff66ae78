import type { Transaction } from "@knockon/db/database";
import { repository } from "@knockon/db/schema/repository.sql";
import { scan } from "@knockon/db/schema/scan.sql";
import { type Clock, CLOCKS } from "@knockon/contract/vocabulary/clock";
import type { Role } from "@knockon/contract/vocabulary/role";
import { toFloor } from "@knockon/graph/confidence";
import { useKey } from "@knockon/graph/edges";
import type { AffectedRepository } from "@knockon/graph/impact/affected-repository";
import { onSameBranch, type Refs } from "@knockon/graph/interface/other-branch";
import type { Release } from "@knockon/graph/impact/clock";
import {
  affectedIds,
  impactOf,
  type Impact,
  type ImpactOptions,
  namedBy,
  travelsOf,
} from "@knockon/graph/impact/impact";
import { type PlannedRelease, plannedReleases } from "@knockon/graph/impact/planned-releases";
import { presentImpact } from "@knockon/graph/impact/present-impact";
import { packGraph } from "@knockon/graph/pack-graph";
import { findNode } from "@knockon/graph/packed-graph";
import { and, desc, eq, inArray, sql } from "drizzle-orm";
import type { Context } from "../context.ts";
import { hasGraph, loadGraph } from "../graph/load-graph.ts";
import { findSummaries } from "../ownership/get-ownership.ts";
import { loadLineOwners } from "../ownership/line-owners.ts";
import { type Page, type Sort, sortRows } from "../page.ts";
import { presentReference, type RepositoryRow } from "../repository/repository-row.ts";
import { nameAffected } from "./name-affected.ts";
import { loadEvidence } from "./evidence.ts";
import { findStarts, type RootPart } from "./impact-root.ts";
import { loadArchived } from "../repository/load-archived.ts";
import { loadReleasesOfUses } from "./releases.ts";

export interface ImpactQuery {
  maxDepth: number;
  minConfidence: number;
  through: "artifacts" | "repositories";
  /** Roles that count; by default all but mentions. */
  role?: Role[] | undefined;
  /** Files and folders of the root. */
  path?: string[] | undefined;
  /** The version the root would release. */
  version?: string | undefined;
  /** Leaves out declarations of the root that follow another branch. */
  refs?: Refs | undefined;
}

/** Which of the affected repositories to return. */
export interface AffectedQuery extends Page {
  /** Only this repository. The answer is then about it. */
  affectedId?: string | undefined;
  clock?: Clock | undefined;
  /** Whether it is archived. */
  archived?: boolean | undefined;
  /** By default: hops, strongest role, confidence, then path. */
  sort?: Sort<"clock"> | undefined;
  /**
   * `onward` adds what each repository passes on, and orders those that `sort` leaves equal by it. `releases` adds when releases in
   * the ranges of dependents would arrive.
   */
  include?: readonly ("onward" | "releases")[] | undefined;
}

/**
 * Computes the impact of a change in the union of the workspace's current graphs. `total` counts all affected repositories
 * that the filter selects.
 */
export async function impactOfRepository(
  ctx: Context,
  tx: Transaction,
  root: RepositoryRow,
  {
    artifactId,
    affectedId,
    clock,
    archived: isArchived,
    sort,
    include,
    limit,
    offset,
    ...query
  }: ImpactQuery & AffectedQuery & Pick<RootPart, "artifactId">,
) {
  const archived = await loadArchived(tx);
  const { impact, unusedPaths, releasesOf } = await computeImpact(ctx, tx, root.id, {
    ...query,
    artifactId,
    archived,
  });
  const naming = await nameAffected(ctx, tx, impact, { rootId: root.id, affectedId });
  const selected = selectAffected(impact.affected, {
    affectedId,
    clock,
    archived: isArchived,
    sort,
    include,
    allArchived: archived,
  });
  const found = naming ? selected.filter(({ repositoryId }) => naming.isNamed(repositoryId)) : selected;
  const affected = found.slice(offset, offset + limit);
  const references = await loadReferences(tx, impact, affected);
  const evidence = await loadEvidence(tx, affected, toFloor(query.minConfidence));
  const ownerships = await findSummaries(
    ctx,
    tx,
    affected.map(({ repositoryId }) => repositoryId),
  );
  const ownerOf = await loadLineOwners(
    ctx,
    tx,
    affected.flatMap(({ repositoryId, decidingUse }) => [repositoryId, decidingUse.source]),
  );
  const lastScan = (await hasGraph(ctx, tx)) ? await loadLastScan(tx, root.connectedOrgId) : NO_SCAN;
  const body = presentImpact(impact, {
    root: presentReference(root),
    scan: lastScan,
    complete: lastScan.status === "completed",
    failedRepositories: lastScan.failedRepos,
    unusedPaths,
    query,
    affected,
    hasOnward: include?.includes("onward") === true,
    releases:
      include?.includes("releases") === true && query.version === undefined
        ? releasesOf(naming?.isNamed)
        : undefined,
    ...naming,
    isArchived: (id) => archived.has(id),
    findReference: (id) => references.get(id),
    getEvidence: (use) => evidence.get(useKey(use)) ?? [],
    findOwnership: (id) => ownerships.get(id),
    ownerOf,
  });
  return { total: found.length, unnamed: naming && selected.length - found.length, body };
}

function selectAffected(
  affected: readonly AffectedRepository[],
  {
    affectedId,
    clock,
    archived,
    sort,
    include,
    allArchived,
  }: Omit<AffectedQuery, keyof Page> & { allArchived: ReadonlySet<string> },
): readonly AffectedRepository[] {
  const found =
    affectedId === undefined && clock === undefined && archived === undefined
      ? affected
      : affected.filter(
          (one) =>
            (affectedId === undefined || one.repositoryId === affectedId) &&
            (clock === undefined || one.clock === clock) &&
            (archived === undefined || allArchived.has(one.repositoryId) === archived),
        );
  if (sort === undefined) return found;
  const onward = new Map(include?.includes("onward") === true ? found.map((one) => [one, one.onward]) : []);
  const passed = (one: AffectedRepository, key: "nextRun" | "repositories"): number =>
    onward.get(one)?.[key] ?? 0;
  const ordered = found.toSorted(
    (a, b) =>
      // What is certain before what a version or a file decides.
      Number(a.isConditional) - Number(b.isConditional) ||
      passed(b, "nextRun") - passed(a, "nextRun") ||
      passed(b, "repositories") - passed(a, "repositories") ||
      (onward.size > 0 ? b.dependents - a.dependents : 0) ||
      a.hops - b.hops ||
      a.rank - b.rank,
  );
  // A change arrives in an archived one at no time.
  const rankOf = (one: AffectedRepository): number =>
    allArchived.has(one.repositoryId) ? CLOCKS.length : CLOCKS.indexOf(one.clock);
  return sortRows(ordered, sort, { clock: rankOf });
}

/**
 * If no published graph contains the root, nothing is affected. `travelsOf` returns whether the change travels over a use, `releasesOf`
 * when releases in the ranges of dependents would arrive.
 */
export async function computeImpact(
  ctx: Context,
  tx: Transaction,
  rootId: string,
  query: ImpactQuery & RootPart & Pick<ImpactOptions, "archived">,
): Promise<{
  impact: Impact;
  unusedPaths: string[];
  travelsOf: () => (use: number) => boolean;
  releasesOf: (isNamed?: (repositoryId: string) => boolean) => PlannedRelease[];
}> {
  const loaded = await loadGraph(ctx, tx);
  const found = findNode(loaded, rootId);
  const [graph, node] = found === undefined ? [packGraph([rootId], []), 0] : [loaded, found];
  const { unusedPaths = [], ...starts } = await findStarts(tx, graph, node, query);
  const options = {
    maxDepth: query.maxDepth,
    floor: toFloor(query.minConfidence),
    through: query.through,
    roles: query.role,
    archived: query.archived,
    ...starts,
    ...(query.refs && { countsForRoot: onSameBranch(graph, query.refs, starts.countsForRoot) }),
  };
  const producers = [rootId, ...affectedIds(graph, node, options)];
  const latest = await loadReleasesOfUses(tx, graph, producers);
  const planned = query.version === undefined ? undefined : { planned: query.version };
  const releaseOf = (use: number): Release | null =>
    planned && graph.uses.target[use] === node ? planned : latest(use);
  return {
    impact: impactOf(graph, node, { ...options, releaseOf, isNamed: namedBy(graph, node, query) }),
    unusedPaths,
    travelsOf: () => travelsOf(graph, node, options),
    releasesOf: (isNamed) => plannedReleases(graph, node, { ...options, releaseOf: latest }, isNamed),
  };
}

async function loadReferences(
  tx: Transaction,
  impact: Impact,
  affected: readonly AffectedRepository[],
): Promise<Map<string, ReturnType<typeof presentReference>>> {
  const ids = new Set([
    ...affected.flatMap(({ repositoryId, path }) => [
      repositoryId,
      ...path.flatMap(({ source, target }) => [source, target]),
    ]),
    ...impact.chokePoints.map(({ repositoryId }) => repositoryId),
  ]);
  const rows = await tx
    .select({ id: repository.id, name: repository.name, fullPath: repository.fullPath })
    .from(repository)
    .where(sql`${repository.id} = any(${sql.param([...ids])}::uuid[])`);
  return new Map(rows.map((row) => [row.id, row]));
}

export async function loadLastScan(tx: Transaction, connectedOrgId: string) {
  const [row] = await tx
    .select({
      id: scan.id,
      status: scan.status,
      completedAt: scan.completedAt,
      failedRepos: scan.failedRepos,
    })
    .from(scan)
    .where(and(eq(scan.connectedOrgId, connectedOrgId), inArray(scan.status, ["completed", "partial"])))
    .orderBy(desc(scan.completedAt))
    .limit(1);
  return row ?? NO_SCAN;
}

const NO_SCAN = { id: null, status: null, completedAt: null, failedRepos: 0 };
