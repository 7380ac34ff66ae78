import { randomUUID } from "node:crypto";
import { postgresQueue } from "@knockon/adapters/queue/postgres";
import type { ScanMessage } from "@knockon/core/ports/queue";
import { useTestDatabase } from "@knockon/db/testing/use-test-database";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import type { Delivery } from "../work-on-message.ts";
import { repeat, workQueue } from "./workers.ts";
import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises";

const database = useTestDatabase();
const message: ScanMessage = { kind: "finish-scan", workspaceId: randomUUID(), scanId: randomUUID() };
const log = { info() {}, error() {} };

/** Processes a queue with one message and records the outcome of each delivery. */
async function processOne(
  handle: () => Promise<void>,
  giveUp = async () => {},
  receiveCount = 0,
  release = (send: () => Promise<void>) => send(),
) {
  const queue = postgresQueue(database());
  await queue.send([message]);
  await database().execute(`update queue_message set receive_count = ${receiveCount}`);
  const calls: string[] = [];
  const note = (name: string, then: () => Promise<void>) => async (given: Delivery) => {
    expect(given.message).toEqual(message);
    calls.push(name);
    await then();
  };
  const receive = async () => {
    const received = await queue.receive();
    return (
      received && { ...received, release: (seconds: number) => release(() => received.release(seconds)) }
    );
  };
  const options = {
    workers: 2,
    log,
    extendMs: 1000,
    receive,
    handle: note("handle", handle),
    giveUp: note("giveUp", giveUp),
  };
  onTestFinished(workQueue(options).stop);
  return calls;
}

const isLeft = async () => (await database().execute("select from queue_message")).rowCount === 1;

/** Makes messages that wait for their next delivery visible at once. Those in progress are hidden for much longer. */
async function untilEmpty(): Promise<void> {
  while (await isLeft()) {
    await database().execute(
      "update queue_message set visible_at = now() where visible_at < now() + interval '10 seconds'",
    );
    await sleep(20);
  }
}

const fail = () => Promise.reject(new Error("The database is away."));

beforeEach(() => database().execute("truncate queue_message"));

describe("workQueue", () => {
  it("handles a message once and deletes it", async () => {
    const calls = await processOne(async () => {});
    await untilEmpty();
    expect(calls).toEqual(["handle"]);
  });

  it("returns a failed message as soon as the queue answers again", async () => {
    let [failures, refusals] = [1, 2];
    const calls = await processOne(
      () => ((failures -= 1) < 0 ? Promise.resolve() : fail()),
      async () => {},
      0,
      (send) => ((refusals -= 1) < 0 ? send() : fail()),
    );
    await untilEmpty();
    expect(calls).toEqual(["handle", "handle"]);
  });

  it("gives up a message that failed five times and deletes it", async () => {
    const calls = await processOne(fail);
    await untilEmpty();
    expect(calls).toEqual([...Array.from({ length: 5 }, () => "handle"), "giveUp"]);
  });

  it("keeps a message if giving it up fails", async () => {
    let failures = 2;
    const calls = await processOne(fail, () => ((failures -= 1) < 0 ? Promise.resolve() : fail()));
    await untilEmpty();
    expect(calls.slice(5)).toEqual(["giveUp", "giveUp", "giveUp"]);
  });

  it("gives up a message whose deliveries crashed the process", async () => {
    const calls = await processOne(
      async () => {},
      async () => {},
      5,
    );
    await untilEmpty();
    expect(calls).toEqual(["giveUp"]);
  });
});

describe("repeat", () => {
  it("continues after a failure and reports it", async () => {
    const failures: unknown[] = [];
    const work = () => Promise.reject(new Error("no database"));
    const repetition = repeat({ work, fail: (error) => failures.push(error), everyMs: 1 });
    while (failures.length < 3) await sleep(1);
    await repetition.stop();
    expect(failures[0]).toEqual(new Error("no database"));
  });

  it("waits for work in progress when stopped, and does not repeat it", async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    let begun = 0;
    const work = () => {
      begun += 1;
      return promise;
    };
    const repetition = repeat({ work, fail: () => {}, everyMs: 1 });
    while (begun === 0) await sleep(1);
    const stopped = repetition.stop();
    expect(await Promise.race([stopped, nextTurn("waiting")])).toBe("waiting");
    resolve();
    await stopped;
    await sleep(10);
    expect(begun).toBe(1);
  });

  it("stops at once before the first time", async () => {
    let begun = 0;
    const work = async () => void (begun += 1);
    await repeat({ work, fail: () => {}, everyMs: 1, firstMs: 60_000 }).stop();
    expect(begun).toBe(0);
  });
});
