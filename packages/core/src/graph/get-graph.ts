import type { LineOwner } from "@knockon/contract/resources/fields";
import { prepared, type Transaction } from "@knockon/db/database";
import { inWorkspace } from "@knockon/db/in-workspace";
import { repository } from "@knockon/db/schema/repository.sql";
import { fromThousandths, type Thousandths, toFloor } from "@knockon/graph/confidence";
import type { AffectedRepository } from "@knockon/graph/impact/affected-repository";
import { edgeTraits } from "@knockon/graph/impact/edge-traits";
import { fetchedFile } from "@knockon/graph/impact/use-traits";
import { mainTypesIn } from "@knockon/graph/main-types";
import { findNode, getEdgeId, getIdentity, type PackedGraph, usesOf } from "@knockon/graph/packed-graph";
import { surroundingsOf } from "@knockon/graph/surroundings";
import type { Reach } from "@knockon/graph/traverse";
import { and, inArray, isNull, sql } from "drizzle-orm";
import { getOrgRow } from "../connected-org/org-row.ts";
import type { Context } from "../context.ts";
import { computeImpact } from "../impact/impact-of-repository.ts";
import { loadReleasesOfUses } from "../impact/releases.ts";
import { loadAnswerNames } from "../naming/answer-names.ts";
import { loadRepositoryOwners } from "../ownership/line-owners.ts";
import { loadArchived } from "../repository/load-archived.ts";
import {
  getRepositoryRow,
  isPresent,
  repositoryColumns,
  type RepositoryRow,
} from "../repository/repository-row.ts";
import { loadGraph } from "./load-graph.ts";

interface Input {
  connectedOrgId: string;
  root?: string | undefined;
  depth: number;
  minConfidence: number;
  include?: readonly ("affected" | "onward" | "owners" | "types")[] | undefined;
}

/**
 * Without a root, returns every edge of the org and every repository they touch. With a root, returns everything within `depth` hops in
 * either direction, across the workspace's orgs, over edges at or above the confidence floor. Throws NotFoundError.
 */
export function getGraph(ctx: Context, input: Input) {
  return inWorkspace(ctx, async (tx) => {
    await getOrgRow(tx, input.connectedOrgId);
    const graph = await loadGraph(ctx, tx);
    if (input.root === undefined) return fullGraph(ctx, tx, graph, input);
    const root = await getRepositoryRow(tx, input.root);
    return rootedGraph(ctx, tx, graph, root, input);
  });
}

/** Returns the indexes of the edges whose consumer is in one of the orgs, for the graph and every counter. */
export async function edgesOf(tx: Transaction, graph: PackedGraph, connectedOrgIds: string[]) {
  const rows = await tx
    .select({ id: repository.id })
    .from(repository)
    .where(and(inArray(repository.connectedOrgId, connectedOrgIds), isPresent));
  const own = new Set(rows.map((row) => row.id));
  const isOwn = graph.nodes.map((id) => own.has(id));
  const edges: number[] = [];
  for (const [edge, source] of graph.columns.source.entries()) if (isOwn[source]) edges.push(edge);
  return { own, edges };
}

async function fullGraph(ctx: Context, tx: Transaction, graph: PackedGraph, input: Input) {
  const { own, edges } = await edgesOf(tx, graph, [input.connectedOrgId]);
  const presented = await presentEdges(tx, graph, edges, 0);
  const ids = new Set([...own, ...presented.map((edge) => edge.target)]);
  const nodes = await loadNodes(tx, { ids: [...ids] });
  const ownerOf = await loadNodeOwners(ctx, tx, nodes, input);
  const typeOf = mainTypes(graph, input);
  return {
    nodes: nodes.map((row) => presentNode(row, { owner: ownerOf(row.id), mainType: typeOf(row.id) })),
    edges: presented,
    appliedMinConfidence: null,
  };
}

