import { READ_BY_CHECKS, READ_BY_SCANS } from "@knockon/contract/vocabulary/interface";
import { describe, expect, it } from "vitest";
import { InterfaceExtraction, type Side } from "./interface-extraction.ts";
import { FORMATS } from "./registry.ts";
import { extractFiles } from "./repository-extraction.ts";

const REPOSITORY = {
  fullPath: "acme/app",
  cloneUrl: "https://github.com/acme/app.git",
  withSourceInterfaces: true,
};
type Files = Record<string, string>;

const treeOf = (files: Files) =>
  Object.keys(files).map((path) => ({ path, mode: "100644", oid: "0".repeat(40) }));

function compare(before: Files, after: Files) {
  const extraction = new InterfaceExtraction(REPOSITORY, FORMATS);
  const add = (files: Files, side: Side, other: Files): void => {
    for (const [path, text] of Object.entries(files)) {
      const isShared = other[path] === text;
      if (isShared && side === "after") continue;
      extraction.addFile(path, new TextEncoder().encode(text), isShared ? undefined : side);
    }
  };
  add(before, "before", after);
  add(after, "after", before);
  return extraction.finish({ before: treeOf(before), after: treeOf(after) });
}

/** The interfaces that a full extraction of both commits finds different. */
function different(before: Files, after: Files): Record<Side, string[]> {
  const [old, current] = [before, after].map((files) =>
    (extractFiles(files, FORMATS, REPOSITORY).interfaces ?? []).map((one) => JSON.stringify(one)),
  ) as [string[], string[]];
  return {
    before: old.filter((one) => !current.includes(one)),
    after: current.filter((one) => !old.includes(one)),
  };
}

const workflow = (secret: string) =>
  `on:\n  workflow_call:\n    secrets: { ${secret}: { required: true } }\njobs: { a: { runs-on: x } }\n`;
const action = (input: string) =>
  `name: a\ninputs: { ${input}: { required: true } }\nruns: { using: composite, steps: [] }\n`;
const openapi = (schema: string) =>
  `openapi: 3.1.0\ninfo: { title: a, version: "1" }\npaths: {}\ncomponents: { schemas: { ${schema}: { type: string } } }\n`;
const graphql = (field: string) => `type Query {\n  ${field}: String\n}\nschema {\n  query: Query\n}\n`;
const UNCHANGED: Files = {
  ".github/workflows/kept.yml": workflow("KEPT"),
  "kept/action.yml": action("kept"),
  "kept/openapi.yaml": openapi("Kept"),
  "kept/schema.graphql": graphql("kept"),
  "module/main.tf": 'variable "kept" {}\n',
  "chart/Chart.yaml": "apiVersion: v2\nname: chart\nversion: 1.0.0\n",
  "go.mod": "module acme.io/app\n",
  "kept.go": "package app\n\nfunc Kept() {}\n",
};

describe("InterfaceExtraction", () => {
  it.each([
    ["a reusable workflow", ".github/workflows/a.yml", workflow("OLD"), workflow("NEW")],
    ["an action", "a/action.yml", action("old"), action("new")],
    ["an OpenAPI document", "a/openapi.yaml", openapi("Old"), openapi("New")],
    ["a GraphQL schema", "a/schema.graphql", graphql("old"), graphql("new")],
    ["a file of a module", "module/variables.tf", 'variable "old" {}\n', 'variable "new" {}\n'],
    ["the values of a chart", "chart/values.yaml", "old: 1\n", "new: 1\n"],
    ["a source file", "a.go", "package app\n\nfunc Old() {}\n", "package app\n\nfunc New() {}\n"],
  ])("finds the difference of %s", (_, path, old, current) => {
    const before = { ...UNCHANGED, [path]: old };
    const after = { ...UNCHANGED, [path]: current };
    const expected = different(before, after);
    expect(expected.before).toHaveLength(1);
    expect(expected.after).toHaveLength(1);
    const found = compare(before, after);
    for (const side of ["before", "after"] as const)
      expect(found[side].interfaces.map((one) => JSON.stringify(one))).toEqual(
        expect.arrayContaining(expected[side]),
      );
  });

  it("reads no file of both commits that defines its interface alone", () => {
    const { before, after } = compare(UNCHANGED, UNCHANGED);
    expect(after).toEqual(before);
    expect(after.interfaces.map(({ file }) => file)).toEqual([
      "go.mod",
      "chart/Chart.yaml",
      "module/main.tf",
    ]);
  });
});

/** Something of each type that has an interface. */
const ALL_TYPES: Files = {
  ...UNCHANGED,
  Dockerfile: "FROM alpine:3.20\nUSER 1000\n",
  "package.json": `{ "name": "app", "version": "1.0.0", "bin": "app.js" }`,
  "pyproject.toml": `[project]\nname = "app"\nversion = "1.0.0"\n`,
  "app/__init__.py": "def kept(): ...\n",
  "collection/galaxy.yml": "namespace: acme\nname: app\nversion: 1.0.0\n",
  "meta/main.yml": "galaxy_info: { namespace: acme, role_name: web }\n",
  "defaults/main.yml": "port: 80\n",
  "templates/lint.yml": "spec:\n  inputs:\n    stage: {}\n---\nlint: { script: [make] }\n",
  "ci/build.gitlab-ci.yml": "build: { script: [make] }\n",
  "src/@orb.yml": "version: 2.1\ndescription: a\ncommands: { build: { steps: [checkout] } }\n",
  "vars/deploy.groovy": "def call(Map config) {}\n",
  "azure/build.yml": "parameters:\n  - name: env\n    type: string\nsteps:\n  - script: make\n",
  "buf.yaml": "version: v2\n",
  "pets.proto": `syntax = "proto3";\npackage pets;\nmessage Pet {}\n`,
};

it("reads the interfaces of some types in a comparison only", () => {
  const typesOf = (withSourceInterfaces: boolean): Set<string> => {
    const { interfaces = [] } = extractFiles(ALL_TYPES, FORMATS, { ...REPOSITORY, withSourceInterfaces });
    return new Set(interfaces.map(({ scope }) => scope.slice(0, scope.indexOf(":"))));
  };
  expect(typesOf(false)).toEqual(new Set(READ_BY_SCANS));
  expect(typesOf(true)).toEqual(new Set([...READ_BY_SCANS, ...READ_BY_CHECKS]));
});
