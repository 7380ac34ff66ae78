import { generateKeyPairSync } from "node:crypto";
import type { ChangeHost, CheckAnnotation } from "@knockon/core/ports/change-host";
import {
  HostBusyError,
  MissingPermissionError,
  RepositoryUnreadableError,
  type HostCredential,
} from "@knockon/core/ports/git-host";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  countWrites,
  describeChangeHost,
  reportOf,
  type ChangeHostHarness,
} from "../../testing/change-host-conformance.ts";
import { startFakeGitHub, type FakeGitHub } from "../../testing/git-hosts/fake-github.ts";
import { openGitHost } from "../open-git-host.ts";

const { publicKey, privateKey } = generateKeyPairSync("rsa", {
  modulusLength: 2048,
  publicKeyEncoding: { type: "spki", format: "pem" },
  privateKeyEncoding: { type: "pkcs8", format: "pem" },
});
const TOKEN: HostCredential = { type: "token", token: "valid-token" };
const APP: HostCredential = {
  type: "installation",
  installationId: "5",
  workspaceId: "w1",
  isRecorded: true,
};

let fake: FakeGitHub;
afterEach(() => fake.close());

async function start(credential: HostCredential): Promise<ChangeHost> {
  fake = await startFakeGitHub({ id: "77", publicKey });
  fake.installations.set("5", { seconds: 3600 });
  return open(credential);
}

/** `id`: App ID or client ID. */
function open(credential: HostCredential, id = "77"): ChangeHost {
  const githubApp = { id, privateKey, url: fake.url, granted: null };
  const host = openGitHost({ localOrgRoots: [], allowedHosts: fake.hosts, githubApp });
  const { changes } = host({ platform: "github", url: fake.url, credential });
  if (!changes) throw new Error("GitHub has pull requests.");
  return changes;
}

const named = (path: string) => ({
  platformId: `R_${fake.repositories.get(path).id}`,
  fullPath: `acme/${path}`,
});

describeChangeHost("An App of GitHub", async (): Promise<ChangeHostHarness> => {
  const changes = await start(APP);
  return {
    fake,
    changes,
    named,
    shown(path, headSha) {
      const run = fake.changes.checkRunsOf(path, headSha).at(-1);
      return run && { title: run.title, conclusion: run.conclusion };
    },
    conclusions: { running: null, success: "success", neutral: "neutral", failure: "failure" },
    revoke() {
      fake.installations.clear();
      fake.tokens.clear();
    },
    withhold() {
      fake.withheld.set("5", ["checks", "pull_requests"]);
      const page = String.raw`https://[\w.:]+/organizations/acme/settings/installations/5\.`;
      return {
        report: new RegExp(`^The GitHub App lacks the permission "Checks: write"\\. .* ${page}$`),
        comment: new RegExp(`^The GitHub App lacks the permission "Pull requests: write"\\. .* ${page}$`),
      };
    },
  };
});

describeChangeHost("A token of GitHub", async (): Promise<ChangeHostHarness> => {
  const changes = await start(TOKEN);
  return {
    fake,
    changes,
    named,
    shown(path, headSha) {
      const status = fake.changes.statusesOf(path, headSha).at(-1);
      return status && { title: status.description, conclusion: status.state };
    },
    conclusions: { running: "pending", success: "success", neutral: "success", failure: "failure" },
    revoke: () => fake.tokens.clear(),
    withhold() {
      fake.withheld.set("valid-token", ["statuses", "pull_requests"]);
      return {
        report: /"Commit statuses: write"\. Its owner can add it at https:\/\/[\w.:]+\/settings\/tokens\.$/,
        comment: /"Pull requests: write"\. Its owner can add it at https:\/\/[\w.:]+\/settings\/tokens\.$/,
      };
    },
  };
});

