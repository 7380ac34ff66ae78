import type { Extractor } from "@knockon/extract/isolate/extractor";
import { setImmediate as nextTurn } from "node:timers/promises";
import { scanRepository } from "@knockon/db/schema/scan.sql";
import { eq } from "drizzle-orm";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import type { ScanMessage } from "../ports/queue.ts";
import { getScripted, scriptOrg, type ScriptedOrg } from "../testing/scripted-org.ts";
import { useTestDatabase } from "@knockon/db/testing/use-test-database";
import { openTestWorkspace, type TestWorkspace } from "../testing/test-workspace.ts";
import { cancelScan } from "./cancel-scan.ts";
import { getScan } from "./read-scans.ts";
import { handleMessage } from "./handle-message.ts";
import { LEASE_MS } from "./lease.ts";
import { sweepScan, sweepScans } from "./sweep-scans.ts";
import { triggerScan } from "./start-scan.ts";

const scanIdOf = (message: ScanMessage): string => ("scanId" in message ? message.scanId : "");

const database = useTestDatabase();
const MINUTE = 60_000;

interface Started {
  workspace: TestWorkspace;
  org: ScriptedOrg;
  scanId: string;
}

async function start(names = ["acme/a", "acme/b"]): Promise<Started> {
  const org = scriptOrg(Object.fromEntries(names.map((name) => [name, { README: name }])));
  const workspace = await openTestWorkspace(database());
  const orgId = await workspace.connect(org);
  const { id } = await triggerScan(workspace.ctx, { connectedOrgId: orgId, scanType: "incremental" });
  return { workspace, org, scanId: id };
}

function take({ workspace }: Started): ScanMessage {
  const message = workspace.queue.take();
  if (!message) throw new Error("A message was expected.");
  return message;
}

const handle = ({ workspace }: Started, message: ScanMessage) => handleMessage(workspace.ctx, message);
const scanOf = ({ workspace, scanId }: Started) => getScan(workspace.ctx, { scanId });
async function leaseOf({ scanId }: Started): Promise<number | undefined> {
  const [row] = await database()
    .select({ leaseUntil: scanRepository.leaseUntil })
    .from(scanRepository)
    .where(eq(scanRepository.scanId, scanId));
  return row?.leaseUntil?.getTime();
}

/** Advances the clock and sweeps after each minute. Returns the number of messages sent. */
async function sweepFor({ workspace, scanId }: Started, minutes: number): Promise<number> {
  let sent = 0;
  for (let minute = 0; minute < minutes; minute += 1) {
    workspace.advance(MINUTE);
    sent += await sweepScan(workspace.ctx, scanId);
  }
  return sent;
}

/** Starts a worker and stops it in the middle of reading; `finish` lets it continue. */
function startReading({ workspace }: Started, message: ScanMessage) {
  const { ctx } = workspace;
  const reading = Promise.withResolvers<void>();
  const mayContinue = Promise.withResolvers<void>();
  const extractor: Extractor = {
    ...ctx.ports.extractor,
    async extract(repository, snapshot) {
      reading.resolve();
      await mayContinue.promise;
      return ctx.ports.extractor.extract(repository, snapshot);
    },
  };
  const handled = handleMessage({ ...ctx, ports: { ...ctx.ports, extractor } }, message);
  const finish = (): Promise<void> => {
    mayContinue.resolve();
    return handled;
  };
  return { reading: reading.promise, finish };
}

const killWorkerOf = (started: Started, message: ScanMessage): Promise<void> =>
  startReading(started, message).reading;

describe("a message lost between commit and queue", () => {
  it("that starts a scan is sent again", async () => {
    const started = await start();
    started.workspace.queue.clear();
    expect(await sweepFor(started, 1)).toBe(0);
    expect(await sweepFor(started, 2)).toBeGreaterThan(0);
    await started.workspace.deliver();
    expect(await scanOf(started)).toMatchObject({ status: "completed", interruptionCount: 0 });
  });

  it("of repositories that were planned but never enqueued is sent by the next sweep", async () => {
    const started = await start();
    const { ports } = started.workspace.ctx;
    const { queue } = ports;
    ports.queue = { send: () => Promise.reject(new Error("The queue is unavailable.")) };
    await expect(handle(started, take(started))).rejects.toThrow("The queue is unavailable.");
    ports.queue = queue;
    expect(await sweepFor(started, 1)).toBe(2);
    await started.workspace.deliver();
    expect(await scanOf(started)).toMatchObject({
      status: "completed",
      scannedRepos: 2,
      interruptionCount: 0,
    });
  });

  it("that finishes a scan is sent again", async () => {
    const started = await start([]);
    await handle(started, take(started));
    started.workspace.queue.clear();
    expect(await sweepFor(started, 1)).toBe(0);
    expect(await sweepFor(started, 2)).toBeGreaterThan(0);
    await started.workspace.deliver();
    expect(await scanOf(started)).toMatchObject({ status: "completed", interruptionCount: 0 });
  });

  it("is sent again after 16 minutes if the queue lost it", async () => {
    const started = await start();
    await handle(started, take(started));
    started.workspace.queue.clear();
    expect(await sweepFor(started, 15)).toBe(0);
    expect(await sweepFor(started, 1)).toBe(2);
    await started.workspace.deliver();
    expect(await scanOf(started)).toMatchObject({ status: "completed", interruptionCount: 1 });
  });

  it("counts as one interruption together with the rest of the plan", async () => {
    const started = await start();
    started.org.pageSize = 1;
    await handle(started, take(started));
    started.workspace.queue.clear();
    expect(await sweepFor(started, 16)).toBe(2);
    await started.workspace.deliver();
    expect(await scanOf(started)).toMatchObject({ status: "completed", interruptionCount: 1 });
  });
});

