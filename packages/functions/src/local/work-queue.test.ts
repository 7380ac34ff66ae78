import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { postgresQueue } from "@knockon/adapters/queue/postgres";
import type { ScanMessage } from "@knockon/core/ports/queue";
import { useTestDatabase } from "@knockon/db/testing/use-test-database";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import type { Delivery } from "../work-on-message.ts";
import { workQueue } from "./work-queue.ts";

const database = useTestDatabase();
const message: ScanMessage = { kind: "finish-scan", workspaceId: randomUUID(), scanId: randomUUID() };
const log = { info() {}, error() {} };

/** Works on a queue of one message and notes what became of each delivery. */
async function work(handle: () => Promise<void>, giveUp = async () => {}, receiveCount = 0) {
  const queue = postgresQueue(database());
  await queue.send([message]);
  await database().execute(`update queue_message set receive_count = ${receiveCount}`);
  const calls: string[] = [];
  const note = (name: string, then: () => Promise<void>) => async (given: Delivery) => {
    expect(given.message).toEqual(message);
    calls.push(name);
    await then();
  };
  const { receive } = queue;
  const options = {
    workers: 2,
    log,
    receive,
    handle: note("handle", handle),
    giveUp: note("giveUp", giveUp),
  };
  onTestFinished(workQueue(options).stop);
  return calls;
}

const isLeft = async () => (await database().execute("select from queue_message")).rowCount === 1;

/** Lets no message wait for its time. */
async function untilEmpty(): Promise<void> {
  while (await isLeft()) {
    await database().execute(
      "update queue_message set visible_at = now() where visible_at < now() + interval '1 minute'",
    );
    await sleep(20);
  }
}

const fail = () => Promise.reject(new Error("The database is away."));

beforeEach(() => database().execute("truncate queue_message"));

describe("workQueue", () => {
  it("handles a message once and deletes it", async () => {
    const calls = await work(async () => {});
    await untilEmpty();
    expect(calls).toEqual(["handle"]);
  });

  it("gives up a message that failed five times, and deletes it then", async () => {
    const calls = await work(fail);
    await untilEmpty();
    expect(calls).toEqual([...Array.from({ length: 5 }, () => "handle"), "giveUp"]);
  });

  it("keeps a message that could not even be given up", async () => {
    let failures = 2;
    const calls = await work(fail, () => ((failures -= 1) < 0 ? Promise.resolve() : fail()));
    await untilEmpty();
    expect(calls.slice(5)).toEqual(["giveUp", "giveUp", "giveUp"]);
  });

  it("gives up a message whose every delivery ended its process", async () => {
    const calls = await work(
      async () => {},
      async () => {},
      5,
    );
    await untilEmpty();
    expect(calls).toEqual(["giveUp"]);
  });
});