describe("a check run", () => {
  let changes: ChangeHost;
  let headSha: string;
  const runs = () => fake.changes.checkRunsOf("api", headSha);
  const report = (annotations: readonly CheckAnnotation[], given = {}) =>
    changes.reportCheck(named("api"), headSha, reportOf({ ...given, annotations }));
  const lines = () =>
    runs()
      .at(-1)
      ?.annotations.map(({ start_line: line }) => line);
  beforeEach(async () => {
    changes = await start(APP);
    fake.repositories.add("api", { a: "1" });
    ({ headSha } = fake.changes.openPullRequest("api", { a: "2" }));
  });

  it("gets 50 annotations with each request, in order", async () => {
    expect(await countWrites(fake, () => report(annotations(120)))).toBe(3);
    expect(lines()).toEqual(annotations(120).map(({ line }) => line));
    expect(await countWrites(fake, () => report(annotations(120)))).toBe(0);
    expect(runs()).toHaveLength(1);
  });

  it("gets the missing annotations after an interruption", async () => {
    fake.writesLeft = 1;
    await expect(report(annotations(120))).rejects.toThrow(HostBusyError);
    expect(runs().at(-1)).toMatchObject({ conclusion: "failure", annotations: { length: 50 } });
    fake.writesLeft = 2;
    await report(annotations(120));
    expect(lines()).toEqual(annotations(120).map(({ line }) => line));
  });

  it("shows the first 500 annotations, cut to GitHub's limits", async () => {
    const long = annotations(600).map((one) => ({
      ...one,
      title: "t".repeat(300),
      message: "\u20AC".repeat(40_000),
    }));
    expect(await countWrites(fake, () => report(long))).toBe(10);
    expect(lines()).toHaveLength(500);
    expect(await countWrites(fake, () => report(long))).toBe(0);
  });

  it("has no annotations while it runs, and is completed in place", async () => {
    await report(annotations(3), { conclusion: null });
    expect(lines()).toEqual([]);
    await report(annotations(3));
    expect(lines()).toEqual([1, 2, 3]);
    expect(runs()).toHaveLength(1);
  });

  it("is replaced if a completed report changes, because annotations cannot be removed", async () => {
    await report(annotations(3));
    await report(annotations(1), { title: "This change breaks 1 repository" });
    expect(runs().map((run) => run.annotations.length)).toEqual([3, 1]);
    await report([], { conclusion: null });
    expect(runs().map((run) => run.status)).toEqual(["completed", "completed", "in_progress"]);
  });

  it("of another App with the same name and key is not touched", async () => {
    await report([]);
    const [run] = runs();
    if (run) run.appId = "78";
    await report([]);
    expect(runs().map(({ appId }) => appId)).toEqual(["78", "77"]);
  });

  it("is found if the deployment names the App by its client ID", async () => {
    changes = open(APP, "Iv1.77");
    await report([]);
    expect(await countWrites(fake, () => report([]))).toBe(0);
  });

  it("is written as soon as an owner has accepted the permission", async () => {
    fake.withheld.set("5", ["checks"]);
    await expect(report([])).rejects.toThrow(MissingPermissionError);
    fake.withheld.delete("5");
    await report([]);
    expect(runs()).toHaveLength(1);
  });

  it("is written with a new token if GitHub no longer accepts the former one", async () => {
    await report([]);
    fake.tokens.clear();
    await report([], { title: "Nothing breaks" });
    expect(runs().at(-1)?.title).toBe("Nothing breaks");
  });

  it("of an unknown commit is an error of the repository", async () => {
    headSha = "1".repeat(40);
    await expect(report([])).rejects.toThrow(RepositoryUnreadableError);
  });
});

it("an App and a token do not delete each other's comments", async () => {
  const app = await start(APP);
  const token = open(TOKEN);
  fake.repositories.add("api", { a: "1" });
  const { number, comments } = fake.changes.openPullRequest("api", { a: "2" });
  const ids = [app, token].map((host) => host.writeComment(named("api"), number, { id: null, text: "m" }));
  const [ofApp, ofToken] = await Promise.all(ids);
  expect(await app.findComment(named("api"), number, "m")).toBe(ofApp);
  expect(await token.findComment(named("api"), number, "m")).toBe(ofToken);
  expect(comments).toHaveLength(2);
});

const annotations = (count: number): CheckAnnotation[] =>
  Array.from({ length: count }, (_, index) => ({
    path: "action.yml",
    line: index + 1,
    level: "failure",
    title: "Breaks acme/web",
    message: "acme/web passes the removed input `token`.",
  }));
