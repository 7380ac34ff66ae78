import { once } from "node:events";
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import {
  commitFiles,
  createRepository,
  git,
} from "@knockon/adapters/git-host/local/testing/temporary-repository";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { openChange, openRepository } from "../check/read-change.ts";
import { runKnockon } from "../testing/run-knockon.ts";
import { makeAcme, temporaryFolder } from "../testing/temporary-organization.ts";

const CHECK = ["check", "--in", "acme.json"];
const folder = temporaryFolder();
const run = (...args: string[]) => runKnockon(args, { cwd: folder });

/** Returns the error of a command that fails with exit code 2. */
async function errorOf(...args: string[]): Promise<string> {
  const { exitCode, stdout, stderr } = await run(...args);
  expect([exitCode, stdout]).toEqual([2, ""]);
  return stderr.replace(/^knockon: |\n$/gu, "");
}

beforeAll(async () => {
  makeAcme(folder);
  mkdirSync(join(folder, "nothing"));
  await run("scan", "acme", "--json", "acme.json");
});

describe("a missing path", () => {
  it("is compared with the paths that exist", async () => {
    expect(await errorOf("scan", "amce")).toBe('amce does not exist. Did you mean "acme"?');
    expect(await errorOf("scan", "amce/api")).toBe('amce/api does not exist. Did you mean "acme/api"?');
    expect(await errorOf("impact", "acme/api", "--in", "amce.json")).toBe(
      'Can\'t open "amce.json": no such file or directory. Did you mean "acme.json"?',
    );
    expect(await errorOf("check", "--in", "acme.json", "--repo", "acme/apj")).toBe(
      'There is no Git repository at "acme/apj". The path does not exist. Did you mean "acme/api"?',
    );
  });

  it("names the folder that is missing", async () => {
    expect(await errorOf("scan", "acme", "--json", "reports/of/acme.json")).toBe(
      'Can\'t open "reports/of/acme.json": no such file or directory. The folder "reports" does not exist.',
    );
  });

  it("can be a folder instead of a file", async () => {
    expect(await errorOf("impact", "acme/api", "--in", "acme")).toBe('"acme" is a folder, not a file.');
    expect(await errorOf("scan", "acme", "--patterns", "acme")).toBe('"acme" is a folder, not a file.');
  });
});

it("says what to do in a folder without repositories", async () => {
  expect(await errorOf("check", "--in", "acme.json", "--repo", "/")).toBe(
    'There is no Git repository at "/". Use the path of a clone.',
  );
});

it("reads a listing with a byte order mark and Windows line endings", async () => {
  writeFileSync(join(folder, "list.jsonl"), '\uFEFF{"path": "acme/api"}\r\n{"path": "acme/web"}\r\n');
  const { exitCode, stdout } = await run("scan", "list.jsonl");
  expect([exitCode, stdout.split("\n")[0]]).toEqual([0, expect.stringMatching(/^Repositories +2$/u)]);
});

describe("impact", () => {
  it("takes a URL, or the last part of a name", async () => {
    const { stdout } = await run("impact", "acme/base-image", "--in", "acme.json");
    expect(stdout).toMatch(/^2 repositories get a change of acme\/base-image directly/u);
    for (const name of ["base-image", "https://github.com/acme/base-image", "Acme/Base-Image"])
      expect((await run("impact", name, "--in", "acme.json")).stdout).toBe(stdout);
  });

  it("suggests a repository by the last part of its name", async () => {
    expect(await errorOf("impact", "acmee/bass-image", "--in", "acme.json")).toBe(
      'Unknown repository "acmee/bass-image". Did you mean "acme/base-image"?',
    );
  });
});

