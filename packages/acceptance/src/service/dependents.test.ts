import { getGraph } from "@knockon/contract/operations/connected-org";
import {
  getRepositoryContext,
  listDependents,
  listDependencies,
  lookupRepository,
} from "@knockon/contract/operations/repository";
import type { Dependent } from "@knockon/contract/resources/repository";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeOrganization } from "../testing/organizations.ts";
import { startTestService, type TestService } from "../testing/test-service.ts";
import type { TestWorkspace } from "../testing/test-workspace.ts";

const CI = `on: push
jobs:
  a:
    runs-on: ubuntu-24.04
    steps: &steps
      - uses: Acme/Actions/setup@v1
      - uses: acme/actions/setup@v1
      - uses: acme/actions/setup@v2
      - uses: ./.github/local
      - uses: acme/app/own@v1
  b:
    runs-on: ubuntu-24.04
    steps: *steps
  c:
    uses: acme/ACTIONS/.github/workflows/build.yml@main
  d:
    uses: acme/.github/.github/workflows/release.yml@v3
`;

const ACTIONS = {
  actions: {
    "setup/action.yml": "name: setup\nruns:\n  using: composite\n  steps: []\n",
    ".github/workflows/build.yml": "on: workflow_call\njobs: {}\n",
  },
  ".github": { ".github/workflows/release.yml": "on: workflow_call\njobs: {}\n" },
  ui: { "package.json": '{ "name": "@acme/ui", "version": "2.0.0" }\n' },
  base: { Dockerfile: "FROM scratch\n" },
  app: {
    ".github/workflows/ci.yml": CI,
    "package.json": `{
  "name": "app",
  "devDependencies": { "@acme/ui": "^2.0.0" },
  "peerDependencies": {
    "@acme/ui": "^2.0.0"
  }
}
`,
    Dockerfile: "FROM ghcr.io/acme/base:1.0.0\nFROM ghcr.io/acme/base:1.0.0\n",
  },
  handbook: { "README.md": "https://github.com/acme/actions and https://github.com/acme/actions\n" },
};

let service: TestService;
let acme: TestWorkspace;
let params: { connected_org_id: string };

beforeAll(async () => {
  service = await startTestService();
  acme = await service.openWorkspace("Acme");
  params = {
    connected_org_id: await acme.connect("acme", makeOrganization(service.folder, "acme", ACTIONS)),
  };
  await acme.scan(params.connected_org_id);
});

afterAll(() => service.close());

const ofRepository = async (name: string) => ({
  params: {
    repository_id: (await acme.call(lookupRepository, { query: { full_path: `acme/${name}` } })).id,
  },
});

const dependentsOf = async (name: string) => acme.call(listDependents, await ofRepository(name));

const summaryOf = (row: Dependent) => [
  row.target_repository.name,
  row.source_file,
  row.source_line,
  row.dependency_type,
  row.raw_reference,
  row.version_constraint,
];

const WORKFLOW = ".github/workflows/ci.yml";

