import { join } from "node:path";
import { commitFiles, git } from "@knockon/adapters/git-host/local/testing/temporary-repository";
import { getGraph } from "@knockon/contract/operations/connected-org";
import {
  getOwnership,
  listOwnershipRiskPeople,
  listOwnershipRisks,
} from "@knockon/contract/operations/ownership";
import {
  getRepositoryContext,
  getRepositoryImpact,
  listDependents,
  listRepositories,
} from "@knockon/contract/operations/repository";
import { exportWorkspace } from "@knockon/contract/operations/workspace";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { jsonLogger } from "@knockon/functions/compose/logger";
import { makeOrganization } from "../testing/organizations.ts";
import { startTestService, type TestService } from "../testing/test-service.ts";
import type { TestWorkspace } from "../testing/test-workspace.ts";

const CANARY = "canary-77b1";
const LIBRARIES = 6;
const APPS = 14;

const logged: string[] = [];
let service: TestService;
let acme: TestWorkspace;
let folder: string;
let connected_org_id: string;
let errors: unknown;
let ids: Map<string, string>;

/** Library n has 2n + 1 apps as dependents, the last of them only in prose. Libraries 0 and 1 differ only in their IDs. */
const isUsed = (library: number, app: number): boolean => app < 2 * Math.max(1, library) + 1;
const image = (library: number): string => `ghcr.io/acme/lib${library}`;

function filesOfApp(app: number): Record<string, string> {
  const used = Array.from({ length: LIBRARIES }, (_, nth) => nth).filter((nth) => isUsed(nth, app));
  const isMention = (nth: number): boolean => !isUsed(nth, app + 1);
  const mentioned = used.filter(isMention).map((nth) => `See https://github.com/acme/lib${nth}.\n`);
  const built = used.filter((nth) => !isMention(nth)).map((nth) => `FROM ${image(nth)}:1\n`);
  return {
    "README.md": `# app\n${mentioned.join("")}`,
    ...(built.length > 0 && { Dockerfile: built.join("") }),
  };
}

/** Commits with canary email addresses of author and co-authors. */
function commitBy(name: string, ...people: string[]): void {
  const [author = "", ...others] = people.map(
    (person) => `${person} <${person.replace(" ", ".")}.${CANARY}@acme.test>`,
  );
  const trailers = others.map((other) => `--trailer=Co-authored-by: ${other}`);
  git(
    join(folder, name),
    "commit",
    "--quiet",
    "--allow-empty",
    "--message=work",
    `--author=${author}`,
    ...trailers,
  );
}

beforeAll(async () => {
  service = await startTestService({ ownership: "people", log: jsonLogger((line) => logged.push(line)) });
  acme = await service.openWorkspace("Acme");
  const libraries = Array.from({ length: LIBRARIES }, (_, nth) => [
    `lib${nth}`,
    { Dockerfile: "FROM debian:12\n", "release.sh": `docker push ${image(nth)}:1\n` },
  ]);
  const apps = Array.from({ length: APPS }, (_, nth) => [`app${nth}`, filesOfApp(nth)]);
  folder = makeOrganization(service.folder, "acme", Object.fromEntries([...libraries, ...apps]) as never);
  for (let nth = 0; nth < LIBRARIES; nth += 1) {
    // Library n has n authors besides Jane, whose share falls as n grows.
    commitBy(`lib${nth}`, "Jane Doe", "Acme Person");
    for (let commits = 0; commits < 8 - nth; commits += 1) commitBy(`lib${nth}`, "Jane Doe");
    for (let person = 0; person < nth; person += 1) commitBy(`lib${nth}`, `Person ${"ABCDEF"[person]}`);
  }
  commitBy("lib3", `${CANARY}@acme.test`);
  commitFiles(join(folder, "lib3"), {
    ".mailmap": `Mapped Person <mapped.${CANARY}@acme.test> <Person.A.${CANARY}@acme.test>\n`,
    CODEOWNERS: `* @acme/platform owner.${CANARY}@acme.test\n`,
  });
  connected_org_id = await acme.connect("acme", folder);
  ({ errors } = await acme.scan(connected_org_id));
  ids = new Map((await acme.call(listRepositories)).map(({ id, name }) => [name, id]));
});

