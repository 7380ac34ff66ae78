import { randomUUID } from "node:crypto";
import type { ScanMessage } from "@knockon/core/ports/queue";
import { connectNodePostgres } from "@knockon/db/connect/node-postgres";
import { useTestDatabase } from "@knockon/db/testing/use-test-database";
import { sql } from "drizzle-orm";
import { describe, expect, it, onTestFinished } from "vitest";
import { describeQueue } from "../testing/queue-conformance.ts";
import { postgresQueue } from "./postgres.ts";

const database = useTestDatabase();
const message = (): ScanMessage => ({ kind: "finish-scan", workspaceId: randomUUID(), scanId: randomUUID() });

async function open(visibilitySeconds: number) {
  await database().execute(sql`truncate queue_message`);
  return postgresQueue(database(), visibilitySeconds);
}

const advance = (seconds: number) =>
  database().execute(
    sql`update queue_message set visible_at = visible_at - make_interval(secs => ${seconds})`,
  );

describeQueue("a Postgres table", {
  open,
  advance,
  unreachable() {
    const { database: nowhere, close } = connectNodePostgres("postgres://127.0.0.1:1/nowhere", 1);
    onTestFinished(close);
    return postgresQueue(nowhere);
  },
});

describe("postgresQueue", () => {
  it("skips a message that another worker is receiving, without waiting", async () => {
    const queue = await open(60);
    const [first, second] = [message(), message()];
    await queue.send([first, second]);
    await database().transaction(async (tx) => {
      await tx.execute(sql`select from queue_message order by id limit 1 for update`);
      expect(await queue.receive()).toMatchObject({ message: second });
      expect(await queue.receive()).toBeUndefined();
    });
    expect(await queue.receive()).toMatchObject({ message: first });
  });

  it("delivers messages in the order sent if none is released or delayed", async () => {
    const queue = await open(60);
    const sent = Array.from({ length: 20 }, message);
    await queue.send(sent.slice(0, 10));
    await queue.send(sent.slice(10));
    const received: ScanMessage[] = [];
    for (let next = await queue.receive(); next; next = await queue.receive()) received.push(next.message);
    expect(received).toEqual(sent);
  });

  it("lets workspaces take turns, each in the order sent", async () => {
    const queue = await open(60);
    const of = (workspaceId: string, nth: number): ScanMessage => ({
      kind: "finish-scan",
      workspaceId,
      scanId: `${nth}`,
    });
    const next = async () => {
      const received = await queue.receive();
      await received?.delete();
      const { workspaceId, scanId } = (received?.message ?? {}) as { workspaceId: string; scanId: string };
      return received && `${workspaceId}${scanId}`;
    };
    await queue.send(Array.from({ length: 150 }, (_, nth) => of("a", nth)));
    for (let nth = 0; nth < 70; nth += 1) expect(await next()).toBe(`a${nth}`);
    await queue.send([of("b", 0), of("b", 1)]);
    expect([await next(), await next(), await next(), await next()]).toEqual(["a70", "b0", "a71", "b1"]);
    // What a handled message sends goes behind the messages of its workspace, but not behind those of others.
    await queue.send([of("b", 2)]);
    await queue.send([of("a", 150)]);
    expect([await next(), await next(), await next()]).toEqual(["a72", "b2", "a73"]);
    for (let nth = 74; nth <= 150; nth += 1) expect(await next()).toBe(`a${nth}`);
    expect(await next()).toBeUndefined();
  });

  it("sends more messages at once than a statement can have parameters", async () => {
    const queue = await open(60);
    await queue.send(Array.from({ length: 30_000 }, message));
    const { rows } = await database().execute(sql`select count(*)::int from queue_message`);
    expect(rows).toEqual([{ count: 30_000 }]);
  });

  it("ignores a release if another worker has received the message since", async () => {
    const queue = await open(10);
    await queue.send([message()]);
    const slow = await queue.receive();
    await advance(11);
    const other = postgresQueue(database(), 60);
    expect(await other.receive()).toMatchObject({ receiveCount: 2 });
    await slow?.release(0);
    expect(await other.receive()).toBeUndefined();
  });

  it("denies access to the workspace role", async () => {
    await expect(
      database().transaction(async (tx) => {
        await tx.execute(sql`set local role knockon_app`);
        await tx.execute(sql`select from queue_message`);
      }),
    ).rejects.toMatchObject({ cause: { message: expect.stringContaining("permission denied") } });
  });
});
