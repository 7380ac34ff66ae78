import { execFile } from "node:child_process";
import { cp, mkdir, readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { StartError } from "./arguments.ts";

const run = promisify(execFile);
const EXAMPLES = new URL("../../../../examples/", import.meta.url).pathname;

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
  const tags = JSON.parse(await readFile(join(EXAMPLES, "tags.json"), "utf8")) as Record<string, string[]>;
  const names = await readdir(join(EXAMPLES, "acme"));
  await Promise.all(names.map((name) => makeRepository(organization, name, tags[name] ?? [])));
  return organization;
}

async function makeRepository(organization: string, name: string, tags: readonly string[]): Promise<void> {
  const folder = join(organization, name);
  await cp(join(EXAMPLES, "acme", name), folder, { recursive: true });
  const git = (...args: string[]) => runGit(folder, args);
  await git("init", "--quiet", "--initial-branch=main");
  await git("remote", "add", "origin", `https://github.com/acme/${name}.git`);
  await git("add", "--all");
  await git("commit", "--quiet", "--message", "Import");
  for (const tag of tags) await git("tag", tag);
}

async function runGit(folder: string, args: readonly string[]): Promise<void> {
  try {
    await run("git", ["-C", folder, ...args], { env: { ...process.env, ...AUTHORSHIP } });
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) throw error;
    throw new StartError("Cannot run git. Install it and make sure it is on the PATH.");
  }
}
