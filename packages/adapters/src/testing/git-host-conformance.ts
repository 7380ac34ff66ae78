import { RepositoryUnreadableError, type GitHost, type ListedRepository } from "@knockon/core/ports/git-host";
import type { Signature } from "@knockon/extract/history/commit";
import type { TreeEntry } from "@knockon/extract/ecosystem";
import type { FileContent, Snapshot } from "@knockon/extract/snapshot";
import { beforeEach, describe, expect, it } from "vitest";

type Files = Record<string, string>;

/** An org on a host, edited by tests. */
export interface GitHostHarness {
  host: GitHost;
  /** Adds a repository with one commit, or an empty one without files. */
  add(name: string, files: Files, tags?: string[]): void;
  /** Adds a commit with these files. */
  push(name: string, files: Files): void;
  /** Adds a commit by these people, the author first. With `instead`, it replaces the last commit. */
  commit(name: string, files: Files, authors: Signature[], instead?: "instead"): void;
  delete(name: string): void;
}

export async function listAll(host: GitHost): Promise<ListedRepository[]> {
  const listed: ListedRepository[] = [];
  let cursor: string | null = null;
  do {
    const page = await host.listRepositories(cursor);
    expect(page.incomplete).toBe(null);
    listed.push(...page.repositories);
    cursor = page.nextCursor;
  } while (cursor !== null);
  return listed;
}

/** Returns the tree and every delivered file. */
export async function readSnapshot(snapshot: Snapshot): Promise<{ tree: TreeEntry[]; files: Files }> {
  const tree = await snapshot.tree();
  const files: Files = {};
  await snapshot.files(
    tree.filter(({ mode }) => mode.startsWith("100")),
    ({ path }, content) => void (files[path] = textOf(content)),
  );
  await snapshot.close?.();
  return { tree, files };
}

const textOf = (content: FileContent): string =>
  typeof content === "string" ? `(${content})` : new TextDecoder().decode(content);

async function readHistory(
  host: GitHost,
  { platformId, fullPath, headCommitSha }: ListedRepository,
  since: string | null = null,
) {
  const repository = { platformId, fullPath };
  const history = await host.openHistory(repository, headCommitSha ?? "", { since, cursor: null });
  const authors: string[] = [];
  for await (const page of history.pages) {
    for (const commit of page.commits) {
      expect(Math.abs(commit.committedAt - Date.UTC(2026, 0, 2) / 1000)).toBeLessThan(DAY_SECONDS);
      expect(commit.subject).toMatch(/^change/iu);
      authors.push(commit.authors.map(({ name, email }) => `${name} <${email}>`).join(" + "));
    }
  }
  return { isContinued: history.isContinued, authors: authors.toSorted() };
}

const DAY_SECONDS = 24 * 60 * 60;
const JANE = { name: "Jane D\u00f6e", email: "jane@acme.test" };
const JOE = { name: "Joe", email: "joe@acme.test" };