afterAll(() => service.close());

const of = (name: string) => ({ params: { repository_id: ids.get(name) ?? "" } });
const ofOrg = (query: Record<string, string> = {}) => ({ params: { connected_org_id }, query });

describe("GET /repositories/{id}/ownership", () => {
  it("returns the bus factor, the shares and pages of contributors [IF-2.36 IF-6.20 D-5.26 D-9.1,2]", async () => {
    expect(errors).toBe(null);
    const record = await acme.call(getOwnership, of("lib2"));
    expect(record).toEqual({
      bus_factor: expect.any(Number),
      top_author: { name: record.contributors[0]?.name, share: record.top_author_share },
      top_author_share: expect.any(Number),
      human_author_count: 5,
      contributors: record.contributors,
      contributors_total: 5,
      automation: [],
      teams: [],
      departed_share: expect.any(Number),
      window: { start: expect.any(String), end: expect.any(String) },
      computed_at: expect.any(String),
    });
    const paged = await acme.fetch(getOwnership, { ...of("lib2"), query: { limit: "2", offset: "3" } });
    expect(paged.headers.get("X-Total-Count")).toBe("5");
    expect(await paged.json()).toEqual({ ...record, contributors: record.contributors.slice(3) });
  });

  it("applies the mailmap and lists the teams [D-9.9]", async () => {
    const { contributors, teams } = await acme.call(getOwnership, of("lib3"));
    expect(teams).toEqual(["@acme/platform"]);
    expect(contributors.map(({ name }) => name)).toContain("Mapped Person");
    expect(contributors.map(({ name }) => name)).toContain("(redacted)");
  });
});

/** Computes the risk feed in SQL. */
async function reference(minDependents: number | null, maxBusFactor: number | null) {
  const { rows } = await service.shared.database.execute(sql`
    with fan as (
      select r.id, o.bus_factor, o.top_author_share,
        (select count(distinct d.source_repository_id) from dependency d
          where d.target_repository_id = r.id and d.source_repository_id <> r.id and d.confidence >= 400) as d
      from repository r join ownership o on o.repository_id = r.id
      where r.connected_org_id = ${connected_org_id} and not r.archived and r.absent_since is null)
    select id, round((100 * least(1, ln(1 + d) / ln(101)) / bus_factor)::numeric, 1)::float as score
    from fan, (select percentile_disc(0.75) within group (order by d) as p from fan) as q
    where d >= coalesce(${minDependents}::int, greatest(5, p))
      and bus_factor between 1 and coalesce(${maxBusFactor}::int, 2)
    order by score desc, top_author_share desc, id`);
  return rows.map(({ id, score }) => [id, score]);
}