async function rootedGraph(
  ctx: Context,
  tx: Transaction,
  graph: PackedGraph,
  root: RepositoryRow,
  input: Input,
) {
  const floor = toFloor(input.minConfidence);
  const node = findNode(graph, root.id);
  const around = node === undefined ? undefined : surroundingsOf(graph, node, input.depth, floor);
  const ids = new Set([root.id, ...(around?.nodes.map((at) => graph.nodes[at] ?? "") ?? [])]);
  const names = await loadAnswerNames(ctx, tx, () => ids);
  const shown = names ? namedPart(graph, root.id, around, (id) => names.mayName(root.id, id)) : undefined;
  const rows = await loadNodes(tx, { ids: [...ids].filter((id) => shown?.isNamed(id) ?? true) });
  const impact =
    input.include?.includes("affected") === true
      ? await loadImpact(ctx, tx, graph, root.id, input, (id) => names?.mayName(root.id, id) ?? true)
      : undefined;
  const ownerOf = await loadNodeOwners(ctx, tx, rows, input);
  const typeOf = mainTypes(graph, input);
  const shared = await loadSharedNames(tx, rows, names !== undefined);
  const nodes = rows.map((row) => {
    const sharesName = shared.has(row.name) ? true : undefined;
    const at = findNode(graph, row.id);
    const up = reachOf(around?.upstream, at);
    const down = reachOf(around?.downstream, at);
    const owner = ownerOf(row.id);
    const mainType = typeOf(row.id);
    if (row.id === root.id)
      return presentNode(row, {
        confidence: 1,
        hops: 0,
        upstream: null,
        downstream: null,
        ...(impact?.byHops && { affectedByHops: impact.byHops }),
        owner,
        mainType,
        sharesName,
      });
    const nearest = !down || (up && up.confidence >= down.confidence) ? up : down;
    return presentNode(row, {
      confidence: nearest?.confidence ?? 0,
      hops: nearest?.hops ?? 0,
      upstream: up,
      downstream: down,
      affected: impact?.arrivals.get(row.id),
      owner,
      mainType,
      sharesName,
    });
  });
  const indexes = shown?.edges ?? around?.edges ?? [];
  const edges = await presentEdges(tx, graph, indexes, floor);
  return {
    nodes,
    edges: impact
      ? edges.map((edge, at) => ({
          ...edge,
          affected: impact.passes(indexes[at] ?? -1),
        }))
      : edges,
    unnamed: names?.describe(ids.size - rows.length),
    appliedMinConfidence: input.minConfidence,
  };
}

/** Returns the names of these that other repositories have, too. Where not all may be named, only among these. */
async function loadSharedNames(
  tx: Transaction,
  rows: readonly NodeRow[],
  isRestricted: boolean,
): Promise<ReadonlySet<string>> {
  const ids = rows.map(({ id }) => id);
  const names = rows.map((row) => row.name);
  const found = await tx
    .select({ name: repository.name })
    .from(repository)
    .where(
      and(
        isNull(repository.absentSince),
        isRestricted
          ? sql`${repository.id} = any(${sql.param(ids)}::uuid[])`
          : sql`${repository.name} = any(${sql.param(names)}::text[])`,
      ),
    )
    .groupBy(repository.name)
    .having(sql`count(*) > 1`);
  return new Set(found.map(({ name }) => name));
}

/** The owners of the lists of repositories, if they are requested. */
async function loadNodeOwners(
  ctx: Context,
  tx: Transaction,
  rows: readonly NodeRow[],
  { include }: Pick<Input, "include">,
): Promise<(repositoryId: string) => LineOwner | undefined> {
  if (include?.includes("owners") !== true) return () => undefined;
  const ownerOf = await loadRepositoryOwners(
    ctx,
    tx,
    rows.map((row) => row.id),
  );
  return (repositoryId) => ownerOf(repositoryId) ?? undefined;
}

/** The main types of the lists of repositories, if they are requested. */
function mainTypes(graph: PackedGraph, { include }: Pick<Input, "include">) {
  const typeAt = include?.includes("types") === true ? mainTypesIn(graph) : () => null;
  return (repositoryId: string) => typeAt(findNode(graph, repositoryId) ?? -1) ?? undefined;
}

/** The hops of an impact by default, within which repositories pass a change on. */
const ONWARD_HOPS = 3;

