import { generateKeyPairSync } from "node:crypto";
import {
  CredentialRefusedError,
  HostBusyError,
  HostRefusedError,
  HostUnreachableError,
  RepositoryUnreadableError,
  type GitHost,
  type HostCredential,
} from "@knockon/core/ports/git-host";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { listAll, readSnapshot } from "../../testing/git-host-conformance.ts";
import { startFakeGitHub, type FakeGitHub } from "../../testing/git-hosts/fake-github.ts";
import { tarGz } from "../../testing/git-hosts/hosted-repositories.ts";
import { json, type FakeResponse } from "../../testing/git-hosts/fake-server.ts";
import { openGitHost } from "../open-git-host.ts";
import type { GitHubApp } from "./app-tokens.ts";

const { publicKey, privateKey } = generateKeyPairSync("rsa", {
  modulusLength: 2048,
  publicKeyEncoding: { type: "spki", format: "pem" },
  privateKeyEncoding: { type: "pkcs8", format: "pem" },
});

let fake: FakeGitHub;
let host: GitHost;
beforeEach(async () => {
  fake = await startFakeGitHub({ id: "77", publicKey });
  host = open({ type: "token", token: "valid-token" });
});
afterEach(() => fake.close());

function open(
  credential: HostCredential | null,
  { url = fake.url, ...app }: Partial<GitHubApp> = {},
): GitHost {
  const githubApp = { id: "77", privateKey, url: fake.url, granted: null, ...app };
  return openGitHost({ localOrgRoots: [], allowedHosts: fake.hosts, githubApp })({
    platform: "github",
    url,
    credential,
  });
}

const isTarball = (path: string): boolean => path.includes("/tarball/");

async function read(name: string) {
  const listed = (await listAll(host)).find((one) => one.name === name);
  const { platformId = "", fullPath = `acme/${name}`, headCommitSha } = listed ?? {};
  return readSnapshot(await host.openSnapshot({ platformId, fullPath }, headCommitSha ?? ""));
}

describe("listing", () => {
  it("pages through 10,000 repositories in 100 requests", async () => {
    for (let index = 0; index < 10_000; index += 1) fake.repositories.add(`r${index}`);
    const listed = await listAll(host);
    expect(new Set(listed.map((one) => one.platformId)).size).toBe(10_000);
    expect(fake.requests).toHaveLength(100);
  });

  it("reports archived repositories and forks, and keeps the ID after a rename", async () => {
    fake.repositories.add("old", { a: "a" }, { archived: true });
    fake.repositories.add("fork", { a: "a" }, { isFork: true });
    const [old, fork] = await listAll(host);
    expect([old?.archived, old?.isFork, fork?.archived, fork?.isFork]).toEqual([true, false, false, true]);
    fake.repositories.rename("old", "new");
    expect((await listAll(host))[0]).toEqual({
      ...old,
      name: "new",
      fullPath: "acme/new",
      cloneUrl: "https://github.com/acme/new.git",
    });
  });

  it("reduces the page size if the host times out", async () => {
    for (let index = 0; index < 30; index += 1) fake.repositories.add(`r${index}`);
    fake.interfere = ({ body }) =>
      body.includes('"count":100') ? json(502, { message: "Something went wrong" }) : undefined;
    expect(await listAll(host)).toHaveLength(30);
  });

  it("is incomplete if the host omits repositories", async () => {
    fake.interfere = () =>
      json(200, {
        data: {
          repositoryOwner: {
            repositories: { pageInfo: { endCursor: null, hasNextPage: false }, nodes: [null] },
          },
        },
        errors: [{ type: "FORBIDDEN", message: "Resource protected by organization SAML enforcement." }],
      });
    const page = await host.listRepositories(null);
    expect(page.incomplete).toContain("withheld 1 repositories");
  });
});

const inTenMinutes = (): string => String(Math.floor(Date.now() / 1000) + 600);
const rateLimits: [string, () => FakeResponse, number][] = [
  ["429", () => json(429, {}, { "Retry-After": "30" }), 30],
  [
    "a primary limit",
    () => json(403, {}, { "X-RateLimit-Remaining": "0", "X-RateLimit-Reset": inTenMinutes() }),
    600,
  ],
  ["a secondary limit", () => json(403, { message: "You have exceeded a secondary rate limit." }), 60],
  ["503 with Retry-After", () => json(503, {}, { "Retry-After": "5" }), 5],
  [
    "a GraphQL limit",
    () =>
      json(
        200,
        { errors: [{ type: "RATE_LIMITED", message: "API rate limit exceeded" }] },
        { "X-RateLimit-Reset": inTenMinutes() },
      ),
    600,
  ],
  ["a limit beyond the maximum wait", () => json(429, {}, { "Retry-After": "999999999" }), 7200],
];

describe("a rate limit", () => {
  it.each(rateLimits)("reports when to retry: %s", async (_, answer, seconds) => {
    fake.interfere = answer;
    const error: unknown = await host.listRepositories(null).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(HostBusyError);
    const wait = ((error as HostBusyError).retryAt.getTime() - Date.now()) / 1000;
    expect(Math.abs(wait - seconds)).toBeLessThan(5);
  });
});