/** The behavior that scans rely on, for every host. */
export function describeGitHost(name: string, open: () => Promise<GitHostHarness>): void {
  describe(`${name} as a git host`, () => {
    let org: GitHostHarness;
    beforeEach(async () => {
      org = await open();
      org.add("api", { Dockerfile: "FROM debian:12\n", "deploy/compose.yaml": "services: {}\n" }, [
        "v1.0.0",
        "v1.1.0",
      ]);
      org.add("empty", {});
    });

    const named = async (wanted: string): Promise<ListedRepository> => {
      const found = (await listAll(org.host)).find((one) => one.name === wanted);
      if (!found) throw new Error(`${wanted} is not listed.`);
      return found;
    };
    const read = async ({ platformId, fullPath, headCommitSha }: ListedRepository) =>
      readSnapshot(await org.host.openSnapshot({ platformId, fullPath }, headCommitSha ?? ""));

    it("has a permanent ID", async () => {
      const { platformId } = await org.host.identify();
      expect(platformId).not.toBe("");
      org.add("web", { "a.txt": "a" });
      expect(await org.host.identify()).toEqual({ platformId });
    });

    it("lists repositories with head commit and tags, and empty ones without a commit", async () => {
      expect(await named("api")).toEqual({
        platformId: expect.stringMatching(/./u),
        name: "api",
        fullPath: expect.stringMatching(/\/api$/u),
        cloneUrl: expect.stringMatching(/./u),
        defaultBranch: "main",
        archived: false,
        isFork: false,
        visibility: name === "a local folder" ? null : "private",
        lastActivityAt: expect.any(Date),
        headCommitSha: expect.stringMatching(/^[0-9a-f]{40}$/u),
        tags: expect.toSatisfy((tags: string[]) => tags.toSorted().join() === "v1.0.0,v1.1.0"),
      });
      expect((await named("empty")).headCommitSha).toBe(null);
      expect(await listAll(org.host)).toHaveLength(2);
    });

    it("changes only the head commit after a push, and omits deleted repositories", async () => {
      const before = await named("api");
      org.push("api", { Dockerfile: "FROM debian:13\n" });
      org.delete("empty");
      const [after, ...others] = await listAll(org.host);
      expect(others).toEqual([]);
      expect(after?.headCommitSha).not.toBe(before.headCommitSha);
      expect(after?.platformId).toBe(before.platformId);
    });

    it("finds existing repositories by ID, in their current state", async () => {
      const ids = (await listAll(org.host)).map((one) => one.platformId);
      expect(await org.host.findRepositories([])).toEqual([]);
      org.push("api", { "new.txt": "new" });
      org.delete("empty");
      expect(await org.host.findRepositories(ids)).toEqual([await named("api")]);
    });

    it("reads all paths and contents of a commit", async () => {
      const { tree, files } = await read(await named("api"));
      expect(files).toEqual({ Dockerfile: "FROM debian:12\n", "deploy/compose.yaml": "services: {}\n" });
      expect(tree.map(({ path, mode }) => `${mode} ${path}`).toSorted()).toEqual([
        "100644 Dockerfile",
        "100644 deploy/compose.yaml",
      ]);
    });

    it("reads the listed commit, even after a later push", async () => {
      const listed = await named("api");
      org.push("api", { Dockerfile: "FROM debian:13\n" });
      expect((await read(listed)).files["Dockerfile"]).toBe("FROM debian:12\n");
    });

    it("delivers only the requested files, any number of times", async () => {
      const { platformId, fullPath, headCommitSha } = await named("api");
      const snapshot = await org.host.openSnapshot({ platformId, fullPath }, headCommitSha ?? "");
      const wanted = (await snapshot.tree()).filter(({ path }) => path === "Dockerfile");
      for (let time = 0; time < 2; time += 1) {
        const seen: string[] = [];
        await snapshot.files(wanted, ({ path }) => void seen.push(path));
        expect(seen).toEqual(["Dockerfile"]);
      }
      await snapshot.close?.();
    });

    it("returns the authors and dates of the commits up to a commit", async () => {
      org.commit("api", { a: "1" }, [JANE, JOE]);
      const listed = await named("api");
      org.commit("api", { a: "2" }, [JOE]);
      expect(await readHistory(org.host, listed)).toEqual({
        isContinued: false,
        authors: ["Acme <dev@acme.test>", "Jane D\u00f6e <jane@acme.test> + Joe <joe@acme.test>"],
      });
    });

    it("continues after a known commit, and returns the whole history after a force push", async () => {
      org.commit("api", { a: "1" }, [JANE]);
      const { headCommitSha: known } = await named("api");
      expect(await readHistory(org.host, await named("api"), known)).toEqual({
        isContinued: true,
        authors: [],
      });
      org.commit("api", { a: "2" }, [JOE]);
      expect(await readHistory(org.host, await named("api"), known)).toEqual({
        isContinued: true,
        authors: ["Joe <joe@acme.test>"],
      });
      const { headCommitSha: lost } = await named("api");
      org.commit("api", { a: "3" }, [JOE], "instead");
      const whole = {
        isContinued: false,
        authors: ["Acme <dev@acme.test>", "Jane D\u00f6e <jane@acme.test>", "Joe <joe@acme.test>"],
      };
      expect(await readHistory(org.host, await named("api"), lost)).toEqual(whole);
      expect(await readHistory(org.host, await named("api"), "1".repeat(40))).toEqual(whole);
    });

    it("throws RepositoryUnreadableError for an unreadable history", async () => {
      const listed = await named("api");
      const absent = { ...listed, headCommitSha: "1".repeat(40) };
      await expect(readHistory(org.host, absent)).rejects.toThrow(RepositoryUnreadableError);
      org.delete("api");
      await expect(readHistory(org.host, listed)).rejects.toThrow(RepositoryUnreadableError);
    });

    it("throws RepositoryUnreadableError for an unreadable commit", async () => {
      const listed = await named("api");
      await expect(read({ ...listed, headCommitSha: "1".repeat(40) })).rejects.toThrow(
        RepositoryUnreadableError,
      );
      org.delete("api");
      await expect(read(listed)).rejects.toThrow(RepositoryUnreadableError);
    });
  });
}
