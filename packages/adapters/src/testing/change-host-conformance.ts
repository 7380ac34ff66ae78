import { hash } from "node:crypto";
import type { ChangeHost, CheckReport } from "@knockon/core/ports/change-host";
import {
  CredentialRefusedError,
  HostBusyError,
  MissingPermissionError,
  RepositoryUnreadableError,
} from "@knockon/core/ports/git-host";
import { beforeEach, describe, expect, it } from "vitest";
import type { FakeGitHost } from "./git-hosts/fake-git-host.ts";

export interface ChangeHostHarness {
  fake: FakeGitHost;
  changes: ChangeHost;
  /** The port's name of a hosted repository. */
  named: (path: string) => { platformId: string; fullPath: string };
  /** Title and conclusion of the report that a commit shows, as the host calls it. */
  shown: (path: string, headSha: string) => { title: string; conclusion: string | null } | undefined;
  /** The host's words for the conclusions. Null while the check runs. */
  conclusions: Record<"running" | "success" | "neutral" | "failure", string | null>;
  /** Takes the permission to write reports and comments from the credential, and returns what an error must name. */
  withhold: () => { report: RegExp; comment: RegExp };
  /** Makes the host refuse the credential. */
  revoke: () => void;
}

/** Returns a report whose key is made of its contents. */
export function reportOf(given: Partial<CheckReport> = {}): CheckReport {
  const report = {
    conclusion: "failure" as const,
    title: "This change breaks 2 repositories",
    summary: "**acme/web** and **acme/app**",
    detailsUrl: "https://knockon.example/checks/1",
    annotations: [],
    ...given,
  };
  return { key: hash("sha256", JSON.stringify(report)), ...report };
}

const MARKER = "<!-- knockon -->";

/** Returns how many requests a call sends that are not reads. */
export async function countWrites(fake: FakeGitHost, call: () => Promise<unknown>): Promise<number> {
  const before = fake.requests.length;
  await call();
  return fake.requests.slice(before).filter((request) => !/^GET |\/access_tokens$/.test(request)).length;
}

