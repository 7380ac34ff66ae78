import { describe, expect, it } from "vitest";
import { extractFiles } from "../../repository-extraction.ts";
import { npm } from "./index.ts";

const MANIFEST = JSON.stringify({
  engines: { node: ">=18" },
  dependencies: { "@acme/ui": "1" },
  devDependencies: { "@acme/lint": "1" },
});

const used = (files: Record<string, string>) =>
  Object.fromEntries(
    extractFiles(files, [npm]).declarations.map((one) => [
      one.artifact,
      (one.arguments ?? []).map(({ name, file, line, effect }) =>
        [name, `${file}:${line}`, effect ?? []].flat().join(" "),
      ),
    ]),
  );

const ofLint = (files: Record<string, string>) => used({ "package.json": MANIFEST, ...files })["@acme/lint"];

describe("npm: supported versions of Node.js", () => {
  it.each([
    [{ engines: { node: " >=18 " } }, ">=18"],
    [{ engines: { npm: ">=9" } }, "*"],
    [{}, "*"],
  ])("of %j are %s", (manifest, expected) => {
    const text = JSON.stringify({ name: "@acme/ui", ...manifest });
    const [found] = extractFiles({ "package.json": text }, [npm]).interfaces ?? [];
    expect(found?.members.filter(({ kind }) => kind === "engine")).toMatchObject([
      { name: "node", type: expected },
    ]);
  });
});

describe("npm: selected versions of Node.js", () => {
  it("are promised by the engines of a package, for what it installs at runtime", () => {
    expect(used({ "package.json": MANIFEST })).toEqual({
      "@acme/ui": ["node >=18 package.json:1"],
      "@acme/lint": [],
    });
  });

  it.each([
    ["v18.12.1\n", ["node 18.12.1 .nvmrc:1"]],
    ["# why\n\n20 # LTS\n", ["node 20 .nvmrc:3"]],
    ["lts/hydrogen", ["node 18 .nvmrc:1"]],
    ["lts/*", []],
    ["node", []],
    ["", []],
  ])("%j in .nvmrc is %j", (text, expected) => {
    expect(ofLint({ ".nvmrc": text })).toEqual(expected);
  });

  it("come from the nearest folder", () => {
    const files = { "package.json": "{}", "web/package.json": MANIFEST, ".nvmrc": "16", "api/.nvmrc": "14" };
    expect(used(files)["@acme/lint"]).toEqual(["node 16 .nvmrc:1"]);
    expect(used({ ...files, "web/.node-version": "20.1" })["@acme/lint"]).toEqual([
      "node 20.1 web/.node-version:1",
    ]);
  });

  it("are read from workflows, also from a matrix", () => {
    const workflow = `jobs:
  a:
    strategy:
      matrix:
        node: [16, '18.x', lts/*]
        node-version: [20]
    steps:
      - uses: actions/setup-node@v4
        with:
          node-version: \${{ matrix.node }}
      - with: { node-version: 12 }
      - with:
          node-version: \${{ matrix.node-version }}
      - with:
          node-version: \${{ env.NODE }} # decided elsewhere
      - with:
          node-version: "14"
`;
    const path = ".github/workflows/ci.yml";
    expect(ofLint({ [path]: workflow })).toEqual([
      `node 20 ${path}:6`,
      `node 16 ${path}:5`,
      `node 18 ${path}:5`,
      `node \${{ env.NODE }} ${path}:15`,
      `node 14 ${path}:17`,
    ]);
  });

  it.each([
    [{ "yarn.lock": "# yarn lockfile v1\n" }, ["node 16 .nvmrc:1 fails"]],
    [{ ".npmrc": "engine-strict = true\n" }, ["node 16 .nvmrc:1 fails"]],
    [{ ".npmrc": "# engine-strict=true\n" }, ["node 16 .nvmrc:1"]],
    [{ "yarn.lock": "__metadata:\n", ".yarnrc.yml": "" }, []],
    [{ "bun.lock": "{}" }, []],
    [{ "pnpm-lock.yaml": "lockfileVersion: '9.0'\n" }, ["node 16 .nvmrc:1"]],
  ])("are checked by the package manager: %j", (files, expected) => {
    expect(ofLint({ ".nvmrc": "16", ...files })).toEqual(expected);
  });
});
