import type { ChangeHost } from "@knockon/core/ports/change-host";
import { MissingPermissionError } from "@knockon/core/ports/git-host";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  countWrites,
  describeChangeHost,
  reportOf,
  type ChangeHostHarness,
} from "../../testing/change-host-conformance.ts";
import type { FakeGitHost } from "../../testing/git-hosts/fake-git-host.ts";
import { startFakeGitLab } from "../../testing/git-hosts/fake-gitlab.ts";
import { json } from "../../testing/git-hosts/fake-server.ts";
import { openGitHost } from "../open-git-host.ts";

let fake: FakeGitHost;
afterEach(() => fake.close());

async function start(): Promise<ChangeHost> {
  fake = await startFakeGitLab();
  const open = openGitHost({ localOrgRoots: [], allowedHosts: fake.hosts, githubApp: null });
  const credential = { type: "token", token: "valid-token" } as const;
  const { changes } = open({ platform: "gitlab", url: fake.url, credential });
  if (!changes) throw new Error("GitLab has merge requests.");
  return changes;
}

const named = (path: string) => ({
  platformId: String(fake.repositories.all.find((one) => one.path === path)?.id),
  fullPath: `acme/${path}`,
});

describeChangeHost("GitLab", async (): Promise<ChangeHostHarness> => {
  const changes = await start();
  return {
    fake,
    changes,
    named,
    shown(path, headSha) {
      const status = fake.changes.statusesOf(path, headSha).at(-1);
      return status && { title: status.description, conclusion: status.state };
    },
    conclusions: { running: "running", success: "success", neutral: "success", failure: "failed" },
    revoke: () => fake.tokens.clear(),
    withhold() {
      fake.withheld.set("valid-token", ["developer"]);
      const role = /the role "Developer"\. .* at https:\/\/[\w.:]+\/groups\/acme\/-\/group_members\.$/;
      return { report: role, comment: role };
    },
  };
});

describe("GitLab", () => {
  let changes: ChangeHost;
  beforeEach(async () => {
    changes = await start();
    fake.repositories.add("api", { a: "1" });
  });

  it("shows no status for a commit that is on no branch of the project", async () => {
    const { headSha } = fake.changes.forkPullRequest("api", { a: "2" });
    await changes.reportCheck(named("api"), headSha, reportOf());
    expect(fake.changes.statusesOf("api", headSha)).toEqual([]);
  });

  it("accepts the state that another worker has just written", async () => {
    const { headSha } = fake.changes.openPullRequest("api", { a: "2" });
    const running = reportOf({ conclusion: null });
    await changes.reportCheck(named("api"), headSha, running);
    fake.interfere = ({ method, path }) =>
      method === "GET" && path.endsWith("/statuses") ? json(200, []) : undefined;
    expect(await countWrites(fake, () => changes.reportCheck(named("api"), headSha, running))).toBe(1);
    expect(fake.changes.statusesOf("api", headSha)).toHaveLength(1);
  });

  it("reads the head of the target branch while a merge request is prepared", async () => {
    const { number, repository } = fake.changes.openPullRequest("api", { a: "2" });
    fake.interfere = ({ path }) =>
      path.endsWith(`/merge_requests/${number}`)
        ? json(200, {
            title: "t",
            web_url: "u",
            state: "opened",
            target_project_id: 1,
            source_project_id: 1,
            target_branch: "main",
            sha: "1".repeat(40),
            diff_refs: null,
          })
        : undefined;
    expect(await changes.findPullRequest(named("api"), number)).toMatchObject({
      baseSha: repository.branches.get("main"),
    });
  });

  it("names the scope that a token lacks", async () => {
    const { number } = fake.changes.openPullRequest("api", { a: "2" });
    fake.withheld.set("valid-token", ["api"]);
    const write = changes.writeComment(named("api"), number, { id: null, text: "a" });
    await expect(write).rejects.toThrow(MissingPermissionError);
    await expect(write).rejects.toThrow(/the scope "api"\. .*\/groups\/acme\/-\/settings\/access_tokens\.$/);
  });

  it("does not execute commands in a note", async () => {
    const { number, comments } = fake.changes.openPullRequest("api", { a: "2" });
    const text = "/approve\n  /Close\r\n/merge\nsee /close and //x";
    await changes.writeComment(named("api"), number, { id: null, text });
    expect(comments[0]?.text.match(/^[ \t]*\/[a-z]/gim)).toBe(null);
    expect(comments[0]?.text.replaceAll("\u200B", "")).toBe(text);
  });
});
