import { HostBusyError, type GitHost, type HistoryStart } from "@knockon/core/ports/git-host";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { FakeGitHost } from "../../testing/git-hosts/fake-git-host.ts";
import { startFakeGitLab } from "../../testing/git-hosts/fake-gitlab.ts";
import { json } from "../../testing/git-hosts/fake-server.ts";
import { openGitHost } from "../open-git-host.ts";

let fake: FakeGitHost;
let host: GitHost;
let shas: string[];
beforeEach(async () => {
  fake = await startFakeGitLab();
  const open = openGitHost({ localOrgRoots: [], allowedHosts: fake.hosts, githubApp: null });
  host = open({ platform: "gitlab", url: fake.url, credential: { type: "token", token: "valid-token" } });
  fake.repositories.add("app");
  shas = Array.from({ length: 250 }, (_, at) => fake.repositories.push("app", { file: String(at) }));
  fake.requests.length = 0;
});
afterEach(() => fake.close());

async function read(start: Partial<HistoryStart>) {
  const repository = { platformId: String(fake.repositories.get("app").id), fullPath: "acme/app" };
  const history = await host.openHistory(repository, shas.at(-1) ?? "", {
    since: null,
    cursor: null,
    ...start,
  });
  const pages: { commits: number; cursor: string | null }[] = [];
  for await (const { commits, cursor } of history.pages) pages.push({ commits: commits.length, cursor });
  return { isContinued: history.isContinued, pages };
}

it("follows the host's next links from any page", async () => {
  const { pages } = await read({});
  expect(pages.map(({ commits }) => commits)).toEqual([100, 100, 50]);
  expect(pages.at(-1)?.cursor).toBe(null);
  const resumed = await read({ cursor: pages[1]?.cursor ?? null });
  expect(resumed.pages.map(({ commits }) => commits)).toEqual([50]);
});

it("returns the commits after a known commit", async () => {
  const { isContinued, pages } = await read({ since: shas.at(-8) ?? "" });
  expect([isContinued, pages.map(({ commits }) => commits), fake.requests.length]).toEqual([true, [7], 2]);
});

it("reports when to retry", async () => {
  fake.interfere = () => json(429, {}, { "Retry-After": "30" });
  await expect(read({})).rejects.toThrow(HostBusyError);
});
