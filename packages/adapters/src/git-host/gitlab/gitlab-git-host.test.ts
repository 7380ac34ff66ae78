import {
  CredentialRefusedError,
  HostBusyError,
  HostRefusedError,
  HostUnreachableError,
  type GitHost,
} from "@knockon/core/ports/git-host";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { listAll, readSnapshot } from "../../testing/git-host-conformance.ts";
import type { FakeGitHost } from "../../testing/git-hosts/fake-git-host.ts";
import { startFakeGitLab } from "../../testing/git-hosts/fake-gitlab.ts";
import { json, type FakeResponse } from "../../testing/git-hosts/fake-server.ts";
import { openGitHost } from "../open-git-host.ts";

let fake: FakeGitHost;
let host: GitHost;
beforeEach(async () => {
  fake = await startFakeGitLab();
  host = open(fake.url);
});
afterEach(() => fake.close());

const open = (url: string, token: string | null = "valid-token"): GitHost =>
  openGitHost({ localOrgRoots: [], allowedHosts: fake.hosts, githubApp: null })({
    platform: "gitlab",
    url,
    credential: token === null ? null : { type: "token", token },
  });

describe("listing", () => {
  it("pages through 1,000 projects with the host's next links", async () => {
    for (let index = 0; index < 1_000; index += 1) fake.repositories.add(`p${index}`);
    const listed = await listAll(host);
    expect(new Set(listed.map((one) => one.platformId)).size).toBe(1_000);
    expect(fake.requests).toHaveLength(20);
  });

  it("reports subgroups, archived projects and forks, and keeps the ID after a rename", async () => {
    fake.repositories.add("platform/old", { a: "a" }, { archived: true });
    fake.repositories.add("fork", { a: "a" }, { isFork: true });
    const [old, fork] = await listAll(host);
    expect([old?.fullPath, old?.name]).toEqual(["acme/platform/old", "old"]);
    expect([old?.archived, old?.isFork, fork?.archived, fork?.isFork]).toEqual([true, false, false, true]);
    fake.repositories.rename("platform/old", "new");
    const renamed = {
      ...old,
      name: "new",
      fullPath: "acme/new",
      cloneUrl: "https://gitlab.com/acme/new.git",
    };
    expect((await listAll(host))[0]).toEqual(renamed);
  });

  it("requests heads one by one if GraphQL omits them", async () => {
    const head = fake.repositories.push(fake.repositories.add("app").path, { a: "a" });
    fake.repositories.add("empty");
    for (const refusal of [
      { data: { projects: { nodes: [] } } },
      { errors: [{ message: "Query is too complex" }] },
    ]) {
      fake.interfere = ({ path }) => (path === "/api/graphql" ? json(200, refusal) : undefined);
      expect((await listAll(host)).map((one) => one.headCommitSha)).toEqual([head, null]);
    }
  });

  it("uses only the query of the next link", async () => {
    fake.interfere = ({ path, query }) =>
      path.endsWith("/projects") && !query.has("id_after")
        ? json(200, [], {
            Link: `<https://169.254.169.254/latest?${query.toString()}&id_after=5>; rel="next"`,
          })
        : undefined;
    expect(await listAll(host)).toEqual([]);
    expect(fake.requests.filter((request) => request.endsWith("/projects"))).toHaveLength(2);
  });
});

const answers: [string, FakeResponse, new (...args: never[]) => Error][] = [
  ["429", json(429, {}, { "Retry-After": "30" }), HostBusyError],
  [
    "429 with RateLimit-Reset",
    json(429, {}, { "RateLimit-Reset": String(Date.now() / 1000 + 30) }),
    HostBusyError,
  ],
  ["401", json(401, { message: "401 Unauthorized" }), CredentialRefusedError],
  ["403", json(403, { error: "insufficient_scope" }), CredentialRefusedError],
  ["404", json(404, { message: "404 Group Not Found" }), HostRefusedError],
  ["502", json(502, {}), HostUnreachableError],
  ["a sign-in page", { status: 200, body: "<html>" }, HostUnreachableError],
];

describe("error responses", () => {
  it.each(answers)("%s has its own error class", async (_, answer, kind) => {
    fake.interfere = () => answer;
    await expect(host.identify()).rejects.toSatisfy((error: Error) => error.constructor === kind);
    await expect(host.listRepositories(null)).rejects.toSatisfy((error: Error) => error.constructor === kind);
  });

  it("lists only public projects without a token", async () => {
    await expect(open(fake.url, null).identify()).rejects.toThrow(
      "has no group acme that the credential can access",
    );
  });
});

it("reads a commit with submodules, symlinks and export-ignored files", async () => {
  const { exportIgnored } = fake.repositories.add("app", {
    Dockerfile: "FROM debian:12\n",
    ".gitlab-ci.yml": "build: {}\n",
    link: { symlink: "/etc/passwd" },
    lib: { submodule: "5".repeat(40) },
  });
  exportIgnored.add(".gitlab-ci.yml");
  const [listed] = await listAll(host);
  const { platformId = "", fullPath = "", headCommitSha } = listed ?? {};
  fake.repositories.rename("app", "renamed");
  const { tree, files } = await readSnapshot(
    await host.openSnapshot({ platformId, fullPath }, headCommitSha ?? ""),
  );
  expect(tree.map(({ mode, path }) => `${mode} ${path}`)).toEqual([
    "100644 .gitlab-ci.yml",
    "100644 Dockerfile",
    "160000 lib",
    "120000 link",
  ]);
  expect(files).toEqual({ Dockerfile: "FROM debian:12\n", ".gitlab-ci.yml": "build: {}\n" });
});

it("reports a host that is not connected to as such", async () => {
  const openOther = openGitHost({ localOrgRoots: [], allowedHosts: [], githubApp: null });
  for (const [url, message] of [
    ["https://10.0.0.1/acme", "10.0.0.1 has no public address."],
    ["http://gitlab.example/acme", "gitlab.example requires https."],
  ] as const)
    await expect(openOther({ platform: "gitlab", url, credential: null }).identify()).rejects.toThrow(
      message,
    );
});
