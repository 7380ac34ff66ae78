import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client, type QueryResultRow } from "pg";
import { afterEach, describe, expect, it } from "vitest";
import { startEmbeddedPostgres, type EmbeddedPostgres, type EmbeddedPostgresOptions } from "./embedded.ts";
import { EmbeddedPostgresError } from "./embedded/embedded-postgres-error.ts";
import { copyPreparedPostgres } from "../testing/prepared-postgres.ts";

const cleanups: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
});

async function emptyFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "knockon-embedded-"));
  cleanups.push(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Creates the folder of a stopped Postgres. */
async function preparedFolder(): Promise<string> {
  const folder = await emptyFolder();
  await copyPreparedPostgres(folder);
  return folder;
}

async function start(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres({ durable: false, ...options });
  cleanups.push(() => postgres.stop());
  return postgres;
}

async function query(url: string, text: string): Promise<QueryResultRow> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<QueryResultRow>(text);
    return rows[0] ?? {};
  } finally {
    await client.end();
  }
}

describe("startEmbeddedPostgres", () => {
  it("serves Postgres 18 with UTF-8 text in C collation, in a new folder", async () => {
    const parent = await emptyFolder();
    await chmod(parent, 0o755);
    const { url } = await start({ folder: join(parent, "below", "here") });
    expect(
      await query(
        url,
        `SELECT current_database() AS database, pg_encoding_to_char(encoding) AS encoding, datcollate AS locale,
                current_setting('server_version_num')::int / 10000 AS major
         FROM pg_database WHERE datname = current_database()`,
      ),
    ).toEqual({ database: "knockon", encoding: "UTF8", locale: "C", major: 18 });
  });

  it("requires the password and listens on the loopback only, without a socket", async () => {
    const folder = await preparedFolder();
    const { url } = await start({ folder });
    const withoutPassword = new URL(url);
    withoutPassword.password = "guess";
    await expect(query(withoutPassword.href, "SELECT 1")).rejects.toThrow(/password authentication failed/);
    expect((await stat(join(folder, "data", "knockon.password"))).mode & 0o777).toBe(0o600);
    expect(
      await query(
        url,
        "SELECT current_setting('listen_addresses') AS tcp, current_setting('unix_socket_directories') AS socket",
      ),
    ).toEqual({ tcp: "127.0.0.1", socket: "" });
  });

  it("keeps data and password across a stop, which may be requested twice, and waits for the disk unless durability is disabled", async () => {
    const folder = await preparedFolder();
    const first = await start({ folder, durable: true });
    expect(await query(first.url, "SHOW fsync")).toEqual({ fsync: "on" });
    await query(first.url, "CREATE TABLE kept AS SELECT 42 AS answer");
    await Promise.all([first.stop(), first.stop()]);
    await first.stop();
    const second = await start({ folder, durable: false });
    expect(await query(second.url, "SHOW fsync")).toEqual({ fsync: "off" });
    expect(await query(second.url, "SELECT answer FROM kept")).toEqual({ answer: 42 });
    expect(new URL(second.url).password).toBe(new URL(first.url).password);
  });

  it("lets one of two concurrent first starts win, and the other fails with the reason", async () => {
    const folder = await emptyFolder();
    const results = await Promise.allSettled([start({ folder }), start({ folder })]);
    const reasons = results.flatMap((result) =>
      result.status === "rejected" ? [result.reason as Error] : [],
    );
    expect(reasons).toHaveLength(1);
    expect(reasons[0]).toBeInstanceOf(EmbeddedPostgresError);
    expect(reasons[0]?.message).toMatch(/in use by another running Knockon/);
    expect(await readdir(folder)).toEqual(["data"]);
  });

  it("is started again on its port each time it is killed, until it is stopped", async () => {
    const folder = await preparedFolder();
    const events: string[] = [];
    const { url, stop } = await start({
      folder,
      durable: true,
      onLost: () => void events.push("lost"),
      onRestarted: () => void events.push("restarted"),
    });
    await query(url, "CREATE TABLE kept AS SELECT 42 AS answer");
    for (let kills = 1; kills <= 2; kills += 1) {
      const pid = Number.parseInt(await readFile(join(folder, "data", "postmaster.pid"), "utf8"), 10);
      process.kill(pid, "SIGKILL");
      await expect.poll(() => events.length, { timeout: 20_000 }).toBe(2 * kills);
      expect(await query(url, "SELECT answer FROM kept")).toEqual({ answer: 42 });
    }
    expect(events).toEqual(["lost", "restarted", "lost", "restarted"]);
    await stop();
    await expect(query(url, "SELECT 1")).rejects.toThrow(/ECONNREFUSED/);
    expect(events).toHaveLength(4);
  });

  it("rejects a port that is in use", async () => {
    const other = createServer().listen(0, "127.0.0.1");
    await once(other, "listening");
    const address = other.address();
    const port = typeof address === "object" && address ? address.port : 0;
    cleanups.push(async () => await once(other.close(), "close"));
    const starting = start({ folder: await preparedFolder(), port });
    await expect(starting).rejects.toThrow(`Port ${port} on 127.0.0.1 is in use by another program.`);
    await expect(starting).rejects.toBeInstanceOf(EmbeddedPostgresError);
  });

  it("rejects data of another major version, naming both versions and the folder", async () => {
    const folder = await preparedFolder();
    await writeFile(join(folder, "data", "PG_VERSION"), "17\n");
    await expect(start({ folder })).rejects.toThrow(
      `${join(folder, "data")} was created by Postgres 17, but this is Postgres 18.`,
    );
  });

  it("does not touch a data folder that it did not create", async () => {
    const folder = await preparedFolder();
    await rm(join(folder, "data"), { recursive: true });
    await mkdir(join(folder, "data"));
    await writeFile(join(folder, "data", "notes.txt"), "mine");
    await expect(start({ folder })).rejects.toThrow(/was not created by Knockon/);
    expect(await readdir(join(folder, "data"))).toEqual(["notes.txt"]);
  });
});
