import { listArtifacts } from "@knockon/contract/operations/connected-org";
import { getArtifactInterface } from "@knockon/contract/operations/artifact";
import { checkChange, listLatentBreaks } from "@knockon/contract/operations/check";
import { updateWorkspaceSettings } from "@knockon/contract/operations/workspace";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeOrganization } from "../testing/organizations.ts";
import { startTestService, type TestService } from "../testing/test-service.ts";
import type { TestWorkspace } from "../testing/test-workspace.ts";

const manifest = (fields: object) => JSON.stringify(fields, null, 2);

let service: TestService;
let acme: TestWorkspace;
let connectedOrg: string;

const ACTION = "inputs:\n  version:\n    required: true\nruns:\n  using: composite\n  steps: []\n";

const caller = (ref: string, input: string) =>
  `on: push\njobs:\n  a:\n    steps:\n      - uses: acme/actions/setup@${ref}\n        with:\n          ${input}: 22\n`;

beforeAll(async () => {
  service = await startTestService();
  acme = await service.openWorkspace("Acme");
  const folder = makeOrganization(service.folder, "acme", {
    actions: { "setup/action.yml": ACTION },
    web: { ".github/workflows/ci.yml": caller("main", "version") },
    api: { ".github/workflows/ci.yml": caller("feature/x", "version") },
    legacy: { ".github/workflows/ci.yml": caller("main", "node-version") },
    ui: {
      "package.json": manifest({ name: "@acme/ui", version: "2.0.0", peerDependencies: { react: ">=18" } }),
    },
    shop: { "package.json": manifest({ dependencies: { "@acme/ui": "^1.0.0", react: "^17.0.2" } }) },
    admin: { "package.json": manifest({ dependencies: { "@acme/ui": "^1.0.0", react: "^18.2.0" } }) },
    handbook: { "README.md": "Use acme/actions/setup@main.\n" },
  });
  connectedOrg = await acme.connect("acme", folder);
  await acme.scan(connectedOrg);
});

afterAll(() => service.close());

const FILE = "setup/action.yml";
const interfaceWith = (name: string) => ({
  scope: "github_action:acme/actions/setup",
  file: FILE,
  line: 4,
  members: [{ kind: "input" as const, name, file: FILE, line: 2 }],
});

const query = { full_path: "acme/actions" };
const rename = {
  changed_paths: [FILE],
  branches: ["main"],
  before: [interfaceWith("version")],
  after: [interfaceWith("tool-version")],
};

describe("POST /check", () => {
  it("returns what a change breaks, with both lines, and nothing for consumers of another branch", async () => {
    const check = await acme.call(checkChange, { query, body: rename });
    expect(check).toMatchObject({
      repository: { full_path: "acme/actions" },
      verdict: "breaks",
      breaks: [
        {
          producer_artifact: { artifact_type: "github_action", name: "acme/actions/setup" },
          change: "renamed",
          kind: "input",
          name: "version",
          renamed_to: "tool-version",
          before: { file: FILE, line: 2 },
          after: { file: FILE, line: 2 },
          consumer: { full_path: "acme/web" },
          use: {
            file: ".github/workflows/ci.yml",
            line: 7,
            declaration: { file: ".github/workflows/ci.yml", line: 5 },
            version_constraint: "main",
            role: "ci",
          },
          clock: "next_run",
          effect: "warns",
        },
      ],
      undecided: [],
      reached: { repositories: 2, breaking: 1, by_clock: { next_run: 2 } },
      graph: { complete: true },
    });
    expect(check.graph.scanned_at).toMatch(/^\d{4}-/u);
  });

  it("is clean if the interface gets a new name", async () => {
    const after = { ...interfaceWith("version"), members: [...interfaceWith("version").members] };
    after.members.push({ kind: "input", name: "cache", file: FILE, line: 3 });
    const check = await acme.call(checkChange, {
      query,
      body: { ...rename, after: [after], changed_paths: [] },
    });
    expect(check).toMatchObject({ verdict: "clean", breaks: [], reached: { repositories: 0 } });
  });

  it("returns consumers that declare a peer in a version that is no longer supported", async () => {
    const supporting = (react: string) => ({
      scope: "npm_package:@acme/ui",
      file: "package.json",
      line: 2,
      members: [{ kind: "peer" as const, name: "react", file: "package.json", line: 5, type: react }],
    });
    const body = {
      changed_paths: ["package.json"],
      before: [supporting(">=17")],
      after: [supporting(">=18")],
    };
    const { breaks } = await acme.call(checkChange, { query: { full_path: "acme/ui" }, body });
    expect(breaks).toMatchObject([
      {
        kind: "peer",
        name: "react ^17.0.2",
        consumer: { full_path: "acme/shop" },
        use: { line: 4, declaration: { line: 3 } },
        clock: "bump",
        effect: "fails",
      },
    ]);
    expect(breaks).toHaveLength(1);
  });

  it("says which consumers a text for readers of the repository may name, by the naming rule of the workspace", async () => {
    const check = await acme.call(checkChange, { query, body: rename });
    const consumer = check.breaks[0]?.consumer.id ?? "";
    // Local repositories have no visibility, so all count as private.
    expect(check.readers).toEqual({ naming_rule: "same_visibility", nameable: [consumer] });
    const settings = { params: { workspace_id: acme.scope.workspaceId } };
    await acme.call(updateWorkspaceSettings, { ...settings, body: { naming_rule: "counts" } });
    const counted = await acme.call(checkChange, { query, body: rename });
    expect(counted.readers).toEqual({ naming_rule: "counts", nameable: [] });
    expect(counted.breaks).toEqual(check.breaks);
    await acme.call(updateWorkspaceSettings, { ...settings, body: { naming_rule: "same_visibility" } });
  });

  it("finds the repository by URL, and requires exactly one name", async () => {
    const url = "git@github.com:acme/actions.git";
    const { breaks } = await acme.call(checkChange, { query: { url }, body: rename });
    expect(breaks).toHaveLength(1);
    const statusFor = async (given: Record<string, string>) =>
      (await acme.fetch(checkChange, { query: given, body: rename })).status;
    expect(await statusFor({})).toBe(400);
    expect(await statusFor({ ...query, url })).toBe(400);
    expect(await statusFor({ full_path: "acme/none" })).toBe(404);
  });
});