const refusals: [string, FakeResponse, new (message: string) => Error][] = [
  ["401", json(401, { message: "Bad credentials" }), CredentialRefusedError],
  ["403", json(403, { message: "Resource not accessible by personal access token" }), CredentialRefusedError],
  [
    "single sign-on",
    json(403, {}, { "X-GitHub-SSO": "required; url=https://github.com/orgs/acme/sso" }),
    CredentialRefusedError,
  ],
  ["404", json(404, { message: "Not Found" }), HostRefusedError],
  ["500", json(500, {}), HostUnreachableError],
  ["an HTML page", { status: 200, body: "<html>" }, HostUnreachableError],
  ["an unexpected schema", json(200, { data: { repositoryOwner: { id: 7 } } }), HostUnreachableError],
];

describe("error responses", () => {
  it.each(refusals)("%s has its own error class", async (_, answer, kind) => {
    fake.interfere = () => answer;
    await expect(host.identify()).rejects.toSatisfy((error: Error) => error.constructor === kind);
  });

  it("names a missing organization, without the credential", async () => {
    const url = fake.url.replace("acme", "globex");
    await expect(open({ type: "token", token: "valid-token" }, { url }).identify()).rejects.toThrow(
      "has no organization or user globex that the credential can access",
    );
  });

  it.each([
    "https://github.com/",
    "https://github.com/acme/api",
    "https://me:secret@github.com/acme",
    "acme",
  ])("%s is not the URL of an organization", async (url) => {
    await expect(open(null, { url }).identify()).rejects.toThrow("is not the URL of an organization");
  });
});

describe("a commit", () => {
  it("is read with submodules, symlinks and export-ignored files", async () => {
    const { exportIgnored } = fake.repositories.add("app", {
      Dockerfile: "FROM debian:12\n",
      ".github/workflows/ci.yml": "on: push\n",
      link: { symlink: "../../etc/passwd" },
      lib: { submodule: "5".repeat(40) },
    });
    exportIgnored.add(".github/workflows/ci.yml");
    const { tree, files } = await read("app");
    expect(tree.map(({ mode, path }) => `${mode} ${path}`)).toEqual([
      "100644 .github/workflows/ci.yml",
      "100644 Dockerfile",
      "160000 lib",
      "120000 link",
    ]);
    expect(tree.find(({ path }) => path === "lib")?.oid).toBe("5".repeat(40));
    expect(files).toEqual({ Dockerfile: "FROM debian:12\n", ".github/workflows/ci.yml": "on: push\n" });
  });

  it("is read after its repository was renamed", async () => {
    fake.repositories.add("app", { a: "a" });
    const [listed] = await listAll(host);
    fake.repositories.rename("app", "renamed");
    const { platformId = "", fullPath = "", headCommitSha } = listed ?? {};
    const { files } = await readSnapshot(
      await host.openSnapshot({ platformId, fullPath }, headCommitSha ?? ""),
    );
    expect(files).toEqual({ a: "a" });
  });

  it("is listed from its archive if the host truncates the tree", async () => {
    fake.repositories.add("app", { a: "a", "b/c": "c", link: { symlink: "a" } });
    fake.interfere = ({ path }) =>
      path.includes("/git/trees/") ? json(200, { sha: "1", truncated: true, tree: [] }) : undefined;
    const { tree, files } = await read("app");
    expect(tree.map(({ mode, path }) => `${mode} ${path}`)).toEqual([
      "100644 a",
      "100644 b/c",
      "120000 link",
    ]);
    expect(files).toEqual({ a: "a", "b/c": "c" });
  });

  it("is downloaded at most three times if the connection breaks", async () => {
    fake.repositories.add("app", { a: "a".repeat(5000) });
    let cuts = 2;
    const archive = await tarGz([{ header: { name: "app/a", size: 1 }, body: "a" }]);
    fake.interfere = ({ path }) =>
      isTarball(path) && cuts-- > 0 ? { status: 200, body: archive, cutAfter: 20 } : undefined;
    expect((await read("app")).files["a"]).toHaveLength(5000);
    cuts = 3;
    await expect(read("app")).rejects.toThrow(RepositoryUnreadableError);
  });
});

const ofArchive = async (...entries: Parameters<typeof tarGz>[0]): Promise<FakeResponse> => ({
  status: 200,
  body: await tarGz(entries),
});
const text = (name: string, body = "x") => ({ header: { name, size: body.length }, body });