describe("GET /repositories/{id}/dependents", () => {
  it("returns a row per declaration with its consumer, line, full path and own ref [IF-2.39,42 IF-6.24 IF-11.5,10,13]", async () => {
    const [action, workflow] = ["acme/actions/setup", "acme/ACTIONS/.github/workflows/build.yml"];
    expect((await dependentsOf("actions")).map(summaryOf)).toEqual([
      ["app", WORKFLOW, 6, "github_action", "Acme/Actions/setup@v1", "v1"],
      ["app", WORKFLOW, 7, "github_action", `${action}@v1`, "v1"],
      ["app", WORKFLOW, 8, "github_action", `${action}@v2`, "v2"],
      ["app", WORKFLOW, 15, "reusable_workflow", `${workflow}@main`, "main"],
      ["handbook", "README.md", 1, "git_repository", "https://github.com/acme/actions", null],
    ]);
  });

  it("lists the users of an org's shared workflows [IF-11.12]", async () => {
    const path = "acme/.github/.github/workflows/release.yml";
    expect((await dependentsOf(".github")).map(summaryOf)).toEqual([
      ["app", WORKFLOW, 17, "reusable_workflow", `${path}@v3`, "v3"],
    ]);
  });

  it("returns repeated declarations of a reference in a file as separate rows, by line [IF-11.6]", async () => {
    expect((await dependentsOf("ui")).map(summaryOf)).toEqual([
      ["app", "package.json", 3, "npm_package", "@acme/ui@^2.0.0", "^2.0.0"],
      ["app", "package.json", 5, "npm_package", "@acme/ui@^2.0.0", "^2.0.0"],
    ]);
    expect((await dependentsOf("base")).map(summaryOf)).toEqual([
      ["app", "Dockerfile", 1, "container_image", "ghcr.io/acme/base:1.0.0", "1.0.0"],
      ["app", "Dockerfile", 2, "container_image", "ghcr.io/acme/base:1.0.0", "1.0.0"],
    ]);
  });

  it("returns each row once, even if a line repeats a reference [IF-2.40]", async () => {
    const keys = (await dependentsOf("actions")).map((row) => JSON.stringify(summaryOf(row)));
    expect(new Set(keys).size).toBe(keys.length);
    expect(keys).toHaveLength(5);
  });

  it("X-Total-Count counts declarations, not repositories, on every page [IF-6.25]", async () => {
    const parts = await ofRepository("actions");
    const response = await acme.fetch(listDependents, { ...parts, query: { limit: "1" } });
    expect([response.headers.get("X-Total-Count"), await response.json()]).toEqual([
      "5",
      [expect.any(Object)],
    ]);
  });

  it("filters dependents and dependencies by role, also in the total", async () => {
    const read = async (
      operation: typeof listDependents | typeof listDependencies,
      name: string,
      role: string,
    ) => {
      const response = await acme.fetch(operation, {
        ...(await ofRepository(name)),
        query: { role, limit: "1" },
      });
      const rows = (await response.json()) as { role: string }[];
      return [Number(response.headers.get("X-Total-Count")), rows.map((row) => row.role)];
    };
    expect(await read(listDependents, "actions", "documentation")).toEqual([1, ["documentation"]]);
    expect(await read(listDependents, "actions", "ci,documentation")).toEqual([5, ["ci"]]);
    expect(await read(listDependents, "actions", "vendored")).toEqual([0, []]);
    expect(await read(listDependencies, "handbook", "documentation")).toEqual([1, ["documentation"]]);
    expect(await read(listDependencies, "handbook", "runtime")).toEqual([0, []]);
    const unknown = await acme.fetch(listDependents, {
      ...(await ofRepository("actions")),
      query: { role: "ci,prod" },
    });
    expect(unknown.status).toBe(422);
  });

  it("returns the requested repository as source and the consumer as target [IF-2.41]", async () => {
    const { params: requested } = await ofRepository("actions");
    for (const row of await dependentsOf("actions")) {
      expect(row.source_repository_id).toBe(requested.repository_id);
      expect(row.target_repository_id).toBe(row.target_repository.id);
      expect(row.target_repository_id).not.toBe(requested.repository_id);
    }
  });
});

it("the context counts declarations and the distinct repositories that contain them [IF-2.38 IF-6.22]", async () => {
  const context = await acme.call(getRepositoryContext, await ofRepository("actions"));
  expect([context.dependents_total, context.dependent_repositories_total]).toEqual([5, 2]);
  expect(context.dependents).toEqual(await dependentsOf("actions"));
});

it("repeated declarations of one reference are one edge, and one dependent repository [IF-11.7]", async () => {
  const { nodes, edges } = await acme.call(getGraph, { params });
  const name = new Map(nodes.map(({ id, label }) => [id, label]));
  const ofApp = edges.filter(({ source }) => name.get(source) === "app");
  expect(
    ofApp
      .map((edge) => `${name.get(edge.target)} ${edge.dependency_type} ${edge.version_constraint}`)
      .toSorted(),
  ).toEqual([
    ".github reusable_workflow v3",
    "actions github_action v1",
    "actions github_action v2",
    "actions reusable_workflow main",
    "base container_image 1.0.0",
    "ui npm_package ^2.0.0",
  ]);
  const context = await acme.call(getRepositoryContext, await ofRepository("ui"));
  expect([context.dependents_total, context.dependent_repositories_total]).toEqual([2, 1]);
});

it("local references of a workflow and references to its own repository are not declarations [IF-11.11]", async () => {
  const declared = await acme.call(listDependencies, await ofRepository("app"));
  const references = declared.filter((row) => row.source_file === WORKFLOW).map((row) => row.raw_reference);
  expect(references).toHaveLength(5);
  expect(references.filter((one) => one.includes("local") || one.includes("own"))).toEqual([]);
});
