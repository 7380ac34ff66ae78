import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { startEmbeddedPostgres } from "../embedded.ts";
import { copyPreparedPostgres } from "../../testing/prepared-postgres.ts";
import { EmbeddedPostgresError } from "./embedded-postgres-error.ts";
import { readProc, readPs } from "./former-server.ts";

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "knockon-former-"));
  await copyPreparedPostgres(folder);
});

afterEach(async () => {
  await rm(folder, { recursive: true });
});

/** Starts the server in another process, which holds it until it is killed. */
async function startElsewhere(): Promise<{ pid: number; kill(): Promise<void> }> {
  const program = `
    import { startEmbeddedPostgres } from ${JSON.stringify(new URL("../embedded.ts", import.meta.url).href)};
    await startEmbeddedPostgres({ folder: ${JSON.stringify(folder)}, durable: false });
    process.stdout.write("started");`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", program], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  await once(child.stdout, "data");
  const kill = async (): Promise<void> => {
    const exit = once(child, "exit");
    child.kill("SIGKILL");
    await exit;
  };
  return { pid: child.pid ?? 0, kill };
}

const recordedPid = async (): Promise<number> =>
  Number.parseInt(await readFile(join(folder, "data", "postmaster.pid"), "utf8"), 10);

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

describe("startEmbeddedPostgres on a folder that was in use", () => {
  it("fails while the process that uses it is alive", async () => {
    const other = await startElsewhere();
    const server = await recordedPid();
    try {
      const starting = startEmbeddedPostgres({ folder });
      await expect(starting).rejects.toBeInstanceOf(EmbeddedPostgresError);
      await expect(starting).rejects.toThrow(`is in use by another running Knockon (process ${other.pid})`);
      expect(isAlive(server)).toBe(true);
    } finally {
      await other.kill();
      await (await startEmbeddedPostgres({ folder, durable: false })).stop();
    }
  });

  it("stops the server of a killed process and starts its own", async () => {
    const other = await startElsewhere();
    const orphan = await recordedPid();
    await other.kill();
    expect(isAlive(orphan)).toBe(true);
    const postgres = await startEmbeddedPostgres({ folder, durable: false });
    expect(await recordedPid()).not.toBe(orphan);
    await postgres.stop();
  });

  it("recovers if the process and its server were killed together", async () => {
    const other = await startElsewhere();
    const killed = await recordedPid();
    process.kill(killed, "SIGKILL");
    await other.kill();
    const postgres = await startEmbeddedPostgres({ folder, durable: false });
    expect(await recordedPid()).not.toBe(killed);
    await postgres.stop();
  });

  it("finds with ps what it finds in /proc", async () => {
    const postgres = await startEmbeddedPostgres({ folder, durable: false });
    const pid = await recordedPid();
    expect(readPs(pid)).toEqual(readProc(pid));
    expect(readPs(pid)).toMatchObject({
      parent: process.pid,
      command: expect.stringContaining(`/postgres -D ${join(folder, "data")} -p `),
    });
    await postgres.stop();
    expect([readPs(pid), readProc(pid)]).toEqual([undefined, undefined]);
  });

  it("does not kill another program that now has the recorded PID", async () => {
    const { uid, gid } = await stat(join(folder, "data"));
    const account = process.getuid?.() === 0 ? { uid, gid } : {};
    const dataFolder = join(folder, "data");
    const bystander = spawn("sh", ["-c", "read line", "sh", "-D", dataFolder], { ...account, cwd: "/" });
    try {
      await writeFile(join(folder, "data", "postmaster.pid"), `${bystander.pid}\n${dataFolder}\n`);
      const postgres = await startEmbeddedPostgres({ folder, durable: false });
      await postgres.stop();
      expect(bystander.exitCode).toBeNull();
      expect(bystander.signalCode).toBeNull();
    } finally {
      bystander.kill();
    }
  });
});
