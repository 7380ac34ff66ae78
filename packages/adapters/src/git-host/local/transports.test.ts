import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it, vi } from "vitest";
import { createRepository, git } from "./testing/temporary-repository.ts";

const folder = mkdtempSync(join(tmpdir(), "knockon-transports-"));

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Puts a Git on the PATH that does not know `GIT_NO_LAZY_FETCH`, as before 2.39.4. */
async function importWithOldGit() {
  const programs = join(folder, "programs");
  mkdirSync(programs);
  const path = process.env["PATH"] ?? "";
  writeFileSync(join(programs, "git"), `#!/bin/sh\nunset GIT_NO_LAZY_FETCH\nPATH='${path}' exec git "$@"\n`);
  chmodSync(join(programs, "git"), 0o755);
  vi.stubEnv("PATH", `${programs}:${path}`);
  const imported = await import("./git.ts");
  vi.unstubAllEnvs();
  return imported;
}

it("a repository whose missing objects come from a command does not run it, even with an old Git", async () => {
  const { assertGitVersion, runGit } = await importWithOldGit();
  await expect(assertGitVersion()).resolves.toBeUndefined();
  const gitDir = createRepository(join(folder, "hostile"), { README: "" });
  const marker = join(folder, "ran");
  for (const [name, value] of [
    ["core.repositoryFormatVersion", "1"],
    ["extensions.partialClone", "origin"],
    ["remote.origin.promisor", "true"],
    ["remote.origin.url", `ext::sh -c touch% ${marker}`],
    ["protocol.ext.allow", "always"],
  ] as const)
    git(join(folder, "hostile"), "config", name, value);
  const { exitCode } = await runGit(gitDir, ["cat-file", "-t", "0123456789012345678901234567890123456789"]);
  expect(exitCode).not.toBe(0);
  expect(existsSync(marker)).toBe(false);
});