describe("a server", () => {
  it("is named by a URL with a scheme", async () => {
    for (const url of ["127.0.0.1:4000", "localhost:4000", "here", "http://"])
      expect(await errorOf("impact", "acme/api", "--url", url, "--key", "k")).toBe(
        `Invalid URL "${url}". Use an address such as http://127.0.0.1:4000.`,
      );
  });

  it("that refuses the key, or is addressed by the path of its API, says so", async () => {
    const server = createServer((request, response) => {
      const status = request.url?.includes("/api/api/") ? 404 : 401;
      response.writeHead(status).end('{"detail":"Refused."}');
    }).listen(0, "127.0.0.1");
    onTestFinished(() => void server.close());
    await once(server, "listening");
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    expect(await errorOf("dependents", "api", "--url", url, "--key", "k")).toBe(
      "The server returned HTTP 401: Refused. Check the API key, or create another one in Settings, API keys.",
    );
    expect(await errorOf("unresolved", "--url", `${url}/api`, "--key", "k")).toBe(
      `The server returned HTTP 404: Refused. Use --url ${url}.`,
    );
  });
});

describe("check", () => {
  const repository = join(folder, "changed");

  /** Opens a change as `knockon check` does. Returns its notes. */
  async function notesOf(path: string, revisions: { base?: string; head?: string } = {}): Promise<string[]> {
    const change = await openChange(await openRepository(join(folder, path)), { head: "HEAD", ...revisions });
    await change.close();
    return change.notes;
  }

  beforeAll(() => {
    createRepository(repository, { "a.txt": "1", "b.txt": "1" });
    commitFiles(repository, { "c.txt": "1" });
  });

  it("names changes that are not committed", async () => {
    writeFileSync(join(repository, "untracked.txt"), "");
    expect(await notesOf("changed")).toEqual([]);
    writeFileSync(join(repository, "a.txt"), "changed");
    const { stderr } = await run(...CHECK, "--repo", "changed", "--repository", "acme/api");
    expect(stderr).toBe(
      "knockon: 1 file has uncommitted changes, which are not checked. Use --head WORKTREE to check them.\n",
    );
    writeFileSync(join(repository, "b.txt"), "changed");
    git(repository, "add", "b.txt");
    expect(await notesOf("changed")).toEqual([expect.stringMatching(/^2 files have uncommitted changes/u)]);
    // No filter of the repository's configuration runs.
    writeFileSync(join(repository, ".gitattributes"), "*.txt filter=own\n");
    git(repository, "config", "filter.own.clean", "touch ../ran; cat");
    await notesOf("changed");
    expect(existsSync(join(folder, "ran"))).toBe(false);
    expect(await notesOf("changed", { head: "WORKTREE" })).toEqual([]);
    expect(await notesOf("changed", { head: "main" })).toEqual([]);
  });

  it("suggests branches and tags", async () => {
    await expect(notesOf("changed", { base: "mian" })).rejects.toThrow(
      'Invalid --base "mian": there is no such commit, tag or branch. Did you mean "main"?',
    );
  });

  it("explains why there is no commit to compare with", async () => {
    git(folder, "clone", "--quiet", "--depth", "1", `file://${repository}`, "shallow");
    await expect(notesOf("shallow")).rejects.toThrow(
      'The clone is shallow and lacks the commit to compare with. Run "git fetch --unshallow", or fetch the target branch and name it with --base.',
    );
    await expect(notesOf("shallow", { base: "v1" })).rejects.toThrow(
      'Invalid --base "v1": there is no such commit, tag or branch. The clone is shallow and lacks older commits. Run "git fetch --unshallow", or fetch that branch.',
    );
    createRepository(join(folder, "first"), { "a.txt": "1" });
    await expect(notesOf("first")).rejects.toThrow(
      "The first commit of a repository has no commit to compare with. Name one with --base.",
    );
    await expect(notesOf("acme/empty")).rejects.toThrow(
      "The repository has no commit that HEAD could name. Commit the change first.",
    );
  });
});

it("ends at once without Git", async () => {
  const bin = join(folder, "bin");
  mkdirSync(bin);
  symlinkSync(process.execPath, join(bin, "node"));
  const options = { cwd: folder, environment: { PATH: bin } };
  for (const args of [
    ["scan", "acme"],
    ["check", "--in", "acme.json", "--repo", "acme/api"],
  ])
    expect(await runKnockon(args, options)).toEqual({
      exitCode: 2,
      stdout: "",
      stderr: "knockon: Cannot run git. Install it and make sure it is on the PATH.\n",
    });
}, 20_000);