describe("GET /connected-orgs/{id}/ownership-risk", () => {
  const feed = async (query: Record<string, string> = {}) =>
    (await acme.call(listOwnershipRisks, ofOrg(query))).map((one) => [one.repository.id, one.risk_score]);

  it("equals a computation in SQL, with each override and both [IF-1.11 IF-6.21 D-9.15,16,17]", async () => {
    const found = await feed();
    expect(found.length).toBeGreaterThan(1);
    expect(found).toEqual(await reference(null, null));
    for (const least of [0, 1, 3, 9]) {
      expect(await feed({ min_dependents: String(least) })).toEqual(await reference(least, null));
      for (const most of [1, 3]) {
        const query = { min_dependents: String(least), max_bus_factor: String(most) };
        expect(await feed(query)).toEqual(await reference(least, most));
      }
    }
    expect(await feed({ max_bus_factor: "5" })).toEqual(await reference(null, 5));
  });

  it("has pages that never overlap, with the total count [IF-6.21]", async () => {
    const all = await feed({ min_dependents: "0" });
    const pages = [];
    for (let offset = 0; offset < all.length; offset += 4) {
      pages.push(...(await feed({ min_dependents: "0", limit: "4", offset: String(offset) })));
    }
    expect(pages).toEqual(all);
    const response = await acme.fetch(listOwnershipRisks, ofOrg({ min_dependents: "0", limit: "1" }));
    expect(response.headers.get("X-Total-Count")).toBe(String(all.length));
  });

  it("counts as the graph and the dependents do, and returns the terms of the score [D-9.18,20]", async () => {
    for (const risk of await acme.call(listOwnershipRisks, ofOrg({ min_dependents: "0" }))) {
      const { id, name } = risk.repository;
      const dependents = await acme.fetch(listDependents, of(name));
      expect(dependents.headers.get("X-Total-Count")).toBe(String(risk.dependents_total));
      const graph = await acme.call(getGraph, ofOrg({ root: id, depth: "1" }));
      const users = new Set(graph.edges.filter(({ target }) => target === id).map(({ source }) => source));
      expect(users.size).toBe(risk.dependent_repositories_total);
      const { bus_factor, top_author_share, human_author_count } = await acme.call(getOwnership, of(name));
      expect(risk).toMatchObject({ bus_factor, top_author_share, human_author_count });
      const score =
        (100 * Math.min(1, Math.log(1 + risk.dependent_repositories_total) / Math.log(101))) / bus_factor;
      expect(risk.risk_score).toBeCloseTo(score, 0);
    }
  });

  it("has the owner in the list of repositories on request", async () => {
    const query = { min_dependents: "0", max_bus_factor: "1000" };
    const [plain] = await acme.call(listOwnershipRisks, ofOrg(query));
    expect(plain).not.toHaveProperty("owner");
    const repositories = await acme.call(listRepositories, { query: { include: "figures" } });
    const owners = new Map(repositories.map(({ id, figures }) => [id, figures?.owner]));
    const risks = await acme.call(listOwnershipRisks, ofOrg({ ...query, include: "owner" }));
    expect(risks.map(({ repository, owner }) => [repository.id, owner])).toEqual(
      risks.map(({ repository }) => [repository.id, owners.get(repository.id)]),
    );
    expect(risks.map(({ owner }) => owner?.source)).toContain("codeowners");
  });

  it("sorts by each field and filters by part of the repository or person", async () => {
    const listed = (query: Record<string, string>) =>
      acme.call(listOwnershipRisks, ofOrg({ min_dependents: "0", ...query }));
    const all = await listed({});
    const by: Record<string, (risk: (typeof all)[number]) => string | number> = {
      repository: ({ repository }) => repository.full_path,
      bus_factor: ({ bus_factor }) => bus_factor,
      dependent_repositories_total: ({ dependent_repositories_total }) => dependent_repositories_total,
      risk_score: ({ risk_score }) => risk_score,
    };
    for (const [field, valueOf] of Object.entries(by)) {
      const order = all.map(valueOf).toSorted((a, b) => (a < b ? -1 : Number(a > b)));
      expect((await listed({ sort: field })).map(valueOf)).toEqual(order);
      expect((await listed({ sort: `-${field}` })).map(valueOf)).toEqual(order.toReversed());
    }
    // Equal ones are in the order of their dependents.
    const ranks = (await listed({ sort: "bus_factor" })).map(
      (risk) => risk.bus_factor * 1000 - risk.dependent_repositories_total,
    );
    expect(ranks).toEqual(ranks.toSorted((a, b) => a - b));
    const [first] = all;
    expect(await listed({ q: first?.repository.full_path.toUpperCase() ?? "" })).toContainEqual(first);
    const named = await listed({ q: first?.top_author_name ?? "" });
    expect(named).toEqual(all.filter(({ top_author_name }) => top_author_name === first?.top_author_name));
    expect(named.length).toBeLessThan(all.length);
    expect(await listed({ q: "no-such-name" })).toEqual([]);
  });

  it.each(["min_dependents=-1", "max_bus_factor=0", "max_bus_factor=x"])(
    "returns 422 for %s",
    async (query) => {
      const [name = "", value = ""] = query.split("=");
      expect((await acme.fetch(listOwnershipRisks, ofOrg({ [name]: value }))).status).toBe(422);
    },
  );
});