/** Returns when a change of the root gets to each repository that it affects, what that passes on, and whether an edge passes it on. */
async function loadImpact(
  ctx: Context,
  tx: Transaction,
  graph: PackedGraph,
  rootId: string,
  { depth: maxDepth, minConfidence, include }: Input,
  isNamed: (id: string) => boolean,
) {
  const hasOnward = include?.includes("onward") === true;
  const archived = hasOnward ? await loadArchived(tx) : undefined;
  const query = { maxDepth, minConfidence, through: "artifacts", archived } as const;
  const { impact, travelsOf } = await computeImpact(ctx, tx, rootId, query);
  const travels = travelsOf();
  const loadUsual = async () =>
    maxDepth === ONWARD_HOPS
      ? impact
      : (await computeImpact(ctx, tx, rootId, { ...query, maxDepth: ONWARD_HOPS })).impact;
  const usual = hasOnward ? await loadUsual() : undefined;
  const passedOn = new Map(
    usual?.affected.map((one) => [one.repositoryId, { ...one.onward, dependents: one.dependents }]),
  );
  const named = usual?.affected.filter(({ repositoryId }) => isNamed(repositoryId));
  return {
    /** Repositories at each of the usual hops. */
    byHops:
      named &&
      Array.from({ length: ONWARD_HOPS }, (_, at) => named.filter(({ hops }) => hops === at + 1).length),
    arrivals: new Map(
      impact.affected.map((one) => {
        const { repositoryId, hops, clock, isConditional: conditional, decidingUse } = one;
        const { source } = decidingUse;
        const isOwn = source === repositoryId || !isNamed(source) || !isNamed(decidingUse.target);
        const onward = passedOn.get(repositoryId);
        const clockEvidence = versionThatDecides(one, isNamed);
        return [
          repositoryId,
          {
            hops,
            clock,
            conditional,
            ...(!isOwn && { clockRepositoryId: source }),
            ...(clockEvidence && { clockEvidence }),
            ...(onward && { onward }),
          },
        ];
      }),
    ),
    passes(edge: number): boolean {
      const { first, end } = usesOf(graph, edge);
      for (let use = first; use < end; use++) if (travels(use)) return true;
      return false;
    },
  };
}

/** Returns the version of the use that decides when a repository gets a change without anyone asking for it. */
function versionThatDecides({ clock, decidingUse }: AffectedRepository, isNamed: (id: string) => boolean) {
  if (clock !== "next_run" && clock !== "next_update") return undefined;
  const { source, target, versionConstraint, state } = decidingUse;
  if (versionConstraint === null || !isNamed(source) || !isNamed(target)) return undefined;
  const targetFile = fetchedFile(decidingUse);
  return {
    versionConstraint,
    versionConstraintState: state,
    ...(targetFile !== undefined && { targetFile }),
  };
}

/**
 * Leaves out the repositories that the answer may not name, except those that the root itself declares: they are in its own
 * files. Of these, only the edges from the root stay.
 */
function namedPart(
  { nodes, columns }: PackedGraph,
  rootId: string,
  around: { edges: readonly number[] } | undefined,
  mayName: (id: string) => boolean,
) {
  const ends = (edge: number) => ({
    source: nodes[columns.source[edge] ?? -1] ?? "",
    target: nodes[columns.target[edge] ?? -1] ?? "",
  });
  const edges = (around?.edges ?? []).filter((edge) => {
    const { source, target } = ends(edge);
    return source === rootId || (mayName(source) && mayName(target));
  });
  const declared = new Set(
    edges.flatMap((edge) => (ends(edge).source === rootId ? [ends(edge).target] : [])),
  );
  return { edges, isNamed: (id: string) => declared.has(id) || mayName(id) };
}

/** Edges with the role and the clock of their uses of at least the confidence `floor`. */
async function presentEdges(
  tx: Transaction,
  graph: PackedGraph,
  edges: readonly number[],
  floor: Thousandths,
) {
  const producers = new Set(edges.map((edge) => graph.nodes[graph.columns.target[edge] ?? -1] ?? ""));
  const traits = edgeTraits(graph, floor, await loadReleasesOfUses(tx, graph, [...producers]));
  return edges.map((edge) => ({ ...presentEdge(graph, edge), ...traits(edge) }));
}

function reachOf(reached: Reach | undefined, node: number | undefined) {
  const strength = node === undefined ? 0 : (reached?.strength[node] ?? 0);
  if (strength === 0) return null;
  return { confidence: fromThousandths(strength), hops: reached?.hops[node ?? -1] ?? 0 };
}

const { id, name, fullPath, connectedOrgId, archived, lastScannedAt } = repositoryColumns;
const nodeColumns = { id, name, fullPath, connectedOrgId, archived, lastScannedAt };
type NodeRow = Pick<RepositoryRow, keyof typeof nodeColumns>;

const loadNodes = prepared("nodes", (tx) =>
  tx
    .select(nodeColumns)
    .from(repository)
    .where(sql`${repository.id} = any(${sql.placeholder("ids")}::uuid[])`)
    .orderBy(repository.fullPath, repository.id),
);

export function presentEdge(graph: PackedGraph, index: number) {
  return {
    id: getEdgeId(graph, index),
    ...getIdentity(graph, index),
    confidence: fromThousandths(graph.columns.confidence[index] ?? 0),
  };
}

const presentNode = (row: NodeRow, reached: object = {}) => ({
  id: row.id,
  label: row.name,
  type: "repository" as const,
  metadata: {
    fullPath: row.fullPath,
    connectedOrgId: row.connectedOrgId,
    archived: row.archived,
    lastScannedAt: row.lastScannedAt,
    ...reached,
  },
});
