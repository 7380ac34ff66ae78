import type { OperationInput } from "@knockon/contract/operation";
import {
  getConnectedOrgStats,
  listArtifacts,
  listConnectedOrgs,
  listProblems,
  listUnresolvedDeclarations,
} from "@knockon/contract/operations/connected-org";
import { listArtifactConsumers, listArtifactVersions } from "@knockon/contract/operations/artifact";
import {
  getRepositoryImpact,
  listDependencies,
  listDependents,
  listRepositories,
  lookupRepository,
} from "@knockon/contract/operations/repository";
import { listScans } from "@knockon/contract/operations/scan";
import { ROLES } from "@knockon/contract/vocabulary/role";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ACME, GLOBEX, makeOrganization } from "../testing/organizations.ts";
import { startTestService, type TestService } from "../testing/test-service.ts";
import type { RequestParts, TestWorkspace } from "../testing/test-workspace.ts";

let service: TestService;
let acme: TestWorkspace;
let params: { connected_org_id: string };

beforeAll(async () => {
  service = await startTestService();
  acme = await service.openWorkspace("Acme");
  params = { connected_org_id: await acme.connect("acme", makeOrganization(service.folder, "acme", ACME)) };
  await acme.scan(params.connected_org_id);
  await acme.scan(params.connected_org_id);
  await acme.scan(await acme.connect("globex", makeOrganization(service.folder, "globex", GLOBEX)));
});

afterAll(() => service.close());

const repositoryParams = async (fullPath: string) => ({
  repository_id: (await acme.call(lookupRepository, { query: { full_path: fullPath } })).id,
});

const artifactParams = async (q: string) => {
  const [found] = await acme.call(listArtifacts, { params, query: { q } });
  return { artifact_id: found?.id ?? "" };
};

const paths = async (query: Record<string, string>) =>
  (await acme.call(listRepositories, { query })).map((one) => one.full_path);
const names = async (query: Record<string, string>) =>
  (await acme.call(listArtifacts, { params, query })).map((one) => one.name);
const references = async (query: Record<string, string>) =>
  (await acme.call(listUnresolvedDeclarations, { params, query })).map((one) => one.raw_reference);

/** Reads a list in pages of two. Returns all items and the distinct total counts. */
async function readPages(
  operation: OperationInput,
  parts: RequestParts,
  itemsOf: (body: never) => unknown[],
) {
  const items: unknown[] = [];
  const totals = new Set<string | null>();
  for (let offset = 0; ; offset += 2) {
    const query = { ...parts.query, limit: "2", offset: String(offset) };
    const response = await acme.fetch(operation, { ...parts, query });
    totals.add(response.headers.get("X-Total-Count"));
    const page = itemsOf((await response.json()) as never);
    if (page.length === 0) return { items, totals: [...totals] };
    items.push(...page);
  }
}

describe("pages of two contain every item once, in a stable order, with the full count", () => {
  const lists: [OperationInput, () => Promise<RequestParts>, number][] = [
    [listConnectedOrgs, async () => ({}), 2],
    [listScans, async () => ({ params }), 2],
    [listArtifacts, async () => ({ params }), 9],
    [listUnresolvedDeclarations, async () => ({ params, query: { reason: "external" } }), 2],
    [listRepositories, async () => ({}), 9],
    [listDependencies, async () => ({ params: await repositoryParams("acme/web") }), 3],
    [listDependents, async () => ({ params: await repositoryParams("acme/base-image") }), 3],
    [listArtifactVersions, async () => ({ params: await artifactParams("acme/base-image") }), 2],
  ];

  it.each(lists.map(([operation, ...rest]) => [operation.id, operation, ...rest] as const))(
    "%s [D-2.6,7 D-5.4 D-8.9]",
    async (_id, operation, partsOf, count) => {
      const parts = await partsOf();
      const whole = (await acme.call(operation, parts)) as unknown[];
      expect(whole).toHaveLength(count);
      expect(await readPages(operation, parts, (body) => body)).toEqual({
        items: whole,
        totals: [String(count)],
      });
    },
  );

  it("listArtifactConsumers, whose counts cover all pages", async () => {
    const parts = { params: await artifactParams("acme/base-image") };
    const whole = await acme.call(listArtifactConsumers, parts);
    expect(whole.consumers).toHaveLength(2);
    const consumersOf = ({ consumers, ...counts }: typeof whole) => {
      expect(counts).toEqual({ ...whole, consumers: undefined });
      return consumers;
    };
    expect(await readPages(listArtifactConsumers, parts, consumersOf)).toEqual({
      items: whole.consumers,
      totals: ["2"],
    });
  });
});

