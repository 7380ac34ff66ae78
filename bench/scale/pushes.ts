import { progressBar } from "@knockon/cli/output/progress-bar";
import type { BlobStore } from "@knockon/core/ports/blob-store";
import type { Client } from "pg";
import { randomNumbers } from "../measure/numbers.ts";
import { type Use, drawProducer, drawUse } from "./organization.ts";
import { ECOSYSTEMS } from "./ecosystem.ts";
import { countChangedEdges, readGraph } from "./graph-watch.ts";
import { type Organization, type Repository, producedBy } from "./organization.ts";
import type { Statement } from "./statement-log.ts";
import type { Execute } from "./worker-process.ts";
import { type WrittenRows, takeWrittenRows } from "./written-rows.ts";

export type PushKind = "bump" | "add" | "remove" | "tag" | "rename" | "code";

/** One push to one repository. */
export interface Push {
  number: number;
  kind: PushKind;
  repository: number;
}

/** Percentages. A rename changes the name of a package with dependents. */
const MIX: Record<PushKind, number> = { bump: 40, add: 20, remove: 10, tag: 10, rename: 5, code: 15 };
const KINDS = Object.entries(MIX).flatMap(([kind, share]) => Array<PushKind>(share).fill(kind as PushKind));
/** Coprime to 100, which mixes the kinds. */
const STRIDE = 37;

/** Returns pushes in order, determined by the seed. The first rename is of the package with the most dependents. */
export function makePushes(organization: Organization, count: number): Push[] {
  const random = randomNumbers(organization.seed + 0.5e6);
  const kinds = Array.from(
    { length: count },
    (_, number) => KINDS[(number * STRIDE) % KINDS.length] ?? "code",
  );
  const firstRename = kinds.indexOf("rename");
  return kinds.map((kind, number) => {
    if (number === firstRename) return { number, kind, repository: 0 };
    const isProducer = kind === "rename" || kind === "tag";
    const repository = isProducer
      ? drawProducer(organization, 0, "npm", random)
      : Math.floor(random() * organization.repositories);
    return { number, kind, repository };
  });
}

/** Applies a push to a repository. */
export function applyPush(organization: Organization, repository: Repository, { number, kind }: Push): void {
  const random = randomNumbers(organization.seed * 7_368_787 + number);
  const { uses, index } = repository;
  const place = Math.floor(random() * uses.length);
  const use = uses[place];
  if (kind === "rename" && producedBy(index).includes("npm")) repository.isRenamed = !repository.isRenamed;
  if (!use) return;
  if (kind === "bump") use.version = differentVersion(use, number);
  if (kind === "remove") uses.splice(place, 1);
  if (kind === "add") {
    uses.splice(place, 0, drawUse(organization, index, use.ecosystem, use.file, random));
  }
}

function differentVersion({ ecosystem, version }: Use, number: number): string {
  const next = ECOSYSTEMS[ecosystem].version(number);
  return next === version ? ECOSYSTEMS[ecosystem].version(number + 1) : next;
}

export interface PushResult extends Push, WrittenRows {
  milliseconds: number;
  publishMilliseconds: number;
  changedEdges: number;
  /** Maximum number of rows that the push should write. */
  bound: number;
}

/** Rows written by every push: of the scan, the repository and its snapshot. */
const ALWAYS = 10;

/** Runs pushes one after the other and measures the changes to database and graph. */
export async function runPushes(
  execute: Execute,
  pushes: readonly Push[],
  client: Client,
  blobStore: BlobStore,
): Promise<{ results: PushResult[]; statements: Statement[] }> {
  const results: PushResult[] = [];
  const statements: Statement[] = [];
  const progress = progressBar();
  let graph = await readGraph(client, blobStore);
  for (const push of pushes) {
    const work = await execute({ kind: "push", push });
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
