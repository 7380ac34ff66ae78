import { describe, expect, it } from "vitest";
import { extractFiles } from "../../repository-extraction.ts";
import { npm } from "./index.ts";

const extract = (files: Record<string, unknown>) =>
  extractFiles(
    Object.fromEntries(
      Object.entries(files).map(([path, value]) => [
        path,
        typeof value === "string" ? value : JSON.stringify(value),
      ]),
    ),
    [npm],
  );

/** `package: role scope` of every declaration. */
const places = (files: Record<string, unknown>): string[] =>
  extract(files).declarations.map(({ artifact, role, scope }) => `${artifact}: ${role} ${scope}`);
const compositions = (files: Record<string, unknown>): string[] =>
  extract(files).compositions.map(({ outer, inner }) => `${outer} < ${inner}`);

describe("npm: role and scope of a declaration", () => {
  it("follow from its group and manifest", () => {
    const manifest = {
      name: "@acme/ui",
      dependencies: { a: "1" },
      devDependencies: { b: "1" },
      peerDependencies: { c: "1" },
      optionalDependencies: { d: "1" },
      overrides: { e: "1" },
      resolutions: { f: "1" },
      packageManager: "pnpm@10.0.0",
    };
    expect(places({ "package.json": manifest })).toEqual([
      "a: runtime npm_package:@acme/ui",
      "b: dev null",
      "c: runtime npm_package:@acme/ui",
      "d: runtime npm_package:@acme/ui",
      "e: runtime npm_package:@acme/ui",
      "f: runtime npm_package:@acme/ui",
      "pnpm: dev null",
    ]);
  });

  it("end at an optional peer, which consumers install themselves", () => {
    const manifest = {
      name: "@acme/ui",
      peerDependencies: { a: "1", b: "1", c: "1" },
      peerDependenciesMeta: { a: { optional: true }, b: { optional: false }, c: {} },
    };
    expect(places({ "package.json": manifest })).toEqual([
      "a: runtime null",
      "b: runtime npm_package:@acme/ui",
      "c: runtime npm_package:@acme/ui",
    ]);
  });

  it("are a unit for a private package, even below a published one", () => {
    expect(
      places({
        "package.json": { name: "@acme/ui" },
        "site/package.json": { name: "site", private: true, dependencies: { a: "1" } },
      }),
    ).toEqual(["a: runtime unit:npm:site"]);
  });

  it("belong to the packages that use a catalog", () => {
    const workspace = "catalog:\n  a: ^1\n  b: ^1\n  c: ^1\ncatalogs:\n  old:\n    a: ^0\n";
    expect(
      places({
        "pnpm-workspace.yaml": workspace,
        "ui/package.json": {
          name: "@acme/ui",
          dependencies: { a: "catalog:" },
          devDependencies: { a: "catalog:old", b: "catalog:default" },
        },
        "test/package.json": { dependencies: { c: "catalog:" } },
      }),
    ).toEqual([
      "a: runtime null",
      "b: dev null",
      "c: dev null",
      "a: dev null",
      "c: test null",
      "a: runtime npm_package:@acme/ui",
      "a: dev null",
      "b: dev null",
    ]);
  });
});

describe("npm: compositions", () => {
  it("build packages of the repository into the packages that need them", () => {
    const files = {
      "core/package.json": { name: "@acme/core" },
      "icons/package.json": { name: "@acme/icons", private: true },
      "log/package.json": { name: "@acme/log" },
      "ui/package.json": {
        name: "@acme/ui",
        dependencies: { "@acme/core": "^1.0.0", logger: "workspace:@acme/log@*" },
        devDependencies: { "@acme/icons": "workspace:*" },
      },
      "web/package.json": {
        private: true,
        dependencies: { "@acme/ui": "*", i: "file:../icons/", "@acme/log": "workspace:^", x: "link:../none" },
        peerDependencies: { "@acme/core": ">=1" },
      },
      "examples/package.json": { dependencies: { "@acme/ui": "workspace:*" } },
      "test/package.json": { dependencies: { "@acme/ui": "workspace:*" } },
    };
    expect(compositions(files)).toEqual([
      "npm_package:@acme/ui < npm_package:@acme/core",
      "npm_package:@acme/ui < npm_package:@acme/log",
      "unit:npm:web < npm_package:@acme/ui",
      "unit:npm:web < unit:npm:icons",
      "unit:npm:web < npm_package:@acme/log",
      "unit:npm:web < npm_package:@acme/core",
    ]);
    expect(places(files)).toEqual([
      "@acme/core: runtime npm_package:@acme/ui",
      "@acme/core: runtime unit:npm:web",
    ]);
  });

  it("are not built from packages with a Git source or a package in a test folder", () => {
    expect(
      compositions({
        "package.json": { name: "a", dependencies: { b: "github:acme/b", c: "*" } },
        "b/package.json": { name: "b" },
        "test/c/package.json": { name: "c" },
      }),
    ).toEqual([]);
  });
});
