import type { Transaction } from "@knockon/db/database";
import { dependency } from "@knockon/db/schema/dependency.sql";
import { and, asc, eq, gt } from "drizzle-orm";
import type { Context } from "../context.ts";
import { presentEdge } from "../graph/get-graph.ts";
import { loadGraph } from "../graph/load-graph.ts";
import { presentDeclaration } from "../repository/declaration-rows.ts";
import { pages } from "./export-pages.ts";

const PAGE = 1000;

/** Org by org: within one, an index gives them by their ids. */
export async function* exportDependencies(tx: Transaction, connectedOrgIds: readonly string[]) {
  for (const connectedOrgId of connectedOrgIds) {
    yield* pages(
      (after) =>
        tx
          .select()
          .from(dependency)
          .where(and(eq(dependency.connectedOrgId, connectedOrgId), gt(dependency.id, after)))
          .orderBy(asc(dependency.id))
          .limit(PAGE),
      (rows) =>
        rows.map((row) => ({
          ...presentDeclaration(row),
          connectedOrgId,
          sourceRepositoryId: row.sourceRepositoryId,
          targetRepositoryId: row.targetRepositoryId,
          reason: row.reason,
        })),
    );
  }
}

export async function* exportEdges(ctx: Context, tx: Transaction) {
  const graph = await loadGraph(ctx, tx);
  const edgeCount = graph.columns.source.length;
  for (let from = 0; from < edgeCount; from += PAGE) {
    const length = Math.min(PAGE, edgeCount - from);
    yield Array.from({ length }, (_, at) => presentEdge(graph, from + at));
  }
}
