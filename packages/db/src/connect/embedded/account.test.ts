import { chmod, mkdir, mkdtemp, readdir, readFile, realpath, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { assertReachable, findReadable, prepareFolder } from "./account.ts";
import { EmbeddedPostgresError } from "./embedded-postgres-error.ts";

const STRANGER = { uid: 65533, gid: 65533 };
const isRoot = process.getuid?.() === 0;
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "knockon-account-"));
});

afterEach(async () => {
  await rm(folder, { recursive: true });
});

describe("prepareFolder", () => {
  it("says which folder cannot be one", async () => {
    const file = join(folder, "notes.txt");
    await writeFile(file, "mine");
    await expect(prepareFolder(file)).rejects.toThrow(
      `The embedded Postgres cannot write to ${file} (EEXIST). Choose another data folder.`,
    );
  });
});

describe("assertReachable", () => {
  it("names the first folder on the way that the account may not enter", async () => {
    const locked = join(folder, "locked");
    await mkdir(join(locked, "a", "b"), { recursive: true });
    await chmod(folder, 0o755);
    await chmod(locked, 0o700);
    const checking = assertReachable(join(locked, "a", "b"), STRANGER);
    await expect(checking).rejects.toBeInstanceOf(EmbeddedPostgresError);
    await expect(checking).rejects.toThrow(`may not enter ${locked}. Allow it with chmod o+x ${locked},`);
  });

  it("lets the owner and the group in by their own bits", async () => {
    const { uid, gid } = await stat(folder);
    await chmod(folder, 0o710);
    await expect(assertReachable(folder, { uid, gid: STRANGER.gid })).resolves.toBeUndefined();
    await expect(assertReachable(folder, { uid: STRANGER.uid, gid })).resolves.toBeUndefined();
    await expect(assertReachable(folder, STRANGER)).rejects.toThrow(`may not enter ${folder}`);
  });
});

describe.runIf(isRoot)("prepareFolder as root", () => {
  it("gives an empty folder to an unprivileged user", async () => {
    expect(await prepareFolder(folder)).toEqual({ uid: 65534, gid: 65534 });
    expect(await stat(folder)).toMatchObject({ uid: 65534, gid: 65534 });
  });

  it("links a new folder below a locked one to a folder that the account can enter, once", async () => {
    const [locked, state] = [join(folder, "locked"), join(folder, "state")];
    await mkdir(locked, { mode: 0o700 });
    await chmod(folder, 0o755);
    const place = join(locked, "data", "postgres");
    const account = await prepareFolder(place, state);
    expect(account).toEqual({ uid: 65534, gid: 65534 });
    const target = await realpath(place);
    expect(target.startsWith(`${state}/postgres-`)).toBe(true);
    await expect(assertReachable(target, account!)).resolves.toBeUndefined();
    await prepareFolder(place, state);
    expect(await realpath(place)).toBe(target);
  });

  it("copies what the account cannot read, once", async () => {
    const [locked, state] = [join(folder, "locked"), join(folder, "state")];
    await mkdir(join(locked, "native"), { recursive: true });
    await writeFile(join(locked, "native", "postgres"), "1");
    await chmod(locked, 0o700);
    await chmod(folder, 0o755);
    const find = () => findReadable(join(locked, "native"), { uid: 65534, gid: 65534 }, "postgres-18", state);
    expect(await Promise.all([find(), find()])).toEqual([
      join(state, "postgres-18"),
      join(state, "postgres-18"),
    ]);
    expect(await readdir(state)).toEqual(["postgres-18"]);
    expect(await readFile(join(state, "postgres-18", "postgres"), "utf8")).toBe("1");
  });

  it("takes no folder of root's that holds something", async () => {
    await writeFile(join(folder, "notes.txt"), "mine");
    await expect(prepareFolder(folder)).rejects.toThrow(`chown -R 65534:65534 ${folder}`);
    expect(await stat(folder)).toMatchObject({ uid: 0 });
  });
});

describe.skipIf(isRoot)("prepareFolder as an ordinary user", () => {
  it("leaves the server to run as ourselves", async () => {
    expect(await prepareFolder(folder)).toBeUndefined();
  });
});
