import { setTimeout as sleep } from "node:timers/promises";
import { connectNeon } from "@knockon/db/connect/neon";
import { connectNodePostgres } from "@knockon/db/connect/node-postgres";
import { createTestDatabase } from "@knockon/db/connect/test-database";
import { type Database, prepared } from "@knockon/db/database";
import { startFaultyProxy, type FaultyProxy } from "@knockon/db/testing/faulty-proxy";
import { sql } from "drizzle-orm";
import { describe, expect, inject, it, onTestFinished } from "vitest";
import { startPostgresProxy } from "../testing/neon-database.ts";

const STATEMENT_LIMIT_MS = 1_000;
/** Longer than the tests wait, so that they notice if the limit of `begin` is missing. */
const LONG_STATEMENT_LIMIT_MS = 10_000;

interface Subject {
  database: Database;
  proxy: FaultyProxy;
}

const DRIVERS: Record<string, (statementLimitMs: number) => Promise<Subject>> = {
  "one connection of node-postgres": (statementLimitMs) => overTcp(1, statementLimitMs),
  "ten connections of node-postgres": (statementLimitMs) => overTcp(10, statementLimitMs),
  async "one connection of Neon's driver"(statementLimitMs) {
    const { url, drop } = await createTestDatabase(inject("postgresUrl"));
    const webSockets = await startPostgresProxy(url);
    const [hostname = "", port] = webSockets.address.split(":");
    const proxy = await startFaultyProxy(hostname, Number(port));
    const { database } = connectNeon(url, `127.0.0.1:${proxy.port}`, statementLimitMs);
    onTestFinished(async () => {
      proxy.close();
      webSockets.close();
      await drop();
    });
    return { database, proxy };
  },
};

async function overTcp(connections: number, statementLimitMs: number): Promise<Subject> {
  const { url, drop } = await createTestDatabase(inject("postgresUrl"));
  const { hostname, port } = new URL(url);
  const proxy = await startFaultyProxy(hostname, Number(port));
  const proxied = new URL(url);
  proxied.host = `127.0.0.1:${proxy.port}`;
  const { database } = connectNodePostgres(proxied.href, connections, statementLimitMs);
  onTestFinished(async () => {
    proxy.close();
    await drop();
  });
  return { database, proxy };
}

const one = (database: Database) =>
  database.transaction(async (tx) => (await tx.execute(sql`select 1 as one`)).rows);
const ANSWER = [{ one: 1 }];

/** Statements outside of a transaction. */
const ALONE: Record<string, (database: Database) => Promise<unknown>> = {
  "prepared statements": (database) => preparedOne(database, {}),
  "other statements": async (database) => (await database.execute(sql`select 1 as one`)).rows,
};
const preparedOne = prepared("one", (database: Database) =>
  database.select({ one: sql<number>`one` }).from(sql`(values (1)) as found (one)`),
);

/** Runs the work, which must take less than two seconds. */
async function within2Seconds<T>(work: () => Promise<T>): Promise<T> {
  const late = sleep(2_000).then(() => Promise.reject(new Error("No answer within 2 s.")));
  return Promise.race([work(), late]);
}

describe.each(Object.entries(DRIVERS))("%s", (name, open) => {
  const width = name.startsWith("ten") ? 10 : 1;
  const openUsed = async (statementLimitMs = STATEMENT_LIMIT_MS): Promise<Subject> => {
    const subject = await open(statementLimitMs);
    await Promise.all(Array.from({ length: width }, () => one(subject.database)));
    return subject;
  };

  it("answers the next request after idle connections were reset", async () => {
    const { database, proxy } = await openUsed();
    proxy.reset();
    expect(await within2Seconds(() => one(database))).toEqual(ANSWER);
  });

  it("answers the next requests after idle connections became silent", async () => {
    const { database, proxy } = await openUsed(LONG_STATEMENT_LIMIT_MS);
    proxy.swallow();
    const answers = await within2Seconds(() =>
      Promise.all(Array.from({ length: width }, () => one(database))),
    );
    expect(answers).toEqual(Array.from({ length: width }, () => ANSWER));
    expect(await within2Seconds(() => one(database))).toEqual(ANSWER);
  });

  it.each(Object.entries(ALONE))(
    "answers the next %s outside of a transaction after idle connections became silent",
    async (_, ask) => {
      const { database, proxy } = await openUsed(LONG_STATEMENT_LIMIT_MS);
      await Promise.all(Array.from({ length: width }, () => ask(database)));
      proxy.swallow();
      const answers = await within2Seconds(() =>
        Promise.all(Array.from({ length: width }, () => ask(database))),
      );
      expect(answers).toEqual(Array.from({ length: width }, () => ANSWER));
    },
  );

  it("answers the next request after a connection was reset within a transaction", async () => {
    const { database, proxy } = await openUsed();
    const lost = database.transaction(async (tx) => {
      const waiting = tx.execute(sql`select pg_sleep(0.9)`);
      await sleep(50);
      proxy.reset();
      await waiting;
    });
    await expect(within2Seconds(() => lost)).rejects.toThrow("Failed query");
    expect(await within2Seconds(() => one(database))).toEqual(ANSWER);
  });

  it("answers the next request after a connection became silent within a transaction", async () => {
    const { database, proxy } = await openUsed();
    const lost = database.transaction(async (tx) => {
      proxy.swallow();
      await tx.execute(sql`select 1`);
    });
    await expect(within2Seconds(() => lost)).rejects.toThrow("Failed query");
    expect(await within2Seconds(() => one(database))).toEqual(ANSWER);
  });

  it("repeats no transaction that has begun", async () => {
    const { database, proxy } = await openUsed();
    let runs = 0;
    const lost = database.transaction(async (tx) => {
      runs += 1;
      proxy.reset();
      await sleep(50);
      await tx.execute(sql`select 1`);
    });
    await expect(within2Seconds(() => lost)).rejects.toThrow("Failed query");
    expect(runs).toBe(1);
  });

  it.runIf(width === 1)("answers again once the server can be reached", async () => {
    const { database, proxy } = await openUsed();
    proxy.swallowNew(true);
    proxy.swallow();
    await expect(one(database)).rejects.toThrow("timeout");
    proxy.swallowNew(false);
    expect(await within2Seconds(() => one(database))).toEqual(ANSWER);
  });
});
