import { useTestDatabase } from "@knockon/db/testing/use-test-database";
import { describe, expect, it } from "vitest";
import { memoryBlobStore } from "../testing/memory-ports.ts";
import { getScripted, scriptOrg, type Files } from "../testing/scripted-org.ts";
import { openTestWorkspace } from "../testing/test-workspace.ts";
import { untilSettledOrBlocked } from "../testing/concurrency.ts";
import { collectWorkspace } from "./collect-garbage.ts";

const database = useTestDatabase();
const DAY = 24 * 60 * 60 * 1000;

const using = (version: number): Files => ({
  ".github/workflows/ci.yml": `jobs: {a: {steps: [{uses: acme/actions/setup@v${version}}]}}`,
});

/** Each state of the app gives a different graph. */
async function opened() {
  const workspace = await openTestWorkspace(database());
  const { ctx } = workspace;
  const store = memoryBlobStore(ctx.now);
  ctx.ports.blobStore = store;
  const org = scriptOrg({ "acme/actions": { "setup/action.yml": "runs: {using: composite, steps: []}" } });
  org.repositories.push(...scriptOrg({ "acme/app": using(0) }).repositories);
  const connectedOrgId = await workspace.connect(org);
  const publish = (version: number) => {
    getScripted(org, "acme/app").files = using(version);
    return workspace.scan(connectedOrgId);
  };
  return { ...workspace, store, publish, keys: () => [...store.blobs.keys()] };
}

describe("the graphs of a workspace", () => {
  it("are the current and the previous one after a day", async () => {
    const { ctx, publish, keys, advance } = await opened();
    for (let version = 0; version < 4; version += 1) await publish(version);
    const stored = keys();
    expect(stored).toHaveLength(4);
    advance(DAY);
    expect(await collectWorkspace(ctx)).toMatchObject({ graphs: 0 });
    advance(1);
    expect(await collectWorkspace(ctx)).toMatchObject({ graphs: 2 });
    expect(keys()).toEqual(stored.slice(2));
    expect(await collectWorkspace(ctx)).toMatchObject({ graphs: 0 });
  });

  it("include those stored within the last day", async () => {
    const { ctx, store, publish, keys, advance } = await opened();
    await publish(0);
    advance(30 * DAY);
    await store.put(`graphs/${ctx.workspaceId}/of-a-publish-that-failed`, new Uint8Array());
    await store.put("graphs/another-workspace/graph", new Uint8Array());
    expect(await collectWorkspace(ctx)).toMatchObject({ graphs: 0 });
    advance(DAY + 1);
    expect(await collectWorkspace(ctx)).toMatchObject({ graphs: 1 });
    expect(keys()).toHaveLength(2);
  });

  it("include an old one that a publish makes current again, before and during its deletion", async () => {
    const { ctx, store, publish, keys, advance } = await opened();
    for (let version = 0; version < 4; version += 1) await publish(version);
    const [old] = keys();
    advance(2 * DAY);
    let published: Promise<unknown> | undefined;
    ctx.ports.blobStore = {
      ...store,
      async delete(key) {
        published ??= publish(0);
        await untilSettledOrBlocked(database(), published);
        await store.delete(key);
      },
    };
    await collectWorkspace(ctx);
    expect(await published).toMatchObject({ status: "completed" });
    expect(keys()).toContain(old);
    await collectWorkspace(ctx);
    expect(keys()).toContain(old);
  });

  it("include one that a publish has stored but not yet made current", async () => {
    const { ctx, store, publish, keys, advance } = await opened();
    for (let version = 0; version < 4; version += 1) await publish(version);
    const [old] = keys();
    let collected: Promise<unknown> | undefined;
    ctx.ports.blobStore = {
      ...store,
      async put(key, bytes) {
        await store.put(key, bytes);
        advance(2 * DAY);
        collected = collectWorkspace(ctx);
        await untilSettledOrBlocked(database(), collected);
      },
    };
    await publish(0);
    await collected;
    expect(keys()).toContain(old);
  });
});
