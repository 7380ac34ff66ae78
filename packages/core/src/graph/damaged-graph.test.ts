import { asSystem, inWorkspace } from "@knockon/db/in-workspace";
import { workspace as workspaceTable } from "@knockon/db/schema/workspace.sql";
import { useTestDatabase } from "@knockon/db/testing/use-test-database";
import { contentHash, encodeGraph } from "@knockon/graph/packed-graph-codec";
import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { getConnectedOrgStats } from "../connected-org/connected-org-stats.ts";
import type { MemoryBlobStore } from "../testing/memory-ports.ts";
import { getScripted, scriptOrg } from "../testing/scripted-org.ts";
import { openTestWorkspace } from "../testing/test-workspace.ts";
import { getGraph } from "./get-graph.ts";
import { rebuildGraph } from "./rebuild-graph.ts";

const database = useTestDatabase();

/** Scans an organization with uses of several types, locks, scopes and compositions. */
async function scanned() {
  const org = scriptOrg({
    "acme/base": { Dockerfile: "FROM debian:12\n", ".github/workflows/push.yml": PUSH },
    "acme/kit": { "package.json": `{"name": "@acme/kit", "version": "1.2.0"}` },
    "acme/app": {
      Dockerfile: "FROM ghcr.io/acme/base:1.0\nCOPY . .\n",
      "package.json": `{"name": "app", "dependencies": {"@acme/kit": "^1.0.0"}}`,
      ".github/workflows/ci.yml": "jobs: {build: {steps: [{uses: acme/kit@v1}]}}",
    },
  });
  const workspace = await openTestWorkspace(database());
  const orgId = await workspace.connect(org);
  await workspace.scan(orgId);
  const { ctx } = workspace;
  const store = ctx.ports.blobStore as MemoryBlobStore;
  const messages: string[] = [];
  ctx.log.error = (message) => void messages.push(message);
  const [row] = await asSystem(database(), (tx) =>
    tx
      .select({ hash: workspaceTable.graphHash })
      .from(workspaceTable)
      .where(eq(workspaceTable.id, ctx.workspaceId)),
  );
  const hash = row?.hash ?? "";
  const key = `graphs/${ctx.workspaceId}/${hash}`;
  return { workspace, ctx, org, orgId, store, hash, key, messages };
}

const PUSH = `
jobs:
  push:
    steps:
      - uses: docker/build-push-action@v6
        with: {push: true, tags: "ghcr.io/acme/base:1.0"}
`;

/** Replaces the cached graphs of this process by others. */
async function forgetGraphs(): Promise<void> {
  for (let other = 0; other < 3; other += 1) {
    const { ctx, orgId } = await scanned();
    await getGraph(ctx, { connectedOrgId: orgId, depth: 1, minConfidence: 0 });
  }
}

it("a graph rebuilt from rows has the bytes of the published one", async () => {
  const { workspace, ctx, org, orgId, hash } = await scanned();
  const rebuilt = async () => contentHash(encodeGraph(await inWorkspace(ctx, (tx) => rebuildGraph(tx))));
  expect(await rebuilt()).toBe(hash);
  getScripted(org, "acme/app").files = { Dockerfile: "FROM ghcr.io/acme/base:2.0\n" };
  await workspace.scan(orgId);
  expect(await rebuilt()).not.toBe(hash);
});

it.each([
  ["truncated", (bytes: Uint8Array) => bytes.slice(0, bytes.length / 2)],
  ["empty", () => new Uint8Array()],
  ["changed", (bytes: Uint8Array) => bytes.with(bytes.length - 1, 7)],
  ["missing", () => undefined],
])("reads and scans survive a stored graph that is %s", async (_, damage) => {
  const { workspace, ctx, org, orgId, store, key, messages } = await scanned();
  const all = { connectedOrgId: orgId, depth: 1, minConfidence: 0 };
  const before = await getGraph(ctx, all);
  expect(before.edges.length).toBeGreaterThan(2);
  await forgetGraphs();
  const stored = store.blobs.get(key);
  const damaged = stored && damage(stored.bytes);
  if (damaged) store.blobs.set(key, { bytes: damaged, storedAt: ctx.now() });
  else store.blobs.delete(key);

  const [graph] = await Promise.all([
    getGraph(ctx, all),
    getConnectedOrgStats(ctx, { connectedOrgId: orgId }),
  ]);
  expect(graph).toEqual(before);
  expect(store.blobs.get(key)?.bytes).toEqual(stored?.bytes);
  expect(messages).toEqual(["graph rebuilt"]);

  await forgetGraphs();
  store.blobs.set(key, { bytes: Uint8Array.of(1), storedAt: ctx.now() });
  getScripted(org, "acme/kit").files = { "package.json": `{"name": "@acme/kit", "version": "2.0.0"}` };
  expect(await workspace.scan(orgId)).toMatchObject({ status: "completed" });
  expect((await getGraph(ctx, all)).edges).toHaveLength(before.edges.length);
});
