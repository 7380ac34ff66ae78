import { getGraph } from "@knockon/contract/operations/connected-org";
import type { DependencyGraph } from "@knockon/contract/resources/graph";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeOrganization } from "../testing/organizations.ts";
import { startTestService, type TestService } from "../testing/test-service.ts";
import type { TestWorkspace } from "../testing/test-workspace.ts";

const URL = "https://github.com/acme/base";
const using = (name: string): string => JSON.stringify({ dependencies: { [name]: "^1.0.0" } });
const makePackage = (name: string, dependency: string): string =>
  JSON.stringify({ name, version: "1.0.0", dependencies: { [dependency]: "^1.0.0" } });

/** Repositories that refer to `base`, each with another kind of evidence. */
const EVIDENCE = {
  base: { "package.json": '{ "name": "@acme/base", "version": "1.0.0" }', Dockerfile: "FROM scratch\n" },
  manifest: { "package.json": using("@acme/base") },
  image: { Dockerfile: "FROM ghcr.io/acme/base:1.0.0\n" },
  "build-file": { Makefile: `URL = ${URL}\n` },
  "ci-file": { ".gitlab-ci.yml": `test:\n  script:\n    - ./run ${URL}\n` },
  "fetch-command": { "install.sh": `git clone ${URL}\n` },
  unclassified: { "src/main.go": `const home = "${URL}"\n` },
  prose: { "README.md": `See ${URL}.\n` },
  template: { "index.html": `<a href="${URL}">base</a>\n` },
  generated: { "app.min.js": `x="${URL}"\n` },
  "ignore-file": { ".gitignore": `# ${URL}\n` },
};

/** `app` mentions `lib` in prose and depends on `middle`, which fetches `lib`. */
const PATHS = {
  lib: { "README.md": "A library.\n" },
  middle: {
    "package.json": '{ "name": "@acme/middle", "version": "1.0.0" }',
    Makefile: "get:\n\tgit clone https://github.com/acme/lib\n",
  },
  app: { "package.json": using("@acme/middle"), "README.md": "Uses https://github.com/acme/lib\n" },
};

/** Twelve packages, each of which depends on the previous one. */
const CHAIN = Object.fromEntries(
  Array.from({ length: 12 }, (_, index) => [
    `c${index}`,
    { "package.json": makePackage(`@acme/c${index}`, `@acme/c${index - 1}`) },
  ]),
);

let service: TestService;
let acme: TestWorkspace;
let params: { connected_org_id: string };
let full: DependencyGraph;

beforeAll(async () => {
  service = await startTestService();
  acme = await service.openWorkspace("Acme");
  const folder = makeOrganization(service.folder, "acme", { ...EVIDENCE, ...PATHS, ...CHAIN });
  params = { connected_org_id: await acme.connect("acme", folder) };
  await acme.scan(params.connected_org_id);
  full = await acme.call(getGraph, { params });
});

afterAll(() => service.close());

const idOf = (label: string): string => full.nodes.find((node) => node.label === label)?.id ?? "";

const around = (root: string, query: Record<string, string> = {}) =>
  acme.call(getGraph, { params, query: { root: idOf(root), ...query } });

/** Returns the confidence of each edge into a node, by consumer. */
const edgesInto = ({ nodes, edges }: DependencyGraph, target: string): Record<string, number> =>
  Object.fromEntries(
    edges
      .filter((edge) => edge.target === idOf(target))
      .map((edge) => [nodes.find(({ id }) => id === edge.source)?.label, edge.confidence]),
  );

const reached = async (root: string, query?: Record<string, string>) =>
  (await around(root, query)).nodes.map(({ label }) => label).toSorted();

const [DETERMINISTIC, RESOLVER] = [
  { manifest: 0.98 },
  { image: 0.8, "build-file": 0.85, "ci-file": 0.85, "fetch-command": 0.85 },
];
const UNCLASSIFIED = { unclassified: 0.7 };
const PROSE = { prose: 0.3, template: 0.3, generated: 0.3, "ignore-file": 0.3 };

describe("confidence", () => {
  it("is in the band of its evidence: parsers, resolver, build files, unclassified files and prose [IF-2.24,25,26,27,28]", () => {
    const all = { ...DETERMINISTIC, ...RESOLVER, ...UNCLASSIFIED, ...PROSE };
    expect(edgesInto(full, "base")).toEqual(all);
  });

  it("of 0.8 or more is deterministic and build-file evidence [IF-6.14]", async () => {
    const strict = await around("base", { min_confidence: "0.8" });
    expect(edgesInto(strict, "base")).toEqual({ ...DETERMINISTIC, ...RESOLVER });
  });

  it("of 0.4, the default minimum, leaves out only prose [IF-6.16 IF-10.8]", async () => {
    const usual = await around("base");
    expect(edgesInto(usual, "base")).toEqual({ ...DETERMINISTIC, ...RESOLVER, ...UNCLASSIFIED });
    expect(usual.applied_min_confidence).toBe(0.4);
    expect(await around("base", { min_confidence: "0.4" })).toEqual(usual);
  });

  it("of 0.0 as the minimum leaves out nothing [IF-6.15]", async () => {
    const whole = await around("base", { min_confidence: "0.0" });
    expect(edgesInto(whole, "base")).toEqual(edgesInto(full, "base"));
    expect(whole.applied_min_confidence).toBe(0);
  });
});

describe("a reached repository", () => {
  const metadataOf = ({ nodes }: DependencyGraph, label: string) =>
    nodes.find((node) => node.label === label)?.metadata;

  it("has the confidence of the weakest edge on the strongest path to it [IF-6.12]", async () => {
    const longer = await around("lib", { min_confidence: "0" });
    expect(metadataOf(longer, "app")).toMatchObject({ confidence: 0.85, hops: 2 });
    const direct = await around("lib", { min_confidence: "0", depth: "1" });
    expect(metadataOf(direct, "app")).toMatchObject({ confidence: 0.3, hops: 1 });
  });

  it("is not reached over edges below the minimum [IF-6.11]", async () => {
    expect(await reached("lib", { min_confidence: "0.9" })).toEqual(["lib"]);
    expect(await reached("lib", { min_confidence: "0.4", depth: "1" })).toEqual(["lib", "middle"]);
  });
});

describe("depth", () => {
  it("is 1 to 10 hops in each direction, 2 by default [IF-6.7 IF-10.7]", async () => {
    expect(await reached("c5")).toEqual(["c3", "c4", "c5", "c6", "c7"]);
    expect(await reached("c5", { depth: "1" })).toEqual(["c4", "c5", "c6"]);
    expect(await reached("c0", { depth: "10" })).toEqual(
      Array.from({ length: 11 }, (_, index) => `c${index}`).toSorted(),
    );
  });

  it("returns 422 for a root that is not a UUID, and for a depth or minimum out of bounds [IF-6.9 IF-10.7,8]", async () => {
    for (const query of [
      { root: "base" },
      { root: idOf("base"), depth: "0" },
      { root: idOf("base"), depth: "11" },
      { root: idOf("base"), depth: "1.5" },
      { root: idOf("base"), min_confidence: "-0.1" },
      { root: idOf("base"), min_confidence: "1.01" },
    ])
      expect([query, (await acme.fetch(getGraph, { params, query })).status]).toEqual([query, 422]);
  });
});