const hostileArchives: [string, () => Promise<FakeResponse>, RegExp][] = [
  ["leaves its folder", () => ofArchive(text("app/../../etc/passwd")), /contains .*etc\/passwd.*outside/],
  ["contains an absolute path", () => ofArchive(text("/etc/passwd")), /contains .*outside/],
  [
    "is a decompression bomb",
    () => ofArchive(text("app/a", "0".repeat(30 * 1024 * 1024))),
    /more than 100 times its size/,
  ],
  [
    "is truncated",
    async () => {
      const { body } = await ofArchive(text("app/a", Math.random().toString().repeat(500)));
      return { status: 200, body: (body as Buffer).subarray(0, -20) };
    },
    /is damaged/,
  ],
  ["is not an archive", async () => ({ status: 200, body: "<html>" }), /is damaged/],
  ["is empty", async () => ({ status: 200, body: "" }), /is (?:damaged|empty)/],
  [
    "redirects to a private address",
    async () => ({ status: 302, headers: { Location: "http://169.254.169.254/a" } }),
    /returned|https/,
  ],
];

describe("a repository whose archive", () => {
  it.each(hostileArchives)("%s is rejected with the reason", async (_, answer, message) => {
    fake.repositories.add("app", { a: "a" });
    const hostile = await answer();
    fake.interfere = ({ path }) => (isTarball(path) ? hostile : undefined);
    const error: unknown = await read("app").catch((reason: unknown) => reason);
    expect(error).toSatisfy(
      (one) => one instanceof RepositoryUnreadableError || one instanceof HostRefusedError,
    );
    expect((error as Error).message).toMatch(message);
  });

  it("has hard links, devices and duplicate names is read without them", async () => {
    fake.repositories.add("app", { a: "a" });
    const odd = await ofArchive(
      { header: { name: "app/a", type: "link", linkname: "/etc/passwd", size: 0 } },
      { header: { name: "app/a", type: "character-device", size: 0 } },
      text("app/a", "honest"),
      text("app/a", "second"),
    );
    fake.interfere = ({ path }) => (isTarball(path) ? odd : undefined);
    expect((await read("app")).files).toEqual({ a: "honest" });
  });

  it.each([[403], [404], [409], [451]])("returns %s is an error of one repository", async (status) => {
    fake.repositories.add("app", { a: "a" });
    fake.interfere = ({ path }) => (isTarball(path) ? json(status, {}) : undefined);
    await expect(read("app")).rejects.toThrow(RepositoryUnreadableError);
  });

  it("is requested with a revoked token fails for the whole org", async () => {
    fake.repositories.add("app", { a: "a" });
    fake.interfere = ({ path }) => (isTarball(path) ? json(401, {}) : undefined);
    await expect(read("app")).rejects.toThrow(CredentialRefusedError);
  });
});

describe("an installation of the App", () => {
  const installation = {
    type: "installation",
    installationId: "5",
    workspaceId: "w1",
    isRecorded: false,
  } as const;
  const exchanges = (): number => fake.requests.filter((request) => request.includes("access_tokens")).length;

  it("caches its token until five minutes before it expires [D-5.10]", async () => {
    fake.installations.set("5", { seconds: 3600 });
    host = open(installation);
    await listAll(host);
    await listAll(host);
    expect(exchanges()).toBe(1);
    fake.installations.set("6", { seconds: 299 });
    host = open({ ...installation, installationId: "6" });
    await listAll(host);
    await listAll(host);
    expect(exchanges()).toBe(3);
  });

  it("is rejected if it was removed or belongs to another App", async () => {
    await expect(open(installation).identify()).rejects.toThrow(CredentialRefusedError);
    fake.installations.set("5", { seconds: 3600 });
    await expect(open(installation, { id: "78" }).identify()).rejects.toThrow(CredentialRefusedError);
  });

  it("is hidden from workspaces that it is not granted to", async () => {
    const refusal = async (granted: ReadonlySet<string>) =>
      open(installation, { granted })
        .identify()
        .catch((error: unknown) => error);
    const missing = await refusal(new Set(["w1:5"]));
    fake.installations.set("5", { seconds: 3600 });
    await open(installation, { granted: new Set(["w1:5"]) }).identify();
    const before = exchanges();
    for (const granted of [[], ["w2:5"], ["w1:6"]]) {
      const foreign = await refusal(new Set(granted));
      expect(foreign).toBeInstanceOf(CredentialRefusedError);
      expect(foreign).toEqual(missing);
    }
    expect(exchanges()).toBe(before);
  });

  it("is available to the workspace that recorded it, regardless of grants", async () => {
    fake.installations.set("5", { seconds: 3600 });
    const recorded = { ...installation, isRecorded: true };
    for (const granted of [new Set<string>(), new Set(["w2:5"])]) {
      expect(await open(recorded, { granted }).identify()).toEqual({ platformId: "O_acme" });
    }
  });

  it("is used only with the App's host", async () => {
    const githubApp = { id: "77", privateKey, url: "https://github.com", granted: null };
    const elsewhere = openGitHost({ localOrgRoots: [], allowedHosts: fake.hosts, githubApp });
    await expect(
      elsewhere({ platform: "github", url: fake.url, credential: installation }).identify(),
    ).rejects.toThrow("is not where this deployment's GitHub App is registered");
    expect(fake.requests).toEqual([]);
  });
});
