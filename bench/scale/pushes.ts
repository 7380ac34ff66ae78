import type { BlobStore } from "@knockon/core/ports/blob-store";
import { progressBar } from "@knockon/cli/output/progress-bar";
import type { Client } from "pg";
import { countChangedEdges, readGraph } from "./graph-watch.ts";
import type { Push } from "./push.ts";
import type { Statement } from "./statement-log.ts";
import type { Obey } from "./worker-process.ts";
import { takeWrittenRows, type WrittenRows } from "./written-rows.ts";

export interface PushResult extends Push, WrittenRows {
  milliseconds: number;
  publishMilliseconds: number;
  changedEdges: number;
  /** The rows that the push may write. */
  bound: number;
}

/** Rows that a push may write whatever it changed: of the scan, the repository and its snapshot. */
const ALWAYS = 10;

/** One push after the other, each to its end, and what it did to the database and the graph. */
export async function runPushes(
  obey: Obey,
  pushes: readonly Push[],
  client: Client,
  blobStore: BlobStore,
): Promise<{ results: PushResult[]; statements: Statement[] }> {
  const results: PushResult[] = [];
  const statements: Statement[] = [];
  const progress = progressBar();
  let graph = await readGraph(client, blobStore);
  for (const push of pushes) {
    const work = await obey({ kind: "push", push });
    const written = await takeWrittenRows(client);
    const published = await readGraph(client, blobStore, graph);
    const changedEdges = countChangedEdges(graph, published);
    graph = published;
    statements.push(...work.statements);
    results.push({
      ...push,
      ...written,
      milliseconds: work.milliseconds,
      publishMilliseconds: work.publishes.reduce((sum, one) => sum + one, 0),
      changedEdges,
      bound: written.changedDeclarations + changedEdges + ALWAYS,
    });
    progress.update(results.length, pushes.length, push.kind);
  }
  progress.end();
  return { results, statements };
}
