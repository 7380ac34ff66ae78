import type { Transaction } from "@knockon/db/database";
import { inWorkspace } from "@knockon/db/in-workspace";
import { connectedOrg, credential } from "@knockon/db/schema/connected-org.sql";
import { useTestDatabase } from "@knockon/db/testing/use-test-database";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { HostBusyError } from "../ports/git-host.ts";
import type { ScanMessage } from "../ports/queue.ts";
import type { MemoryQueue } from "../testing/memory-ports.ts";
import { scriptOrg, type ScriptedOrg } from "../testing/scripted-org.ts";
import { openTestWorkspace, type TestWorkspace } from "../testing/test-workspace.ts";
import { getScan } from "./read-scans.ts";
import { handleMessage } from "./handle-message.ts";
import { isInFlight } from "./scan-row.ts";
import { sweepScans } from "./sweep-scans.ts";
import { triggerScan } from "./start-scan.ts";

const REPOSITORIES = Number(process.env["KNOCKON_BUSY_REPOSITORIES"] ?? 80);
/** GitHub allows 5,000 requests an hour, which is half of 10,000 repositories. */
const REQUESTS_AN_HOUR = REPOSITORIES / 2;
const WORKERS = 8;
const HOUR = 60 * 60_000;
/** Time between two sweeps. It does not divide the longest message delay, as with a real clock. */
const SWEEP_MS = 130_000;

const database = useTestDatabase(WORKERS);

/** A queue that delays messages by the test's clock. */
function delayingQueue() {
  let now = () => 0;
  let waiting: { message: ScanMessage; at: number }[] = [];
  const visible: ScanMessage[] = [];
  const queue: MemoryQueue = {
    async send(messages, delaySeconds = 0) {
      const at = now() + delaySeconds * 1000;
      if (delaySeconds === 0) visible.push(...messages);
      else waiting.push(...messages.map((message) => ({ message, at })));
    },
    take() {
      if (visible.length === 0) {
        visible.push(...waiting.filter(({ at }) => at <= now()).map(({ message }) => message));
        waiting = waiting.filter(({ at }) => at > now());
      }
      return visible.shift();
    },
    clear() {},
    get length() {
      return visible.length + waiting.length;
    },
  };
  return { queue, setClock: (clock: () => number) => (now = clock) };
}

/** Answers `limit` requests per hour and rejects the others until the next hour. */
function limitRequests(orgs: readonly ScriptedOrg[], now: () => number, limit: number) {
  const requests = new Map<number, number>();
  const request = () => {
    const hour = Math.floor(now() / HOUR);
    const count = (requests.get(hour) ?? 0) + 1;
    requests.set(hour, count);
    if (count > limit) throw new HostBusyError(new Date((hour + 1) * HOUR));
  };
  for (const org of orgs) Object.assign(org, { duringListing: request, duringSnapshot: request });
  return requests;
}

async function work({ ctx, queue }: TestWorkspace): Promise<void> {
  const loop = async () => {
    for (let message = queue.take(); message; message = queue.take()) await handleMessage(ctx, message);
  };
  await Promise.all(Array.from({ length: WORKERS }, loop));
}

/** Alternates between working and sweeping until no scan is in flight. */
async function runScans(workspace: TestWorkspace, scanIds: readonly string[]) {
  const { ctx } = workspace;
  for (let elapsed = 0; elapsed < 10 * HOUR; elapsed += SWEEP_MS) {
    await work(workspace);
    const scans = await Promise.all(scanIds.map((scanId) => getScan(ctx, { scanId })));
    if (scans.every((scan) => !isInFlight(scan.status))) return { scans, elapsed };
    workspace.advance(SWEEP_MS);
    await sweepScans(ctx);
  }
  throw new Error("The scans did not end within ten hours.");
}

const orgOf = (name: string, size: number): ScriptedOrg =>
  scriptOrg(
    Object.fromEntries(Array.from({ length: size }, (_, index) => [`${name}/r${index}`, { README: "" }])),
  );

