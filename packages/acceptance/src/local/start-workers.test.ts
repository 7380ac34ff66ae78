import { setTimeout as sleep } from "node:timers/promises";
import { getScan } from "@knockon/core/scan/read-scans";
import { isInFlight } from "@knockon/core/scan/scan-row";
import { triggerScan } from "@knockon/core/scan/start-scan";
import { connectNodePostgres } from "@knockon/db/connect/node-postgres";
import { describe, expect, it, onTestFinished } from "vitest";
import type { SharedContext } from "@knockon/api/serve-route";
import { composeLocal } from "@knockon/functions/compose/local";
import { jsonLogger } from "@knockon/functions/compose/logger";
import { migratedDatabase } from "../testing/local-process.ts";
import { GLOBEX, makeOrganization } from "../testing/organizations.ts";
import { temporaryFolder } from "@knockon/functions/testing/temporary-folder";
import { openOrg, openWorkspace } from "@knockon/functions/local/first-scan";
import { startWorkers } from "@knockon/functions/local/workers";

const REPOSITORY_COUNT = Object.keys(GLOBEX).length;

/** Prepares a pending scan. Returns the log lines of its workers. */
async function prepare() {
  const folder = await temporaryFolder({});
  const organization = makeOrganization(folder, "globex", GLOBEX);
  const { DATABASE_URL } = await migratedDatabase();
  const { database, close } = connectNodePostgres(DATABASE_URL);
  onTestFinished(close);
  const lines: Record<string, unknown>[] = [];
  const log = jsonLogger((line) => lines.push(JSON.parse(line) as Record<string, unknown>));
  const local = composeLocal({ database, dataFolder: folder, localOrgRoots: [folder], threads: 2, log });
  onTestFinished(local.close);
  const ctx = await openWorkspace(local.shared);
  const org = await openOrg(ctx, "globex", organization);
  const { id: scanId } = await triggerScan(ctx, { connectedOrgId: org.id, scanType: "full" });
  return {
    ctx,
    scanId,
    lines,
    shared: local.shared,
    start: (shared: SharedContext) => startWorkers(shared, local.queue, 4),
    async held() {
      const { rows } = await database.execute(`select
        (select count(*)::int from scan_repository where lease_until is not null) as leased,
        (select count(*)::int from queue_message where visible_at > now()) as hidden`);
      return rows[0];
    },
    async ended() {
      for (;;) {
        const scan = await getScan(ctx, { scanId });
        if (!isInFlight(scan.status)) return scan;
        await sleep(20);
      }
    },
  };
}

const neverExtracting = (shared: SharedContext): SharedContext => ({
  ...shared,
  ports: {
    ...shared.ports,
    extractor: { ...shared.ports.extractor, extract: () => new Promise<never>(() => {}) },
  },
});

describe("startWorkers", () => {
  it("stops after the messages in progress, or releases them immediately", async () => {
    const { shared, start, held, ended, lines } = await prepare();
    const workers = start(neverExtracting(shared));
    const allHeld = { leased: REPOSITORY_COUNT, hidden: REPOSITORY_COUNT };
    while (JSON.stringify(await held()) !== JSON.stringify(allHeld)) await sleep(20);
    const stopped = workers.stop();
    expect(await Promise.race([stopped, held()])).toEqual(allHeld);

    await workers.release();
    await stopped;
    expect(await held()).toEqual({ ...allHeld, hidden: 0 });
    expect(lines.filter(({ level }) => level === "error")).toEqual([]);

    const next = start(shared);
    expect(await ended()).toMatchObject({ status: "completed", scannedRepos: REPOSITORY_COUNT });
    await next.stop();
  });

  it("logs the message's fields in every line, and its duration at the end", async () => {
    const { shared, start, ended, lines, ctx, scanId } = await prepare();
    const workers = start(shared);
    await ended();
    await workers.stop();
    const fields = { workspaceId: ctx.workspaceId, scanId };
    const receipt = { messageId: expect.stringMatching(/^\d+$/u), receiveCount: 1 };
    for (const line of lines) expect(line).toMatchObject({ ...fields, ...receipt, level: "info" });
    const handled = lines.filter(({ message }) => message === "message handled");
    expect(handled.map(({ kind }) => kind)).toEqual([
      "plan-scan",
      ...Array.from({ length: REPOSITORY_COUNT }, () => "scan-repository"),
      "finish-scan",
    ]);
    for (const line of handled) expect(line).toMatchObject({ durationMs: expect.any(Number) });
    const read = lines.filter(({ kind }) => kind === "scan-repository");
    for (const line of read) expect(line).toMatchObject({ repositoryId: expect.any(String) });
    expect(lines.length).toBeGreaterThan(handled.length);
  });

  it("logs the cause of a failed message", async () => {
    const { shared, start, lines } = await prepare();
    const openGitHost = () => {
      throw new Error("no host");
    };
    const findFailure = () => lines.find(({ level }) => level === "error");
    const workers = start({ ...shared, ports: { ...shared.ports, openGitHost } });
    while (!findFailure()) await sleep(20);
    await workers.stop();
    expect(findFailure()).toMatchObject({
      message: "message failed",
      kind: "plan-scan",
      receiveCount: 1,
      durationMs: expect.any(Number),
      cause: expect.stringContaining("no host"),
    });
  });
});