describe("a backlog", () => {
  it("is not sent again while the scan progresses", async () => {
    const names = Array.from({ length: 20 }, (_, index) => `acme/r${index}`);
    const started = await start(names);
    await handle(started, take(started));
    for (let done = 0; done < names.length; done += 1) {
      expect(await sweepFor(started, 5)).toBe(0);
      await handle(started, take(started));
    }
    await started.workspace.deliver();
    expect(await scanOf(started)).toMatchObject({ status: "completed", interruptionCount: 0 });
  });
});

describe("a dead worker's repository", () => {
  it("is read by another worker when the lease has expired", async () => {
    const started = await start();
    await handle(started, take(started));
    await killWorkerOf(started, take(started));
    await started.workspace.deliver();
    expect(await sweepFor(started, LEASE_MS / MINUTE)).toBe(0);
    expect(await scanOf(started)).toMatchObject({ status: "running", scannedRepos: 1 });
    expect(await sweepFor(started, 1)).toBe(1);
    await started.workspace.deliver();
    expect(await scanOf(started)).toMatchObject({
      status: "completed",
      scannedRepos: 2,
      interruptionCount: 0,
    });
  });

  it("fails after three crashes, and the scan is partial", async () => {
    const started = await start();
    await handle(started, take(started));
    await killWorkerOf(started, take(started));
    await started.workspace.deliver();
    for (const attempt of [2, 3]) {
      expect(await sweepFor(started, 1 + LEASE_MS / MINUTE), `attempt ${attempt}`).toBe(1);
      await killWorkerOf(started, take(started));
    }
    await sweepFor(started, 1 + LEASE_MS / MINUTE);
    await started.workspace.deliver();
    const scan = await scanOf(started);
    expect(scan).toMatchObject({ status: "partial", scannedRepos: 1, failedRepos: 1, interruptionCount: 0 });
    expect(scan.errors?.repoErrors).toMatchObject([{ fullPath: "acme/a", code: "worker_died" }]);
  });
});

describe("a message delivered again", () => {
  const deliver = ({ workspace }: Started, message: ScanMessage, requestId: string) =>
    handleMessage({ ...workspace.ctx, requestId }, message);

  it("takes over the lease of its former worker, but not that of another message", async () => {
    const started = await start(["acme/a"]);
    await handle(started, take(started));
    const message = take(started);
    const { ctx } = started.workspace;
    const extractor = { ...ctx.ports.extractor, extract: () => new Promise<never>(() => {}) };
    void handleMessage({ ...ctx, requestId: "1", ports: { ...ctx.ports, extractor } }, message);
    while ((await leaseOf(started)) === undefined) await nextTurn();
    await deliver(started, message, "2");
    expect(await scanOf(started)).toMatchObject({ status: "running", scannedRepos: 0 });
    await deliver(started, message, "1");
    await started.workspace.deliver();
    expect(await scanOf(started)).toMatchObject({ status: "completed", scannedRepos: 1 });
  });

  it("finishes the scan if its former worker could not after counting", async () => {
    for (const lastKind of ["scan-repository", "plan-scan"]) {
      const started = await start(lastKind === "plan-scan" ? [] : ["acme/a"]);
      if (lastKind === "scan-repository") await handle(started, take(started));
      const message = take(started);
      const { ctx } = started.workspace;
      const queue = { send: () => Promise.reject(new Error("The queue is unavailable.")) };
      const failed = handleMessage({ ...ctx, ports: { ...ctx.ports, queue } }, message);
      await expect(failed).rejects.toThrow("The queue is unavailable.");
      expect(await scanOf(started)).toMatchObject({ status: "running" });
      await handle(started, message);
      await started.workspace.deliver();
      expect([lastKind, (await scanOf(started)).status]).toEqual([lastKind, "completed"]);
    }
  });
});