it("GET /artifacts/{id}/consumers has a filter for repository, file and version that keeps the counts", async () => {
  const found = { params: await artifactParams("acme/base-image") };
  const whole = await acme.call(listArtifactConsumers, found);
  const [first] = whole.consumers;
  const filtered = (q: string) => acme.call(listArtifactConsumers, { ...found, query: { q } });
  expect(await filtered(first?.repository.full_path.toUpperCase() ?? "")).toEqual({
    ...whole,
    consumers: [first],
  });
  expect(await filtered(first?.version_constraint ?? "-")).toMatchObject({ consumers: [first] });
  expect((await filtered("dockerfile")).consumers).toEqual(whole.consumers);
  expect(await filtered("no-such-name")).toEqual({ ...whole, consumers: [] });
});

it("GET /connected-orgs/{id}/scans has a filter for status", async () => {
  const statuses = async (status: string) =>
    (await acme.call(listScans, { params, query: { status } })).map((scan) => scan.status);
  expect(await statuses("completed")).toEqual(["completed", "completed"]);
  expect(await statuses("failed")).toEqual([]);
});

describe("GET /repositories", () => {
  it("is sorted by full path and has filters for part of the path, org and archived [IF-6.27 D-5.24]", async () => {
    expect(await paths({ limit: "3" })).toEqual(["acme/actions", "acme/api", "acme/base-image"]);
    expect(await paths({ q: "BASE" })).toEqual(["acme/base-image"]);
    expect(await paths({ q: "e%a" })).toEqual([]);
    expect(await paths({ q: "globex/", ...params })).toEqual([]);
    expect(await paths({ archived: "true" })).toEqual([]);
    expect(await paths({ archived: "false" })).toHaveLength(9);
  });

  it("has archived repositories after the others on request, in every order", async () => {
    const archive = (isArchived: boolean) =>
      service.shared.database.execute(
        sql`update repository set archived = ${isArchived} where full_path = 'acme/base-image'`,
      );
    const usual = { sort: "-dependent_repositories_total" };
    await archive(true);
    try {
      expect((await paths(usual))[0]).toBe("acme/base-image");
      expect((await paths({ ...usual, archived_last: "true" })).at(-1)).toBe("acme/base-image");
      expect((await paths({ archived_last: "true" })).at(-1)).toBe("acme/base-image");
    } finally {
      await archive(false);
    }
  });
});

