import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
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
    "-c",
    "gc.auto=0",
    "-c",
    "maintenance.auto=false",
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

/** Folders of repositories by their files, from which repositories with the same files are copied. */
const originals = new Map<string, string>();
let originalsFolder: string | undefined;

/**
 * Creates a repository with a work tree on branch `main`, and one commit if there are files. Returns its Git directory. Repositories
 * with the same files are copies: a copy takes no process.
 */
export function createRepository(folder: string, files: Record<string, string> = {}): string {
  const key = JSON.stringify(files);
  const original = originals.get(key) ?? makeOriginal(files);
  originals.set(key, original);
  cpSync(original, folder, { recursive: true });
  return join(folder, ".git");
}

function makeOriginal(files: Record<string, string>): string {
  originalsFolder ??= createOriginalsFolder();
  const folder = join(originalsFolder, randomUUID());
  if (Object.keys(files).length > 0) {
    createRepository(folder);
    commitFiles(folder, files);
  } else {
    mkdirSync(folder);
    git(folder, "init", "--quiet", "--template=", "--initial-branch=main");
  }
  return folder;
}

function createOriginalsFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "knockon-originals-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  return folder;
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
