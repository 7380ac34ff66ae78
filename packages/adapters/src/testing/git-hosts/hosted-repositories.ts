import { createHash } from "node:crypto";
import type { Signature } from "@knockon/extract/history/commit";
import { gzipSync } from "node:zlib";
import { packTar, type TarEntry } from "modern-tar";

export interface HostedEntry {
  path: string;
  mode: "100644" | "100755" | "120000" | "160000";
  oid: string;
  /** The text of a file or the target of a symlink. Empty for a submodule. */
  text: string;
}

export interface HostedCommit {
  sha: string;
  /** All entries, including unchanged ones. */
  entries: HostedEntry[];
  parents: string[];
  /** The author, then co-authors. */
  authors: Signature[];
  committedAt: Date;
  subject: string;
}

/** A repository of a fake host. Empty without files. */
export interface HostedRepository {
  id: number;
  /** Relative to the org, including subgroups. */
  path: string;
  formerPaths: string[];
  /** In the order in which they were made, on any branch. */
  commits: HostedCommit[];
  /** The last commit of each branch. */
  branches: Map<string, string>;
  /** Paths omitted from archives (`export-ignore`). */
  exportIgnored: Set<string>;
  tags: string[];
  archived: boolean;
  isFork: boolean;
  visibility: "public" | "internal" | "private";
  defaultBranch: string;
  pushedAt: Date;
}

type HostedContent = string | { symlink: string } | { submodule: string };

/** Strings are file contents. Null deletes the file. */
export type HostedFiles = Record<string, HostedContent | null>;

/** The repositories of a fake org, edited by tests. */
export class HostedRepositories {
  readonly all: HostedRepository[] = [];
  #lastId = 1000;

