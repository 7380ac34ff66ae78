import { HostBusyError, type GitHost, type HistoryStart } from "@knockon/core/ports/git-host";
import { array, assert, asyncProperty, integer, tuple } from "fast-check";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { FakeGitHost } from "../../testing/git-hosts/fake-git-host.ts";
import { startFakeGitHub } from "../../testing/git-hosts/fake-github.ts";
import { historyOf } from "../../testing/git-hosts/hosted-repositories.ts";
import { json } from "../../testing/git-hosts/fake-server.ts";
import { openGitHost } from "../open-git-host.ts";

let fake: FakeGitHost;
let host: GitHost;
beforeEach(async () => {
  fake = await startFakeGitHub();
  const open = openGitHost({ localOrgRoots: [], allowedHosts: fake.hosts, githubApp: null });
  host = open({ platform: "github", url: fake.url, credential: { type: "token", token: "valid-token" } });
});
afterEach(() => fake.close());

const START = Date.UTC(2025, 0);

/** Adds a repository in which commit `n` has an author named `n`. `parents` are distances to earlier commits. */
function add(commits: readonly { parents: number[]; day: number }[]): string[] {
  const { path } = fake.repositories.add(`r${fake.repositories.all.length}`);
  const shas: string[] = [];
  for (const [at, { parents, day }] of commits.entries()) {
    shas.push(
      fake.repositories.push(
        path,
        { file: String(at) },
        {
          parents: [...new Set(parents.flatMap((back) => shas.at(-1 - back) ?? []))],
          authors: [{ name: String(at), email: "" }],
          committedAt: new Date(START + day * 86_400_000),
        },
      ),
    );
  }
  return shas;
}

async function read(head: string, start: Partial<HistoryStart>) {
  const { id, path } = fake.repositories.all.at(-1) ?? { id: 0, path: "" };
  const repository = { platformId: `R_${id}`, fullPath: `acme/${path}` };
  const history = await host.openHistory(repository, head, { since: null, cursor: null, ...start });
  const names: string[] = [];
  const cursors: (string | null)[] = [];
  for await (const { commits, cursor } of history.pages) {
    cursors.push(cursor);
    for (const { authors } of commits) names.push(...authors.map(({ name }) => name));
  }
  return { isContinued: history.isContinued, names: names.toSorted(), cursors };
}

it("returns the same new commits as git, for any merges and clock skew", async () => {
  const commit = tuple(array(integer({ min: 0, max: 5 }), { maxLength: 3 }), integer({ min: -3, max: 3 }));
  await assert(
    asyncProperty(
      array(commit, { minLength: 1, maxLength: 20 }),
      integer({ min: 0, max: 19 }),
      async (drawn, nth) => {
        const shas = add(drawn.map(([parents, skew], at) => ({ parents, day: at + skew })));
        const since = shas[nth % shas.length] ?? "";
        const repository = fake.repositories.all.at(-1);
        if (!repository) throw new Error("No repository was added.");
        const head = shas.at(-1) ?? "";
        const all = historyOf(repository, head);
        const known = new Set(historyOf(repository, since));
        const { isContinued, names } = await read(head, { since });
        const expected = isContinued ? all.filter((one) => !known.has(one)) : all;
        const noMerges = expected.filter(({ parents }) => parents.length < 2);
        expect(names).toEqual(noMerges.map(({ authors: [author] }) => author?.name ?? "").toSorted());
        expect(isContinued).toBe(all.some(({ sha }) => sha === since));
      },
    ),
    { numRuns: 100 },
  );
});

const line = (length: number) => Array.from({ length }, (_, day) => ({ parents: day === 0 ? [] : [0], day }));

it("stops paging at the known commit", async () => {
  const shas = add(line(450));
  fake.requests.length = 0;
  const { isContinued, names } = await read(shas.at(-1) ?? "", { since: shas.at(-121) ?? "" });
  expect([isContinued, names.length, fake.requests.length]).toEqual([true, 120, 3]);
});

it("resumes a full history after a rate limit", async () => {
  const shas = add(line(250));
  const head = shas.at(-1) ?? "";
  const { names, cursors } = await read(head, {});
  expect([names.length, cursors.length, cursors.at(-1)]).toEqual([250, 3, null]);
  expect((await read(head, { cursor: cursors[1] ?? null })).names).toHaveLength(50);
  fake.interfere = () => json(403, { message: "API rate limit exceeded" }, { "X-RateLimit-Remaining": "0" });
  await expect(read(head, {})).rejects.toThrow(HostBusyError);
});

it("reduces the page size if the host times out", async () => {
  const shas = add(line(30));
  fake.interfere = ({ body }) => (body.includes('"count":100') ? json(502, {}) : undefined);
  expect((await read(shas.at(-1) ?? "", {})).cursors).toHaveLength(2);
});

it("has the account of an author whose address belongs to one", async () => {
  const { path, id } = fake.repositories.add("accounts");
  const jane = { name: "Jane Doe", email: "jane@acme.test" };
  fake.repositories.push(path, { file: "1" }, { authors: [{ ...jane, login: "jdoe" }, jane] });
  const head = fake.repositories.all.at(-1)?.commits.at(-1)?.sha ?? "";
  const history = await host.openHistory({ platformId: `R_${id}`, fullPath: `acme/${path}` }, head, {
    since: null,
    cursor: null,
  });
  const pages = await Array.fromAsync(history.pages);
  expect(pages.flatMap(({ commits }) => commits.flatMap(({ authors }) => authors))).toEqual([
    { ...jane, login: "jdoe" },
    jane,
  ]);
});