describe("a sorted list", () => {
  const FIGURES = { query: { include: "figures" } };
  const sortable: [OperationInput, () => Promise<RequestParts>, (item: never) => string | number | null][] = [
    [listRepositories, async () => FIGURES, fieldOf("dependent_repositories_total")],
    [listRepositories, async () => FIGURES, fieldOf("dependency_repositories_total")],
    [listRepositories, async () => FIGURES, fieldOf("next_run_repositories_total")],
    [listRepositories, async () => FIGURES, fieldOf("main_dependency_type")],
    [listRepositories, async () => ({}), fieldOf("last_activity_at")],
    [listArtifacts, async () => ({ params }), fieldOf("consumer_count")],
    [listArtifacts, async () => ({ params }), fieldOf("name")],
    [listArtifacts, async () => ({ params }), fieldOf("version")],
    [listArtifacts, async () => ({ params, query: { include: "activity" } }), fieldOf("last_activity_at")],
    [
      listDependents,
      async () => ({ params: await repositoryParams("acme/base-image") }),
      fieldOf("source_file"),
    ],
    [listDependencies, async () => ({ params: await repositoryParams("acme/web") }), fieldOf("confidence")],
    [
      listUnresolvedDeclarations,
      async () => ({ params, query: { reason: "external" } }),
      fieldOf("raw_reference"),
    ],
    [listScans, async () => ({ params }), fieldOf("created_at")],
    [listScans, async () => ({ params }), fieldOf("scanned_repos")],
    [
      listArtifactConsumers,
      async () => ({ params: await artifactParams("acme/base-image") }),
      fieldOf("source_file"),
    ],
    [
      listArtifactConsumers,
      async () => ({ params: await artifactParams("acme/base-image") }),
      fieldOf("version_constraint"),
    ],
  ];
  const itemsOf = (body: never[] | { consumers: never[] }) => (Array.isArray(body) ? body : body.consumers);
  function fieldOf(name: string) {
    const read = (item: Record<string, never> & { figures?: Record<string, string | number | null> }) =>
      (item.figures && name in item.figures ? item.figures[name] : item[name]) ?? null;
    return Object.defineProperty(read, "name", { value: name }) as (item: never) => string | number | null;
  }
  const inOrder = (a: string | number | null, b: string | number | null): number => {
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    return typeof a === "number" && typeof b === "number" ? a - b : a < b ? -1 : Number(a > b);
  };

  it.each(sortable.map(([operation, ...rest]) => [operation.id, rest[1].name, operation, ...rest] as const))(
    "%s by %s, in both directions, in pages, with null last",
    async (_id, field, operation, partsOf, valueOf) => {
      const parts = await partsOf();
      const usual = itemsOf((await acme.call(operation, parts)) as never).map(valueOf);
      for (const [sort, sign] of [
        [field, 1],
        [`-${field}`, -1],
      ] as const) {
        const query = { ...parts.query, sort };
        const { items } = await readPages(operation, { ...parts, query }, itemsOf);
        const values = (items as never[]).map(valueOf);
        expect(values).toEqual(
          usual.toSorted((a, b) => (a === null || b === null ? 1 : sign) * inOrder(a, b)),
        );
      }
    },
  );

  it("orders repositories by the risk of a change: dependents on the next run, half of those that may be, then dependents", async () => {
    const listed = await acme.call(listRepositories, { query: { sort: "-change_risk", include: "figures" } });
    // As many as for the second one, which has more dependents. Of this one, no version decides it.
    expect(listed.slice(0, 2).map((one) => one.full_path)).toEqual(["acme/api", "acme/actions"]);
    const risks = listed.map(({ figures }) => [
      (figures?.next_run_repositories_total ?? 0) - (figures?.may_next_run_repositories_total ?? 0) / 2,
      figures?.dependent_repositories_total ?? 0,
    ]);
    expect(risks[0]?.[0]).toBe(1);
    expect(risks).toEqual(risks.toSorted(([a = 0, b = 0], [c = 0, d = 0]) => c - a || d - b));
  });

  it("has as many dependents on the next run as the impact, by the latest release", async () => {
    const umbrella = await service.openWorkspace("Umbrella");
    const uses = (range: string) => ({
      "package.json": `{ "name": "app", "private": true, "dependencies": { "@umbrella/kit": "${range}" } }\n`,
    });
    const repositories = {
      kit: { "package.json": '{ "name": "@umbrella/kit", "version": "2.1.0" }\n' },
      current: uses("^2.0.0"),
      former: uses("^1.0.0"),
      pinned: uses("2.1.0"),
    };
    await umbrella.scan(
      await umbrella.connect("umbrella", makeOrganization(service.folder, "umbrella", repositories)),
    );
    const [kit] = await umbrella.call(listRepositories, {
      query: { sort: "-next_run_repositories_total", include: "figures" },
    });
    const { summary } = await umbrella.call(getRepositoryImpact, {
      params: { repository_id: kit?.id ?? "" },
    });
    expect([kit?.full_path, kit?.figures?.next_run_repositories_total, summary.direct]).toEqual([
      "umbrella/kit",
      1,
      3,
    ]);
    expect(summary.by_clock.direct).toMatchObject({ next_run: 1, bump: 2 });
  });

  it("returns 422 for a field that cannot be sorted by", async () => {
    expect((await acme.fetch(listRepositories, { query: { sort: "clone_url" } })).status).toBe(422);
  });
});

