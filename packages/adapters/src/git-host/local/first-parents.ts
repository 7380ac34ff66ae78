import { RepositoryUnreadableError } from "@knockon/core/ports/git-host";
import type { TreeEntry } from "@knockon/extract/ecosystem";
import { getGitOutput } from "./git.ts";

/** A commit of a branch, without those that it merges. */
export interface BranchCommit {
  commitSha: string;
  /** When the branch got it, as far as commits tell: never before the commit below. */
  at: Date;
  changes: TreeChange[];
}

/** What a commit does to one path. `before` is null if it adds the file, `after` if it removes it. */
export interface TreeChange {
  path: string;
  before: TreeEntry | null;
  after: TreeEntry | null;
}

export interface BranchHistory {
  /** The last commit before `since`. Null if there is none. */
  base: string | null;
  /** Oldest first. */
  commits: BranchCommit[];
}

/**
 * Returns what the branch that ends at a commit got between two times, without the commits of merged branches. Throws
 * RepositoryUnreadableError for a shallow clone.
 */
export async function readFirstParents(
  gitDir: string,
  head: string,
  { since, until }: { since: Date; until: Date },
): Promise<BranchHistory> {
  if ((await getGitOutput(gitDir, ["rev-parse", "--is-shallow-repository"])).trim() === "true")
    throw new RepositoryUnreadableError("a shallow clone has only a part of its history");
  const options = ["--first-parent", "--reverse", "--timestamp", "--end-of-options", head, "--"];
  const lines = (await getGitOutput(gitDir, ["rev-list", ...options])).split("\n").slice(0, -1);
  let [base, time]: [string | null, number] = [null, 0];
  const found: { commitSha: string; parent: string | null; at: Date }[] = [];
  for (const line of lines) {
    const [seconds, commitSha = ""] = line.split(" ");
    time = Math.max(time, Number(seconds) * 1000);
    if (time >= until.getTime()) break;
    if (time < since.getTime()) base = commitSha;
    else found.push({ commitSha, parent: found.at(-1)?.commitSha ?? base, at: new Date(time) });
  }
  const changes = await readChanges(gitDir, found);
  return {
    base,
    commits: found.map(({ commitSha, at }) => ({ commitSha, at, changes: changes.get(commitSha) ?? [] })),
  };
}

/** Compares each commit with its first parent, in one process. */
async function readChanges(
  gitDir: string,
  commits: readonly { commitSha: string; parent: string | null }[],
): Promise<Map<string, TreeChange[]>> {
  const input = commits.map(({ commitSha, parent }) => `${commitSha} ${parent ?? ""}`.trim()).join("\n");
  const options = ["--stdin", "-r", "-z", "--root", "--raw", "--no-renames"];
  const fields = (await getGitOutput(gitDir, ["diff-tree", ...options], `${input}\n`)).split("\0");
  const changes = new Map<string, TreeChange[]>();
  let current: TreeChange[] = [];
  for (let at = 0; at < fields.length - 1; at += 1) {
    const field = fields[at] ?? "";
    if (!field.startsWith(":")) {
      changes.set(field, (current = []));
      continue;
    }
    const [before = "", after = "", oldId = "", newId = ""] = field.slice(1).split(" ");
    const path = fields[(at += 1)] ?? "";
    current.push({ path, before: entryOf(path, before, oldId), after: entryOf(path, after, newId) });
  }
  return changes;
}

const entryOf = (path: string, mode: string, oid: string): TreeEntry | null =>
  mode === "000000" ? null : { path, mode: mode === "100664" ? "100644" : mode, oid };

export interface DatedTag {
  name: string;
  createdAt: Date;
}

/** Returns the tags with the time at which each was created or, if it is lightweight, its commit. */
export async function listDatedTags(gitDir: string): Promise<DatedTag[]> {
  const format = "--format=%(creatordate:unix) %(refname:lstrip=2)";
  const lines = (await getGitOutput(gitDir, ["for-each-ref", format, "refs/tags"])).split("\n").slice(0, -1);
  return lines.map((line) => {
    const at = line.indexOf(" ");
    return { name: line.slice(at + 1), createdAt: new Date(Number(line.slice(0, at)) * 1000) };
  });
}