  add(path: string, files: HostedFiles = {}, given: Partial<HostedRepository> = {}): HostedRepository {
    const repository: HostedRepository = {
      id: (this.#lastId += 1),
      path,
      formerPaths: [],
      exportIgnored: new Set(),
      tags: [],
      archived: false,
      isFork: false,
      visibility: "private",
      defaultBranch: "main",
      commits: [],
      branches: new Map(),
      pushedAt: new Date("2026-01-02T03:04:05Z"),
      ...given,
    };
    this.all.push(repository);
    if (Object.keys(files).length > 0) this.push(path, files);
    return repository;
  }

  get(path: string): HostedRepository {
    const found = this.find(path);
    if (!found) throw new Error(`The fake host has no repository ${path}.`);
    return found;
  }

  find(path: string): HostedRepository | undefined {
    return this.all.find((one) => one.path === path);
  }

  /** Adds a commit with these files on top of the default branch, unless parents are given. Returns the commit. */
  push(path: string, files: HostedFiles, given: Partial<HostedCommit> = {}): string {
    const repository = this.get(path);
    const { sha } = addCommit(repository, headOf(repository), files, given);
    repository.branches.set(repository.defaultBranch, sha);
    return sha;
  }

  /** Adds a commit by these people, the author first. With `instead`, it replaces the last commit. */
  commit(path: string, files: HostedFiles, authors: Signature[], instead?: "instead"): void {
    const repository = this.get(path);
    const last = commitOf(repository, headOf(repository));
    this.push(path, files, { authors, ...(instead && last && { parents: last.parents }) });
  }

  rename(path: string, newPath: string): void {
    const repository = this.get(path);
    repository.formerPaths.push(path);
    repository.path = newPath;
  }

  delete(path: string): void {
    this.all.splice(this.all.indexOf(this.get(path)), 1);
  }
}

/** Adds a commit on top of another one, on no branch. */
export function addCommit(
  repository: HostedRepository,
  parent: string | undefined,
  files: HostedFiles,
  given: Partial<HostedCommit> = {},
): HostedCommit {
  const changed = Object.entries(files).flatMap(([name, content]) =>
    content === null ? [] : [entryOf(name, content)],
  );
  const kept = (entriesAt(repository, parent) ?? []).filter((entry) => !(entry.path in files));
  const entries = [...kept, ...changed].toSorted((a, b) => (a.path < b.path ? -1 : 1));
  repository.pushedAt = new Date(repository.pushedAt.getTime() + 1000);
  const commit: HostedCommit = {
    sha: sha1(JSON.stringify([repository.id, repository.commits.length, entries])),
    entries,
    parents: parent === undefined ? [] : [parent],
    authors: [{ name: "Acme", email: "dev@acme.test" }],
    committedAt: repository.pushedAt,
    subject: `Change ${repository.path}`,
    ...given,
  };
  repository.commits.push(commit);
  return commit;
}

const sha1 = (text: string): string => createHash("sha1").update(text).digest("hex");

const blobId = (text: string): string => sha1(`blob ${Buffer.byteLength(text)}\0${text}`);

function entryOf(path: string, content: HostedContent): HostedEntry {
  if (typeof content === "string") return { path, mode: "100644", oid: blobId(content), text: content };
  if ("submodule" in content) return { path, mode: "160000", oid: content.submodule, text: "" };
  return { path, mode: "120000", oid: blobId(content.symlink), text: content.symlink };
}

/** Returns the last commit of the default branch. */
export const headOf = ({ branches, defaultBranch }: HostedRepository): string | undefined =>
  branches.get(defaultBranch);

export const commitOf = ({ commits }: HostedRepository, sha: string | undefined): HostedCommit | undefined =>
  commits.find((commit) => commit.sha === sha);

/** Returns the entries of a commit, or undefined if the repository does not have it. */
export const entriesAt = (repository: HostedRepository, sha: string | undefined): HostedEntry[] | undefined =>
  commitOf(repository, sha)?.entries;

/** Returns the best common ancestor, or undefined for unrelated or unknown commits. */
export function mergeBaseOf(repository: HostedRepository, one: string, other: string): string | undefined {
  const others = new Set(historyOf(repository, other));
  return historyOf(repository, one).find((commit) => others.has(commit))?.sha;
}

/** Returns a commit and its ancestors, newest first, in the order of `git log`. */
export function historyOf({ commits }: HostedRepository, sha: string | undefined): HostedCommit[] {
  const walked: HostedCommit[] = [];
  let frontier = commits.filter((commit) => commit.sha === sha);
  for (let next = frontier[0]; next; next = frontier[0]) {
    const { parents } = next;
    walked.push(next);
    const reached = commits.filter((commit) => parents.includes(commit.sha));
    frontier = [...new Set([...frontier.slice(1), ...reached])]
      .filter((commit) => !walked.includes(commit))
      .toSorted((a, b) => b.committedAt.getTime() - a.committedAt.getTime());
  }
  return walked;
}

/** Packs an archive as `git archive` does: one top-level folder, empty folders for submodules, no export-ignored files. */
export function archiveOf(
  { path, exportIgnored }: HostedRepository,
  entries: HostedEntry[],
): Promise<Buffer> {
  const folder = `${path.replaceAll("/", "-")}-0123456`;
  return tarGz([
    { header: { name: `${folder}/`, type: "directory", size: 0 } },
    ...entries
      .filter((entry) => !exportIgnored.has(entry.path))
      .map((entry) => tarEntry(`${folder}/${entry.path}`, entry)),
  ]);
}

export const tarGz = async (entries: readonly TarEntry[]): Promise<Buffer> =>
  gzipSync(await packTar(entries));

function tarEntry(name: string, { mode, text }: HostedEntry): TarEntry {
  if (mode === "160000") return { header: { name: `${name}/`, type: "directory", size: 0 } };
  if (mode === "120000") return { header: { name, type: "symlink", linkname: text, size: 0 } };
  const header = { name, size: Buffer.byteLength(text), mode: mode === "100755" ? 0o775 : 0o664 };
  return { header, body: text };
}