async function openBusy(orgs: Record<string, ScriptedOrg>, limit: number) {
  const { queue, setClock } = delayingQueue();
  const workspace = await openTestWorkspace(database(), queue);
  const { ctx } = workspace;
  setClock(() => ctx.now().getTime());
  const requests = limitRequests(Object.values(orgs), () => ctx.now().getTime(), limit);
  const orgIds: string[] = [];
  for (const [name, org] of Object.entries(orgs)) orgIds.push(await workspace.connect(org, name));
  const scan = async () => {
    const started = await Promise.all(
      orgIds.map((connectedOrgId) => triggerScan(ctx, { connectedOrgId, scanType: "incremental" })),
    );
    return runScans(
      workspace,
      started.map(({ id }) => id),
    );
  };
  return { workspace, requests, orgIds, scan };
}

describe("a host that limits requests", () => {
  it(
    `completes a scan of ${REPOSITORIES} repositories at ${REQUESTS_AN_HOUR} requests an hour without failure or interruption [D-6.30]`,
    async () => {
      const { requests, scan } = await openBusy({ acme: orgOf("acme", REPOSITORIES) }, REQUESTS_AN_HOUR);
      const { scans, elapsed } = await scan();
      expect(scans).toMatchObject([
        {
          status: "completed",
          scannedRepos: REPOSITORIES,
          failedRepos: 0,
          interruptionCount: 0,
          errors: null,
        },
      ]);
      expect(elapsed).toBeGreaterThan(HOUR);
      expect(elapsed).toBeLessThan(4 * HOUR);
      // After the first rejection, only requests already in progress follow.
      for (const count of requests.values()) expect(count).toBeLessThanOrEqual(REQUESTS_AN_HOUR + WORKERS);
    },
    60_000 + REPOSITORIES * 100,
  );

  it("receives no requests from any org with the same credential [D-6.29]", async () => {
    const { workspace, requests, orgIds, scan } = await openBusy(
      { acme: orgOf("acme", 22), labs: orgOf("labs", 22) },
      20,
    );
    await inWorkspace(workspace.ctx, async (tx) => {
      const [first] = await tx
        .select()
        .from(connectedOrg)
        .where(eq(connectedOrg.id, orgIds[0] ?? ""));
      await tx.update(connectedOrg).set({ credentialId: first?.credentialId ?? null });
    });
    const { scans } = await scan();
    expect(scans).toMatchObject([
      { status: "completed", scannedRepos: 22, interruptionCount: 0 },
      { status: "completed", scannedRepos: 22, interruptionCount: 0 },
    ]);
    for (const count of requests.values()) expect(count).toBeLessThanOrEqual(20 + WORKERS);
  });

  it("does not defer scans with another credential", async () => {
    const busy = orgOf("acme", 1);
    const { workspace, orgIds } = await openBusy({ acme: busy, labs: orgOf("labs", 1) }, 20);
    const { ctx } = workspace;
    const rested = new Date(ctx.now().getTime() - HOUR);
    const findLabs = (tx: Transaction) =>
      tx
        .select({ id: credential.id, notBefore: credential.notBefore })
        .from(credential)
        .innerJoin(connectedOrg, eq(connectedOrg.credentialId, credential.id))
        .where(eq(connectedOrg.id, orgIds[1] ?? ""));
    const [labs] = await inWorkspace(ctx, findLabs);
    await inWorkspace(ctx, (tx) =>
      tx
        .update(credential)
        .set({ notBefore: rested })
        .where(eq(credential.id, labs?.id ?? "")),
    );
    busy.duringListing = () => {
      throw new HostBusyError(new Date(ctx.now().getTime() + HOUR));
    };
    await triggerScan(ctx, { connectedOrgId: orgIds[0] ?? "", scanType: "incremental" });
    await work(workspace);
    expect(await inWorkspace(ctx, findLabs)).toEqual([{ id: labs?.id, notBefore: rested }]);
  });

  it("can be busy in the middle of a listing", async () => {
    const org = orgOf("acme", 10);
    org.pageSize = 2;
    const { scan } = await openBusy({ acme: org }, 3);
    expect((await scan()).scans).toMatchObject([
      { status: "completed", totalRepos: 10, interruptionCount: 0 },
    ]);
  });
});
