import { execFile } from "node:child_process";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { promisify } from "node:util";
import { StartError } from "./arguments.ts";
import { EXAMPLES_FOLDER } from "./distribution.ts";

const run = promisify(execFile);

/** Fixed, so that every start creates the same commits. */
const AUTHORSHIP = {
  GIT_AUTHOR_NAME: "Knockon",
  GIT_AUTHOR_EMAIL: "examples@knockon.invalid",
  GIT_AUTHOR_DATE: "2026-01-05T09:00:00Z",
  GIT_COMMITTER_NAME: "Knockon",
  GIT_COMMITTER_EMAIL: "examples@knockon.invalid",
  GIT_COMMITTER_DATE: "2026-01-05T09:00:00Z",
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_CONFIG_NOSYSTEM: "1",
};

/** Creates a git repository below `folder` for each folder of `examples/acme`, replacing existing ones. Returns the organization's folder. */
export async function makeExampleOrganization(folder: string): Promise<string> {
  const organization = join(folder, "acme");
  await rm(organization, { recursive: true, force: true });
  await mkdir(organization, { recursive: true });
  const tags = JSON.parse(await readFile(join(EXAMPLES_FOLDER, "tags.json"), "utf8")) as Record<
    string,
    string[]
  >;
  const names = await readdir(join(EXAMPLES_FOLDER, "acme"));
  await Promise.all(names.map((name) => makeRepository(organization, name, tags[name] ?? [])));
  return organization;
}

async function makeRepository(organization: string, name: string, tags: readonly string[]): Promise<void> {
  const folder = join(organization, name);
  await copyFiles(join(EXAMPLES_FOLDER, "acme", name), folder);
  const git = (...args: string[]) => runGit(folder, args);
  await git("init", "--quiet", "--initial-branch=main");
  await git("remote", "add", "origin", `https://github.com/acme/${name}.git`);
  await git("add", "--all");
  await git("commit", "--quiet", "--message", "Import");
  for (const tag of tags) await git("tag", tag);
}

/** Copies files without their modes: the examples can be read-only, and git writes into the copy. */
async function copyFiles(from: string, to: string): Promise<void> {
  for (const entry of await readdir(from, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const source = join(entry.parentPath, entry.name);
    const target = join(to, relative(from, source));
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, await readFile(source));
  }
}

async function runGit(folder: string, args: readonly string[]): Promise<void> {
  try {
    await run("git", ["-C", folder, ...args], { env: { ...process.env, ...AUTHORSHIP } });
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) throw error;
    throw new StartError("Cannot run git. Install it and make sure it is on the PATH.");
  }
}