describe("GET /artifacts/{id}/interface", () => {
  it("returns the names that the artifact offers", async () => {
    const artifacts = await acme.call(listArtifacts, {
      params: { connected_org_id: connectedOrg },
      query: { artifact_type: "github_action" },
    });
    const params = { artifact_id: artifacts[0]?.id ?? "" };
    const offered = { kind: "input", name: "version", file: FILE, line: 2, required: true };
    const found = {
      artifact_type: "github_action",
      name: "acme/actions/setup",
      file: FILE,
      line: 4,
      members: [offered],
      open: {},
      strict: [],
    };
    expect(await acme.call(getArtifactInterface, { params, query: {} })).toEqual(found);
  });

  it("returns who uses each name on request", async () => {
    const [action] = await acme.call(listArtifacts, {
      params: { connected_org_id: connectedOrg },
      query: { artifact_type: "github_action" },
    });
    const params = { artifact_id: action?.id ?? "" };
    const found = await acme.call(getArtifactInterface, { params, query: { include: "consumers" } });
    expect(found).toMatchObject({
      members: [
        {
          name: "version",
          consumers_total: 2,
          consumers: [
            { repository: { full_path: "acme/api" }, file: ".github/workflows/ci.yml", line: 7 },
            { repository: { full_path: "acme/web" }, file: ".github/workflows/ci.yml", line: 7 },
          ],
        },
      ],
      open_consumers_total: 0,
    });
  });
});

describe("GET /connected-orgs/{id}/latent-breaks", () => {
  it("returns names that consumers pass although the artifact does not have them", async () => {
    const found = await acme.call(listLatentBreaks, { params: { connected_org_id: connectedOrg } });
    expect(found).toMatchObject([
      {
        producer: { full_path: "acme/actions" },
        kind: "input",
        name: "node-version",
        consumer: { full_path: "acme/legacy" },
        use: { file: ".github/workflows/ci.yml", line: 7 },
        clock: "next_run",
        effect: "warns",
      },
      {
        producer: { full_path: "acme/ui" },
        kind: "peer",
        name: "react ^17.0.2",
        consumer: { full_path: "acme/shop" },
        use: { file: "package.json", line: 4 },
        clock: "bump",
        effect: "fails",
      },
    ]);
  });

  it("filters by part of the consumer, file, artifact or name, and pages", async () => {
    const listed = (given: Record<string, string>) =>
      acme.call(listLatentBreaks, { params: { connected_org_id: connectedOrg }, query: given });
    const all = await listed({});
    const [first, last] = all;
    for (const q of ["LEGACY", "workflows/ci", "actions/setup", "node-v"])
      expect(await listed({ q })).toEqual([first]);
    expect(await listed({ q: "github_action" })).toEqual([]);
    expect(await listed({ offset: "1" })).toEqual([last]);
    expect(await listed({ offset: "2" })).toEqual([]);
    for (const sort of ["consumer", "name", "clock", "-effect", "file"])
      expect(await listed({ sort })).toEqual(all);
    for (const sort of ["-consumer", "-name", "-clock", "effect", "-file"])
      expect(await listed({ sort })).toEqual([last, first]);
    expect(await listed({ sort: "confidence" })).toHaveLength(2);
  });
});
