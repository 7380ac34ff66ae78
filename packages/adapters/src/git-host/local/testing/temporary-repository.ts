import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** The date of every commit that `git` creates. */
export const COMMITTED_AT = new Date("2026-01-02T03:04:05Z");

const SETTINGS = [
  "user.name=Acme",
  "user.email=dev@acme.test",
  "protocol.file.allow=always",
  "gc.auto=0",
  "maintenance.auto=false",
].flatMap((setting) => ["-c", setting]);

/** Runs git with a fixed author and date, without the machine's configuration. */
export const git = (folder: string, ...args: string[]): string => gitEach(folder, COMMITTED_AT, args);

/** Runs several commands in one child process: to fork a process of hundreds of megabytes takes longer than the commands. */
function gitEach(folder: string, time: Date, ...commands: string[][]): string {
  const date = time.toISOString();
  const env = {
    PATH: process.env["PATH"],
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_AUTHOR_DATE: date,
    GIT_COMMITTER_DATE: date,
  };
  const lines = commands.map((args) => ["git", ...SETTINGS, "-C", folder, ...args].map(quote).join(" "));
  return execFileSync("sh", ["-c", lines.join(" && ")], { env, encoding: "utf8", stdio: "pipe" }).trim();
}

const quote = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`;

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
  mkdirSync(folder);
  writeFiles(folder, files);
  const init = ["init", "--quiet", "--template=", "--initial-branch=main"];
  gitEach(folder, COMMITTED_AT, init, ...(Object.keys(files).length > 0 ? COMMIT_ALL : []));
  return folder;
}

function createOriginalsFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "knockon-originals-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const COMMIT_ALL = [
  ["add", "--all"],
  ["commit", "--quiet", "--message=change"],
];

/** Writes the files, commits everything and returns the commit. */
export function commitFiles(folder: string, files: Record<string, string>, time = COMMITTED_AT): string {
  writeFiles(folder, files);
  return gitEach(folder, time, ...COMMIT_ALL, ["rev-parse", "HEAD"]);
}

function writeFiles(folder: string, files: Record<string, string>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}
