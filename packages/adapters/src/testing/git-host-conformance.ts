import { RepositoryUnreadableError, type GitHost, type ListedRepository } from "@knockon/core/ports/git-host";
import type { TreeEntry } from "@knockon/extract/ecosystem";
import type { FileContent, Snapshot } from "@knockon/extract/snapshot";
import { beforeEach, describe, expect, it } from "vitest";

type Files = Record<string, string>;

/** An org on a host, which a test edits as the people of that org would. */
export interface GitHostHarness {
  host: GitHost;
  /** Adds a repository with one commit, or none where there are no files. */
  add(name: string, files: Files, tags?: string[]): void;
  /** Puts the files over those of the last commit. */
  push(name: string, files: Files): void;
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

/** The tree, and every file that is delivered. */
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

/** What a scan relies on, of every host. */
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

    it("has one identity for good", async () => {
      const { platformId } = await org.host.identify();
      expect(platformId).not.toBe("");
      org.add("web", { "a.txt": "a" });
      expect(await org.host.identify()).toEqual({ platformId });
    });

    it("lists what there is, with head commit and tags; the empty have no commit", async () => {
      expect(await named("api")).toEqual({
        platformId: expect.stringMatching(/./u),
        name: "api",
        fullPath: expect.stringMatching(/\/api$/u),
        cloneUrl: expect.stringMatching(/./u),
        defaultBranch: "main",
        archived: false,
        isFork: false,
        lastActivityAt: expect.any(Date),
        headCommitSha: expect.stringMatching(/^[0-9a-f]{40}$/u),
        tags: expect.toSatisfy((tags: string[]) => tags.toSorted().join() === "v1.0.0,v1.1.0"),
      });
      expect((await named("empty")).headCommitSha).toBe(null);
      expect(await listAll(org.host)).toHaveLength(2);
    });

    it("a push changes the head commit and nothing of the identity; what is deleted is not listed", async () => {
      const before = await named("api");
      org.push("api", { Dockerfile: "FROM debian:13\n" });
      org.delete("empty");
      const [after, ...others] = await listAll(org.host);
      expect(others).toEqual([]);
      expect(after?.headCommitSha).not.toBe(before.headCommitSha);
      expect(after?.platformId).toBe(before.platformId);
    });

    it("finds by id what is still there, as it is now", async () => {
      const ids = (await listAll(org.host)).map((one) => one.platformId);
      expect(await org.host.findRepositories([])).toEqual([]);
      org.push("api", { "new.txt": "new" });
      org.delete("empty");
      expect(await org.host.findRepositories(ids)).toEqual([await named("api")]);
    });

    it("reads a commit whole, with its paths and contents", async () => {
      const { tree, files } = await read(await named("api"));
      expect(files).toEqual({ Dockerfile: "FROM debian:12\n", "deploy/compose.yaml": "services: {}\n" });
      expect(tree.map(({ path, mode }) => `${mode} ${path}`).toSorted()).toEqual([
        "100644 Dockerfile",
        "100644 deploy/compose.yaml",
      ]);
    });

    it("reads the commit that was listed, whatever is pushed meanwhile", async () => {
      const listed = await named("api");
      org.push("api", { Dockerfile: "FROM debian:13\n" });
      expect((await read(listed)).files["Dockerfile"]).toBe("FROM debian:12\n");
    });

    it("delivers the wanted files only, as often as they are asked for", async () => {
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

    it("one repository that cannot be read is an error of that repository", async () => {
      const listed = await named("api");
      await expect(read({ ...listed, headCommitSha: "1".repeat(40) })).rejects.toThrow(
        RepositoryUnreadableError,
      );
      org.delete("api");
      await expect(read(listed)).rejects.toThrow(RepositoryUnreadableError);
    });
  });
}
