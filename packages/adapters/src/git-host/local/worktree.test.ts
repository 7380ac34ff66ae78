import {
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FileContent } from "@knockon/extract/snapshot";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createRepository } from "./testing/temporary-repository.ts";
import { openWorktree } from "./worktree.ts";

let folder: string;
beforeAll(() => void (folder = realpathSync(mkdtempSync(join(tmpdir(), "knockon-worktree-")))));
afterAll(() => rmSync(folder, { recursive: true }));

it("reads nothing through a folder or file that became a link after the listing", async () => {
  const at = join(folder, "acme");
  const gitDir = createRepository(at, { "app/Dockerfile": "FROM a\n", Makefile: "all:\n", kept: "a" });
  const outside = join(folder, "outside");
  mkdirSync(outside);
  writeFileSync(join(outside, "Dockerfile"), "FROM secret\n");
  for (const path of ["app/Dockerfile", "Makefile", "kept"]) writeFileSync(join(at, path), "changed");
  const worktree = openWorktree(at, gitDir);
  const tree = await worktree.tree();

  renameSync(join(at, "app"), join(folder, "former"));
  symlinkSync(outside, join(at, "app"));
  rmSync(join(at, "Makefile"));
  symlinkSync(join(outside, "Dockerfile"), join(at, "Makefile"));
  const contents: Record<string, FileContent> = {};
  await worktree.files(tree, async ({ path }, content) => void (contents[path] = content));
  await worktree.close();
  expect(contents).toEqual({
    "app/Dockerfile": "missing",
    Makefile: "missing",
    kept: Buffer.from("changed"),
  });
});