/** The behavior that checks of changes rely on, for every host with pull requests. */
export function describeChangeHost(name: string, open: () => Promise<ChangeHostHarness>): void {
  describe(`${name} as a host of changes`, () => {
    let harness: ChangeHostHarness;
    let fake: FakeGitHost;
    let changes: ChangeHost;
    const api = () => harness.named("api");
    beforeEach(async () => {
      harness = await open();
      ({ fake, changes } = harness);
      fake.repositories.add("api", { "action.yml": "name: a\n" });
    });

    describe("a pull request", () => {
      it("has the commits and branches of the host", async () => {
        const opened = fake.changes.openPullRequest("api", { "action.yml": "name: b\n" });
        expect(await changes.findPullRequest(api(), opened.number)).toEqual({
          number: 1,
          title: "Change api",
          url: expect.stringMatching(/\/api\/.*\/1$/u),
          author: "jane",
          isOpen: true,
          isFromFork: false,
          headSha: opened.headSha,
          baseSha: opened.repository.branches.get("main"),
          baseBranch: "main",
        });
      });

      it("is read in its current state", async () => {
        const opened = fake.changes.openPullRequest("api", { a: "1" });
        const find = () => changes.findPullRequest(api(), opened.number);
        const pushed = fake.changes.push(opened, { a: "2" });
        expect(await find()).toMatchObject({ headSha: pushed });
        const forced = fake.changes.forcePush(opened, { a: "3" });
        expect(await find()).toMatchObject({ headSha: forced });
        fake.changes.retarget(opened, "release");
        expect(await find()).toMatchObject({ baseBranch: "release", isOpen: true });
        fake.changes.close(opened);
        expect(await find()).toMatchObject({ isOpen: false });
        fake.changes.reopen(opened);
        fake.changes.merge(opened);
        expect(await find()).toMatchObject({ isOpen: false });
      });

      it("of a fork is read through the target repository", async () => {
        const opened = fake.changes.forkPullRequest("api", { a: "1" });
        expect(await changes.findPullRequest(api(), opened.number)).toMatchObject({
          isFromFork: true,
          headSha: opened.headSha,
        });
        const base = opened.repository.branches.get("main") ?? "";
        expect(await changes.findMergeBase(api(), base, opened.headSha)).toBe(base);
      });

      it("is null if there is none with its number, and an error if there is no repository", async () => {
        expect(await changes.findPullRequest(api(), 7)).toBe(null);
        const gone = api();
        fake.repositories.delete("api");
        await expect(changes.findPullRequest(gone, 7)).rejects.toThrow(RepositoryUnreadableError);
      });
    });

    describe("the merge base", () => {
      it("stays the same when the base branch moves", async () => {
        const { headSha, repository } = fake.changes.openPullRequest("api", { a: "1" });
        const base = repository.branches.get("main") ?? "";
        const moved = fake.repositories.push("api", { b: "1" });
        expect(await changes.findMergeBase(api(), moved, headSha)).toBe(base);
      });

      it("of unrelated commits is an error", async () => {
        const { headSha } = fake.changes.openPullRequest("api", { a: "1" });
        const orphan = fake.repositories.push("api", { b: "1" }, { parents: [] });
        await expect(changes.findMergeBase(api(), orphan, headSha)).rejects.toThrow("no common ancestor");
      });
    });

    it("lists all branches, at most 1,000", async () => {
      fake.changes.addBranch("api", "release/1.x");
      expect((await changes.listBranches(api())).toSorted()).toEqual(["main", "release/1.x"]);
      for (let index = 0; index < 1100; index += 1) fake.changes.addBranch("api", `b${index}`);
      const names = await changes.listBranches(api());
      expect(new Set(names).size).toBe(1000);
    });

    describe("a report", () => {
      let headSha: string;
      beforeEach(() => {
        ({ headSha } = fake.changes.openPullRequest("api", { a: "1" }));
      });
      const report = (given: Partial<CheckReport>) => changes.reportCheck(api(), headSha, reportOf(given));

      it("runs, then concludes", async () => {
        const { conclusions } = harness;
        await report({ conclusion: null, title: "Checking" });
        expect(harness.shown("api", headSha)).toEqual({ title: "Checking", conclusion: conclusions.running });
        for (const conclusion of ["failure", "neutral", "success"] as const) {
          await report({ conclusion, title: conclusion });
          expect(harness.shown("api", headSha)).toEqual({
            title: conclusion,
            conclusion: conclusions[conclusion],
          });
        }
      });

      it("is not written again by a repetition", async () => {
        for (const conclusion of [null, "failure", "neutral"] as const) {
          expect(await countWrites(fake, () => report({ conclusion }))).toBe(1);
          expect(await countWrites(fake, () => report({ conclusion }))).toBe(0);
        }
      });

      it("is replaced by another one, also by a former one", async () => {
        for (const title of ["2 breaks", "Nothing breaks", "2 breaks"]) {
          await report({ title });
          expect(harness.shown("api", headSha)?.title).toBe(title);
        }
      });

      it("of any length is accepted", async () => {
        const long = "\u{1F600}".repeat(100_000);
        await report({ title: long.slice(0, 800), summary: long });
        expect(harness.shown("api", headSha)?.title).toMatch(/^(?:\u{1F600})+…?$/u);
      });
    });

    describe("a comment", () => {
      let number: number;
      const texts = () => fake.changes.pullRequests[0]?.comments.map(({ text }) => text);
      const write = (id: string | null, text = `${MARKER} 2 breaks`) =>
        changes.writeComment(api(), number, { id, text });
      beforeEach(() => {
        ({ number } = fake.changes.openPullRequest("api", { a: "1" }));
      });

      it("is created, found, replaced and deleted", async () => {
        expect(await changes.findComment(api(), number, MARKER)).toBe(null);
        const id = await write(null);
        expect(await changes.findComment(api(), number, MARKER)).toBe(id);
        expect(await write(id, `${MARKER} 1 break`)).toBe(id);
        expect(texts()).toEqual([`${MARKER} 1 break`]);
        await changes.deleteComment(api(), number, id);
        expect(texts()).toEqual([]);
        await changes.deleteComment(api(), number, id);
      });

      it("is created again if it was deleted", async () => {
        const id = await write(null);
        await changes.deleteComment(api(), number, id);
        const again = await write(id);
        expect(again).not.toBe(id);
        expect(await changes.findComment(api(), number, MARKER)).toBe(again);
      });

      it("is found among those of other people and without the marker", async () => {
        const [opened] = fake.changes.pullRequests;
        for (let index = 0; opened && index < 250; index += 1) {
          fake.changes.comment(opened, index % 2 ? "Looks good" : `${MARKER} quoted`);
        }
        await write(null, "without");
        const id = await write(null);
        expect(await changes.findComment(api(), number, MARKER)).toBe(id);
        expect(texts()).toHaveLength(252);
      });

      it("of two writers is kept once, and it is the older one", async () => {
        const [older, newer] = [await write(null), await write(null)];
        expect(Number(older)).toBeLessThan(Number(newer));
        expect(await changes.findComment(api(), number, MARKER)).toBe(older);
        expect(texts()).toHaveLength(1);
      });

      it("has the host's maximum length", async () => {
        await write(null, "a".repeat(changes.maxCommentLength));
        await expect(write(null, "a".repeat(changes.maxCommentLength + 1))).rejects.toThrow(
          RepositoryUnreadableError,
        );
        expect(texts()).toHaveLength(1);
      });
    });

    describe("a refusal", () => {
      it("of a permission names it and the page on which to grant it", async () => {
        const { headSha, number } = fake.changes.openPullRequest("api", { a: "1" });
        const expected = harness.withhold();
        const error = async (call: Promise<unknown>): Promise<unknown> =>
          call.catch((reason: unknown) => reason);
        const report = await error(changes.reportCheck(api(), headSha, reportOf()));
        const comment = await error(changes.writeComment(api(), number, { id: null, text: "a" }));
        expect([report, comment].map((one) => one instanceof MissingPermissionError)).toEqual([true, true]);
        expect((report as Error).message).toMatch(expected.report);
        expect((comment as Error).message).toMatch(expected.comment);
      });

      it("of too many writes says when to retry, and nothing is written twice", async () => {
        const { headSha, number, comments } = fake.changes.openPullRequest("api", { a: "1" });
        fake.writesLeft = 0;
        await expect(changes.reportCheck(api(), headSha, reportOf())).rejects.toThrow(HostBusyError);
        await expect(changes.writeComment(api(), number, { id: null, text: MARKER })).rejects.toThrow(
          HostBusyError,
        );
        fake.writesLeft = 2;
        await changes.reportCheck(api(), headSha, reportOf());
        await changes.writeComment(api(), number, { id: null, text: MARKER });
        expect(harness.shown("api", headSha)?.title).toBe(reportOf().title);
        expect(comments).toHaveLength(1);
      });

      it("of a revoked credential is an error of the org", async () => {
        const { headSha, number } = fake.changes.openPullRequest("api", { a: "1" });
        await changes.findPullRequest(api(), number);
        harness.revoke();
        const refused = (call: Promise<unknown>) => expect(call).rejects.toThrow(CredentialRefusedError);
        await refused(changes.findPullRequest(api(), number));
        await refused(changes.findMergeBase(api(), headSha, headSha));
        await refused(changes.listBranches(api()));
        await refused(changes.reportCheck(api(), headSha, reportOf()));
        await refused(changes.findComment(api(), number, MARKER));
        await refused(changes.writeComment(api(), number, { id: null, text: "a" }));
        await refused(changes.deleteComment(api(), number, "1"));
      });
    });

    it("keeps working after the repository was renamed", async () => {
      const { headSha, number, comments } = fake.changes.openPullRequest("api", { a: "1" });
      const before = api();
      fake.repositories.rename("api", "api-server");
      expect(await changes.findPullRequest(before, number)).toMatchObject({ headSha });
      await changes.reportCheck(before, headSha, reportOf());
      expect(harness.shown("api-server", headSha)?.title).toBe(reportOf().title);
      const id = await changes.writeComment(before, number, { id: null, text: "a" });
      await changes.writeComment(before, number, { id, text: "b" });
      expect(comments.map(({ text }) => text)).toEqual(["b"]);
    });
  });
}
