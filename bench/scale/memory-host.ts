import { createHash } from "node:crypto";
import { RepositoryUnreadableError, type GitHost, type ListedRepository } from "@knockon/core/ports/git-host";
import { openNoHistory } from "@knockon/core/testing/scripted-org";
import type { Snapshot } from "@knockon/extract/snapshot";
import { PATH } from "./ecosystem.ts";
import { filesOf } from "./files.ts";
import type { Organization } from "./organization.ts";
import { applyPush, type Push } from "./pushes.ts";
import { makeRepository } from "./organization.ts";

export interface MemoryHost extends GitHost {
  push(push: Push): void;
  /** Number of opened snapshots. */
  readonly opened: number;
}

const PAGE = 100;

/** Creates a git host that generates repositories on request and stores only pushes. */
export function memoryHost(organization: Organization): MemoryHost {
  const pushes: Push[] = [];
  let opened = 0;
  const pushesTo = (index: number): Push[] => pushes.filter((push) => push.repository === index);
  const commitOf = (index: number): string =>
    hash(`${organization.seed} ${index} ${pushesTo(index).filter(({ kind }) => kind !== "tag").length}`);

  const list = (index: number): ListedRepository => ({
    platformId: String(index),
    name: `repository-${index}`,
    fullPath: `${PATH}${index}`,
    cloneUrl: `https://github.com/${PATH}${index}.git`,
    defaultBranch: "main",
    archived: false,
    isFork: false,
    visibility: null,
    lastActivityAt: null,
    headCommitSha: commitOf(index),
    tags: tagsOf(index, pushesTo(index)),
  });

  return {
    push: (push) => void pushes.push(push),
    get opened() {
      return opened;
    },
    changes: null,
    async identify() {
      return { platformId: "acme" };
    },
    async listRepositories(cursor) {
      const start = Number(cursor ?? 0);
      const end = Math.min(start + PAGE, organization.repositories);
      const repositories = Array.from({ length: end - start }, (_, offset) => list(start + offset));
      const nextCursor = end < organization.repositories ? String(end) : null;
      return { repositories, nextCursor, incomplete: null };
    },
    async findRepositories(platformIds) {
      return platformIds.map(Number).map(list);
    },
    async openSnapshot({ platformId }, commitSha) {
      opened += 1;
      const index = Number(platformId);
      if (commitSha !== commitOf(index)) throw new RepositoryUnreadableError("Unknown commit.");
      const repository = makeRepository(organization, index);
      for (const push of pushesTo(index)) applyPush(organization, repository, push);
      return memorySnapshot(filesOf(repository));
    },
    openHistory: openNoHistory,
  };
}

/** A third of the repositories have no releases. */
function tagsOf(index: number, pushes: readonly Push[]): string[] {
  const released = index % 3 === 2 ? 0 : 1 + (index % 20);
  const count = released + pushes.filter(({ kind }) => kind === "tag").length;
  return Array.from({ length: count }, (_, minor) => `v1.${minor}.0`);
}

const hash = (text: string): string => createHash("sha1").update(text).digest("hex");

export const memorySnapshot = (files: ReadonlyMap<string, string>): Snapshot => ({
  async tree() {
    return [...files].map(([path, text]) => ({ path, mode: "100644", oid: hash(text) }));
  },
  async files(wanted, onFile) {
    for (const entry of wanted) await onFile(entry, new TextEncoder().encode(files.get(entry.path)));
  },
});