describe("a slow worker", () => {
  it("is not an interruption while its lease is valid", async () => {
    const started = await start(["acme/a"]);
    await handle(started, take(started));
    expect(await sweepFor(started, 14)).toBe(0);
    started.workspace.advance(MINUTE / 2);
    const slow = startReading(started, take(started));
    await slow.reading;
    expect(await sweepFor(started, 1)).toBe(0);
    await slow.finish();
    await started.workspace.deliver();
    expect(await scanOf(started)).toMatchObject({ status: "completed", interruptionCount: 0 });
  });

  it("extends its lease, so that no other worker reads the repository", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    onTestFinished(() => void vi.useRealTimers());
    const started = await start(["acme/a"]);
    await handle(started, take(started));
    const slow = startReading(started, take(started));
    await slow.reading;
    for (let minute = 0; minute < 5; minute++) {
      const before = await leaseOf(started);
      expect(await sweepFor(started, 1)).toBe(0);
      vi.advanceTimersByTime(LEASE_MS / 3);
      while ((await leaseOf(started)) === before) await nextTurn();
    }
    await slow.finish();
    await started.workspace.deliver();
    expect(await scanOf(started)).toMatchObject({ status: "completed", interruptionCount: 0 });
  });

  it("and its successor count the repository once", async () => {
    const started = await start();
    await handle(started, take(started));
    const slow = startReading(started, take(started));
    await slow.reading;
    expect(await sweepFor(started, 1 + LEASE_MS / MINUTE)).toBe(1);
    const [second, again] = [take(started), take(started)];
    await handle(started, again);
    await slow.finish();
    expect(await scanOf(started)).toMatchObject({ status: "running", totalRepos: 2, scannedRepos: 1 });
    await handle(started, second);
    await started.workspace.deliver();
    expect(await scanOf(started)).toMatchObject({ status: "completed", scannedRepos: 2 });
  });
});

describe("an attempt that throws", () => {
  it("releases its lease, so that the message can be redelivered immediately", async () => {
    const started = await start();
    await handle(started, take(started));
    const message = take(started);
    let failures = 2;
    started.org.duringSnapshot = () => {
      failures -= 1;
      if (failures >= 0) throw new Error("The network is down.");
    };
    for (let attempt = 0; attempt < 2; attempt += 1) {
      await expect(handle(started, message)).rejects.toThrow("The network is down.");
    }
    await handle(started, message);
    await started.workspace.deliver();
    expect(await scanOf(started)).toMatchObject({ status: "completed", scannedRepos: 2 });
  });

  it("fails the repository after the third time", async () => {
    const started = await start(["acme/a"]);
    started.org.duringSnapshot = () => {
      throw new Error("The network is down.");
    };
    await handle(started, take(started));
    const message = take(started);
    for (let attempt = 0; attempt < 3; attempt += 1) {
      await expect(handle(started, message)).rejects.toThrow("The network is down.");
    }
    await handle(started, message);
    await started.workspace.deliver();
    expect(await scanOf(started)).toMatchObject({ status: "partial", failedRepos: 1 });
  });
});

describe("a stalled scan", () => {
  it("fails at the third interruption, with the reason [D-6.22]", async () => {
    const started = await start();
    await handle(started, take(started));
    const interruptions: number[] = [];
    for (let minute = 0; minute < 60; minute += 1) {
      started.workspace.queue.clear();
      await sweepFor(started, 1);
      interruptions.push((await scanOf(started)).interruptionCount);
    }
    expect([...new Set(interruptions)]).toEqual([0, 1, 2, 3]);
    expect(await scanOf(started)).toMatchObject({
      status: "failed",
      errors: { orgErrors: [{ code: "interrupted", message: "The scan was interrupted 3 times." }] },
    });
  });
});

describe("sweepScans", () => {
  it("sweeps the scans of every workspace, and ignores ended ones", async () => {
    const [lost, cancelled, other] = [await start(), await start(), await start()];
    const { ctx, queue } = lost.workspace;
    for (const one of [lost, cancelled, other]) one.workspace.queue.clear();
    await cancelScan(cancelled.workspace.ctx, { scanId: cancelled.scanId });
    lost.workspace.advance(3 * MINUTE);
    await sweepScans(ctx);
    const sent: string[] = [];
    for (let message = queue.take(); message; message = queue.take()) sent.push(scanIdOf(message));
    expect(sent).toContain(lost.scanId);
    expect(sent).toContain(other.scanId);
    expect(sent).not.toContain(cancelled.scanId);
  });

  it("continues with the others when one cannot be swept", async () => {
    const [broken, sound] = [await start(), await start()];
    for (const one of [broken, sound]) one.workspace.queue.clear();
    const { ctx } = sound.workspace;
    sound.workspace.advance(3 * MINUTE);
    const sent: string[] = [];
    const send = async (messages: readonly ScanMessage[]) => {
      if (messages.some((message) => scanIdOf(message) === broken.scanId)) throw new Error("Refused.");
      sent.push(...messages.map(scanIdOf));
    };
    await sweepScans({ ...ctx, ports: { ...ctx.ports, queue: { send } } });
    expect(sent).toContain(sound.scanId);
  });
});

it("the next scan reads a repository that became readable again", async () => {
  const started = await start(["acme/a"]);
  getScripted(started.org, "acme/a").isUnreadable = true;
  await started.workspace.deliver();
  expect(await scanOf(started)).toMatchObject({ status: "partial" });
  getScripted(started.org, "acme/a").isUnreadable = false;
  const { connectedOrgId } = await scanOf(started);
  expect(await started.workspace.scan(connectedOrgId)).toMatchObject({
    status: "completed",
    scannedRepos: 1,
  });
});