it("GET /connected-orgs/{id}/ownership-risk/people lists people who are the only author that a repository depends on", async () => {
  const people = await acme.call(listOwnershipRiskPeople, ofOrg({ limit: "500" }));
  const named = people.flatMap(({ name, repositories }) =>
    repositories.map((one) => [name, one.repository.id]),
  );
  const alone = [];
  for (const [name, id] of ids) {
    const { bus_factor, top_author } = await acme.call(getOwnership, of(name));
    const { dependent_repositories_total: dependents } = await acme.call(getRepositoryContext, of(name));
    if (bus_factor === 1 && dependents > 0) alone.push([top_author?.name, id]);
  }
  expect(new Set(named.map(([, id]) => id))).toEqual(new Set(alone.map(([, id]) => id)));
  expect(people.map(({ name }) => name)).toEqual([...new Set(people.map(({ name }) => name))]);
  const sums = people.map((one) => one.dependent_repositories_total);
  expect(sums).toEqual(sums.toSorted((a, b) => b - a));
});

it("the context and the impact include an ownership summary [IF-2.37 IF-6.23]", async () => {
  const { bus_factor, top_author, human_author_count } = await acme.call(getOwnership, of("app0"));
  const summary = { bus_factor, top_author_name: top_author?.name, human_author_count };
  expect((await acme.call(getRepositoryContext, of("app0"))).ownership).toEqual(summary);
  const { affected } = await acme.call(getRepositoryImpact, of("lib5"));
  expect(affected.find(({ repository }) => repository.id === ids.get("app0"))?.ownership).toEqual(summary);
});

describe("email addresses of authors, co-authors, mailmap and CODEOWNERS", () => {
  it("are not in the database [D-9.14]", async () => {
    const { database } = service.shared;
    const tables = await database.execute(
      sql`select table_name as name from information_schema.tables where table_schema = 'public'`,
    );
    for (const { name } of tables.rows) {
      const { rows } = await database.execute(
        sql`select t::text as row from ${sql.identifier(String(name))} t`,
      );
      expect([name, JSON.stringify(rows).includes(CANARY)]).toEqual([name, false]);
    }
  });

  it("are not in responses, exports or the log [IF-1.12 D-10.50]", async () => {
    const params = { workspace_id: acme.scope.workspaceId };
    const exported = await acme.call(exportWorkspace, { params });
    expect(exported.ownership).toHaveLength(LIBRARIES + APPS);
    const responses = [exported, await acme.call(listOwnershipRiskPeople, ofOrg())];
    for (const name of ids.keys()) {
      responses.push(
        ...([
          await acme.call(getOwnership, of(name)),
          await acme.call(getRepositoryContext, of(name)),
        ] as never[]),
      );
    }
    expect(JSON.stringify([responses, logged])).not.toContain(CANARY);
    expect(logged.length).toBeGreaterThan(0);
  });
});

describe("the ownership setting", () => {
  it("off makes the endpoints return empty, zero and null values [IF-1.14]", async () => {
    Object.assign(service.shared.settings, { ownership: "off" });
    try {
      expect(await acme.call(getOwnership, of("lib2"))).toEqual({
        bus_factor: 0,
        top_author: null,
        top_author_share: 0,
        human_author_count: 0,
        contributors: [],
        contributors_total: 0,
        automation: [],
        teams: [],
        departed_share: null,
        window: null,
        computed_at: null,
      });
      expect(await acme.call(listOwnershipRisks, ofOrg({ min_dependents: "0" }))).toEqual([]);
      expect(await acme.call(listOwnershipRiskPeople, ofOrg())).toEqual([]);
      expect((await acme.call(getRepositoryContext, of("lib2"))).ownership).toBe(null);
    } finally {
      Object.assign(service.shared.settings, { ownership: "people" });
    }
  });

  it("signal hides only the people", async () => {
    Object.assign(service.shared.settings, { ownership: "signal" });
    expect(await acme.call(listOwnershipRiskPeople, ofOrg())).toEqual([]);
    expect((await acme.call(getOwnership, of("lib2"))).departed_share).toBe(null);
    expect((await acme.call(listOwnershipRisks, ofOrg())).length).toBeGreaterThan(0);
    Object.assign(service.shared.settings, { ownership: "people" });
  });
});
