import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** The date of every commit that `git` creates. */
export const COMMITTED_AT = new Date("2026-01-02T03:04:05Z");

/** Runs git with a fixed author and date, without the machine's configuration. */
export function git(folder: string, ...args: string[]): string {
  const author = [
    "-c",
    "user.name=Acme",
    "-c",
    "user.email=dev@acme.test",
    "-c",
    "protocol.file.allow=always",
  ];
  const date = COMMITTED_AT.toISOString();
  const env = {
    PATH: process.env["PATH"],
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_AUTHOR_DATE: date,
    GIT_COMMITTER_DATE: date,
  };
  return execFileSync("git", [...author, "-C", folder, ...args], {
    env,
    encoding: "utf8",
    stdio: "pipe",
  }).trim();
}

/** Creates a repository with a work tree on branch `main`, and one commit if there are files. Returns its Git directory. */
export function createRepository(folder: string, files: Record<string, string> = {}): string {
  mkdirSync(folder, { recursive: true });
  git(folder, "init", "--quiet", "--initial-branch=main");
  if (Object.keys(files).length > 0) commitFiles(folder, files);
  return join(folder, ".git");
}

/** Writes the files, commits everything and returns the commit. */
export function commitFiles(folder: string, files: Record<string, string>): string {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  git(folder, "add", "--all");
  git(folder, "commit", "--quiet", "--message=change");
  return git(folder, "rev-parse", "HEAD");
}