describe("a list as CSV", () => {
  const csvOf = async (operation: OperationInput, parts: RequestParts = {}) => {
    const headers = { "X-API-Key": acme.key, Accept: "text/csv" };
    const response = await acme.fetch(operation, { ...parts, headers });
    return { response, lines: (await response.text()).split("\r\n") };
  };

  it("has every matching item in the requested order, regardless of limit and offset", async () => {
    const query = { limit: "1", offset: "3", sort: "-full_path", q: "acme/" };
    const { response, lines } = await csvOf(listRepositories, { query });
    expect(response.headers.get("Content-Type")).toBe("text/csv; charset=utf-8; header=present");
    expect(response.headers.get("Content-Disposition")).toBe('attachment; filename="repositories.csv"');
    expect(response.headers.get("X-Total-Count")).toBe(String(lines.length - 2));
    const at = (lines[0] ?? "").split(",").indexOf("full_path");
    expect(lines.slice(1, -1).map((line) => line.split(",")[at])).toEqual(
      (await paths({ q: "acme/" })).toReversed(),
    );
  });

  it("has a column per field, also of nested objects, and one of the items of a response with counts", async () => {
    const { lines } = await csvOf(listArtifactConsumers, { params: await artifactParams("acme/base-image") });
    expect(lines[0]).toBe(
      "repository.id,repository.name,repository.full_path,is_latest,standing,source_file,source_line,version_constraint,import_count,version_constraint_state",
    );
    expect(lines).toHaveLength(4);
  });

  it("is JSON for a wildcard, and an error keeps its status", async () => {
    const headers = { "X-API-Key": acme.key, Accept: "*/*" };
    const json = await acme.fetch(listRepositories, { headers });
    expect(json.headers.get("Content-Type")).toBe("application/json");
    const { response } = await csvOf(listArtifacts, { params: { connected_org_id: crypto.randomUUID() } });
    expect([response.status, response.headers.get("Content-Type")]).toEqual([404, "application/json"]);
  });
});

describe("GET /connected-orgs/{id}/artifacts", () => {
  it("has filters for type, part of the name and orphans [D-8.23]", async () => {
    expect(await names({ artifact_type: "github_action" })).toEqual([
      "acme/actions/lint",
      "acme/actions/setup",
    ]);
    expect(await names({ q: "UI-kit" })).toEqual(["@acme/ui-kit"]);
    expect(await names({ orphans: "true" })).toEqual(["acme/actions/lint", "web"]);
    expect(await names({ first_party: "false" })).toEqual(["docker.io/library/debian", "left-pad"]);
    expect(await names({ first_party: "true" })).not.toContain("left-pad");
    expect(await names({ artifact_type: "ruby_gem" })).toEqual([]);
  });

  it("returns 422 for an invalid type, and for a flag that is not true or false", async () => {
    for (const query of [{ artifact_type: "gem" }, { orphans: "1" }]) {
      expect((await acme.fetch(listArtifacts, { params, query })).status).toBe(422);
    }
  });
});

