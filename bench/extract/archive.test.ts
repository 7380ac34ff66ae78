import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createRepository, git } from "@knockon/adapters/git-host/local/testing/temporary-repository";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { findCommits } from "../measure/commits.ts";
import { archive } from "./archive.ts";

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "knockon-archive-"));
  createRepository(join(folder, "app"), { "go.mod": "module acme.io/app\n" });
});
afterEach(() => rm(folder, { recursive: true }));

describe("archive", () => {
  it("unpacks the commit that a scan reads", async () => {
    const commits = await findCommits(folder);
    await archive(commits, join(folder, "out"));
    const unpacked = join(folder, "out", commits[0]?.repository.fullPath ?? "", "go.mod");
    expect(await readFile(unpacked, "utf8")).toContain("acme.io");
  });

  it("fails if git cannot read an object, even if tar succeeds", async () => {
    const commits = await findCommits(folder);
    const oid = git(join(folder, "app"), "rev-parse", "HEAD:go.mod");
    await rm(join(folder, "app", ".git", "objects", oid.slice(0, 2), oid.slice(2)), { force: true });
    await expect(archive(commits, join(folder, "out"))).rejects.toThrow(oid);
  });
});
