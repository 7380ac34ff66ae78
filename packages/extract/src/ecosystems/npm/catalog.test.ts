import { describe, expect, it } from "vitest";
import type { Declaration } from "../../ecosystem.ts";
import { extractFiles } from "../../repository-extraction.ts";
import { npm } from "./index.ts";

const declare = (files: Record<string, string>): Declaration[] => extractFiles(files, [npm]).declarations;
const summary = (each: Declaration) =>
  `${each.sourceFile}:${each.sourceLine} ${each.evidence.rule} ${each.rawReference} ${each.versionConstraint}`;

const WORKSPACE = `packages:
  - packages/*
catalog:
  react: ^18.2.0 # until the router follows
  # vue: ^3
  ui: npm:@acme/ui@^2
catalogs:
  legacy:
    react: 1.10
  tools:
    base: acme/base#v1
`;

describe("npm: catalogs", () => {
  it("declares the entries of catalogs", () => {
    expect(declare({ "pnpm-workspace.yaml": WORKSPACE }).map(summary)).toEqual([
      "pnpm-workspace.yaml:4 npm.catalog react@^18.2.0 ^18.2.0",
      "pnpm-workspace.yaml:6 npm.catalog ui@npm:@acme/ui@^2 ^2",
      "pnpm-workspace.yaml:9 npm.catalog react@1.10 1.10",
      "pnpm-workspace.yaml:11 npm.catalog base@acme/base#v1 v1",
    ]);
  });

  it("binds a dependency to the entry of its catalog", () => {
    const dependencies = { react: "catalog:", ui: "catalog:default", base: "catalog:tools" };
    const manifest = JSON.stringify({ dependencies, devDependencies: { react: "catalog:legacy" } });
    const found = declare({ "packages/a/package.json": manifest, "pnpm-workspace.yaml": WORKSPACE });
    expect(found.slice(0, 4)).toMatchObject([
      { artifact: "react", rawReference: "react@catalog:", versionConstraint: "^18.2.0", unbound: null },
      { artifact: "@acme/ui", versionConstraint: "^2", lookups: ["npm_package:@acme/ui"] },
      { artifact: "base", versionConstraint: "v1", versioning: "git", lookups: ["git:github.com/acme/base"] },
      { artifact: "react", rawReference: "react@catalog:legacy", versionConstraint: "1.10" },
    ]);
  });

  it.each([
    ["no such catalog", "catalog:new", WORKSPACE],
    ["no such entry", "catalog:tools", WORKSPACE],
    ["an entry that refers to a catalog", "catalog:", "catalog:\n  react: 'catalog:'\n"],
    ["no catalog at all", "catalog:", "packages: [a]\n"],
  ])("leaves a dependency unbound if there is %s", (_, specifier, workspace) => {
    const files = {
      "package.json": JSON.stringify({ dependencies: { react: specifier } }),
      "pnpm-workspace.yaml": workspace,
    };
    expect(declare(files)[0]).toMatchObject({
      artifact: "react",
      versionConstraint: specifier,
      unbound: specifier,
      lookups: ["npm_package:react"],
    });
  });

  it("uses the nearest workspace file upward, not that of a sibling folder", () => {
    const manifest = '{"dependencies": {"a": "catalog:"}}';
    const found = declare({
      "pnpm-workspace.yaml": "catalog: {a: ^1}",
      "x/pnpm-workspace.yaml": "catalog: {a: ^2}",
      "x/packages/p/package.json": manifest,
      "y/packages/p/package.json": manifest,
    });
    const bound = found.filter((each) => each.evidence.rule === "npm.dependencies");
    expect(bound.map(summary)).toEqual([
      "x/packages/p/package.json:1 npm.dependencies a@catalog: ^2",
      "y/packages/p/package.json:1 npm.dependencies a@catalog: ^1",
    ]);
  });

  it("does not search above the nearest workspace file", () => {
    const found = declare({
      "pnpm-workspace.yaml": "catalog: {a: ^1}",
      "x/package.json": '{"dependencies": {"a": "catalog:"}}',
      "x/pnpm-workspace.yaml": "catalog: {b: ^1}",
    });
    expect(found).toContainEqual(
      expect.objectContaining({ sourceFile: "x/package.json", unbound: "catalog:" }),
    );
  });

  it("supports Yarn's catalogs", () => {
    const found = declare({
      ".yarnrc.yml":
        "nodeLinker: node-modules\r\ncatalog:\r\n  a: npm:^1 # note\r\ncatalogs:\r\n  b:\r\n    a: ^2\r\n",
      "package.json": '{"dependencies": {"a": "catalog:"}, "devDependencies": {"a": "catalog:b"}}',
    });
    expect(found.map(summary)).toEqual([
      ".yarnrc.yml:3 npm.catalog a@npm:^1 ^1",
      ".yarnrc.yml:6 npm.catalog a@^2 ^2",
      "package.json:1 npm.dependencies a@catalog: ^1",
      "package.json:1 npm.dev_dependencies a@catalog:b ^2",
    ]);
  });

  it("supports Bun's catalogs, inside workspaces and next to them", () => {
    const root = {
      workspaces: { packages: ["packages/*"], catalog: { a: "^1" } },
      catalogs: { b: { a: "^2" } },
    };
    const found = declare({
      "package.json": JSON.stringify(root),
      "packages/p/package.json": '{"dependencies": {"a": "catalog:"}, "devDependencies": {"a": "catalog:b"}}',
    });
    expect(found.map((each) => each.versionConstraint)).toEqual(["^2", "^1", "^1", "^2"]);
  });
});