describe("GET /connected-orgs/{id}/unresolved", () => {
  /** `shop` names four things of its organization that no repository publishes. Two of them are mentions. */
  const INITECH = {
    shop: {
      Dockerfile: "ARG REGISTRY\nFROM ghcr.io/initech/base:1.0.0\nFROM ${REGISTRY}/till\nFROM debian:12\n",
      "package.json": '{ "dependencies": { "@initech/ui": "1.0.0", "left-pad": "1.3.0" } }\n',
      "README.md": "See https://github.com/initech/gone and https://github.com/other/thing for more.\n",
    },
    till: { "README.md": "https://github.com/initech/gone\n" },
  };
  let initech: TestWorkspace;
  let ofInitech: { params: { connected_org_id: string } };
  const listed = async (query: Record<string, string>) =>
    (await initech.call(listUnresolvedDeclarations, { ...ofInitech, query })).map(
      ({ raw_reference, reason }) => `${raw_reference} ${reason}`,
    );

  beforeAll(async () => {
    initech = await service.openWorkspace("Initech");
    const folder = makeOrganization(service.folder, "initech", INITECH);
    ofInitech = { params: { connected_org_id: await initech.connect("initech", folder) } };
    await initech.scan(ofInitech.params.connected_org_id);
  });

  it("returns dependencies rows without a target, with repository and reason [D-8.25]", async () => {
    const { id: repository } = await initech.call(lookupRepository, { query: { full_path: "initech/shop" } });
    const rows = await initech.call(listUnresolvedDeclarations, ofInitech);
    expect(rows[2]).toMatchObject({
      source_repository_id: repository,
      source_repository: { id: repository, name: "shop", full_path: "initech/shop" },
      target_repository_id: null,
      target_repository: null,
      dependency_type: "npm_package",
      version_constraint: "1.0.0",
      version_constraint_state: "pinned",
      source_file: "package.json",
      source_line: 1,
      evidence: { class: "manifest" },
      reason: "no_producer",
    });
    const declared = await initech.call(listDependencies, { params: { repository_id: repository } });
    const { source_repository: _reference, ...row } = rows[2] ?? { source_repository: undefined };
    expect(declared).toContainEqual(row);
  });

  it("returns what names the organization by default, and the rest as external", async () => {
    expect(await listed({})).toEqual([
      "ghcr.io/initech/base:1.0.0 no_producer",
      "${REGISTRY}/till unbound",
      "@initech/ui@1.0.0 no_producer",
    ]);
    expect(await listed({ reason: "external" })).toEqual(["debian:12 external", "left-pad@1.3.0 external"]);
  });

  it("agrees with the artifacts about what is external", async () => {
    const artifactNames = async (external: string) =>
      (await initech.call(listArtifacts, { ...ofInitech, query: { external, first_party: "false" } })).map(
        ({ name }) => name,
      );
    expect(await artifactNames("true")).toEqual([
      "docker.io/library/debian",
      "github.com/other/thing",
      "left-pad",
    ]);
    expect(await artifactNames("false")).toContain("@initech/ui");
  });

  it("returns mentions only with a role", async () => {
    const gone = "https://github.com/initech/gone no_producer";
    expect(await listed({ role: "documentation" })).toEqual([gone, gone]);
    expect(await listed({ role: "documentation", reason: "external" })).toEqual([
      "https://github.com/other/thing external",
    ]);
    expect(await listed({ role: ROLES.join(",") })).toHaveLength(5);
  });

  it("has filters for type, reason and part of the reference", async () => {
    expect(await listed({ artifact_type: "npm_package" })).toEqual(["@initech/ui@1.0.0 no_producer"]);
    expect(await listed({ q: "BASE" })).toEqual(["ghcr.io/initech/base:1.0.0 no_producer"]);
    expect(await listed({ reason: "unbound" })).toEqual(["${REGISTRY}/till unbound"]);
    expect(await listed({ reason: "no_producer" })).toHaveLength(2);
    expect(await references({ reason: "external", q: "PAD" })).toEqual(["left-pad@1.3.0"]);
    expect((await acme.fetch(listUnresolvedDeclarations, { params, query: { reason: "bad" } })).status).toBe(
      422,
    );
  });

  it("has as many rows as the org's statistics count [D-8.27]", async () => {
    const { health, external_declarations } = await initech.call(getConnectedOrgStats, ofInitech);
    expect([health.unresolved_declarations, external_declarations]).toEqual([3, 2]);
  });
});

it("GET /connected-orgs/{id}/problems lists files with errors and has a filter for repository and file", async () => {
  const hooli = await service.openWorkspace("Hooli");
  const repositories = {
    broken: { "package.json": "{,\n", "sub/package.json": '{\n  "a": }\n' },
    whole: { "package.json": "{}\n" },
  };
  const id = await hooli.connect("hooli", makeOrganization(service.folder, "hooli", repositories));
  await hooli.scan(id);
  const listed = (query: Record<string, string>) =>
    hooli.call(listProblems, { params: { connected_org_id: id }, query });
  const all = await listed({});
  expect(all).toMatchObject([
    { repository: { full_path: "hooli/broken" }, file: "package.json", line: 1, code: "invalid_syntax" },
    { repository: { full_path: "hooli/broken" }, file: "sub/package.json", line: 2, code: "invalid_syntax" },
  ]);
  expect(await listed({ q: "SUB/" })).toEqual(all.slice(1));
  expect(await listed({ q: "whole" })).toEqual([]);
  expect(await listed({ limit: "1", offset: "1" })).toEqual(all.slice(1));
});
