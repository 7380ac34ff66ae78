import { describe, expect, it } from "vitest";
import { extractFiles } from "../../repository-extraction.ts";
import { npm } from "./index.ts";

/** `package: file:line version` of every locked declaration, or `package: not locked`. */
const locks = (files: Record<string, string>): string[] =>
  extractFiles(files, [npm]).declarations.map(({ artifact, locked }) =>
    locked ? `${artifact}: ${locked.file}:${locked.line} ${locked.version}` : `${artifact}: not locked`,
  );

const json = (value: unknown): string => JSON.stringify(value, null, 2);
const COMMIT = "0123456789abcdef0123456789abcdef01234567";

const MANIFEST = json({
  name: "@acme/web",
  private: true,
  packageManager: "npm@11.0.0",
  dependencies: { "@acme/ui": "^3.0.0", kit: "github:acme/kit", log: "npm:@acme/log@1", gone: "*" },
  devDependencies: { vite: "^7" },
});
const ROOT = json({ name: "root", private: true, workspaces: ["apps/*"] });

const member = (name: string, lock: string): string[] =>
  locks({ "package.json": ROOT, "apps/web/package.json": MANIFEST, [name]: lock });
const single = (name: string, lock: string): string[] => locks({ "package.json": MANIFEST, [name]: lock });

describe("npm: package-lock.json", () => {
  const packages = (web: string) => ({
    "": { name: "root" },
    ...(web === "" ? {} : { [web.slice(0, -1)]: { name: "@acme/web", version: "1.0.0" } }),
    "node_modules/@acme/ui": { version: "3.1.0", resolved: "https://registry.npmjs.org/ui.tgz" },
    [`${web}node_modules/kit`]: {
      version: "1.0.0",
      resolved: `git+ssh://git@github.com/acme/kit.git#${COMMIT}`,
      dependencies: { vite: "^1" },
    },
    "node_modules/a/node_modules/gone": { version: "9.0.0" },
    "node_modules/log": { name: "@acme/log", version: "1.4.0" },
    "node_modules/vite": { version: "7.1.0" },
  });

  it("locks the dependencies of a manifest and of workspace members", () => {
    expect(
      single("package-lock.json", json({ name: "root", lockfileVersion: 3, packages: packages("") })),
    ).toEqual([
      "@acme/ui: package-lock.json:8 3.1.0",
      `kit: package-lock.json:12 ${COMMIT}`,
      "@acme/log: package-lock.json:22 1.4.0",
      "gone: not locked",
      "vite: package-lock.json:26 7.1.0",
      "npm: not locked",
    ]);
    const lock = json({
      lockfileVersion: 2,
      packages: packages("apps/web/"),
      dependencies: { gone: { version: "1.0.0" } },
    });
    expect(member("package-lock.json", lock).slice(0, 4)).toEqual([
      "@acme/ui: package-lock.json:11 3.1.0",
      `kit: package-lock.json:15 ${COMMIT}`,
      "@acme/log: package-lock.json:25 1.4.0",
      "gone: not locked",
    ]);
  });

  it("reads version 1", () => {
    const dependencies = {
      "@acme/ui": { version: "3.1.0", requires: { gone: "1" }, dependencies: { gone: { version: "2.0.0" } } },
      kit: { version: `git+ssh://git@github.com/acme/kit.git#${COMMIT}`, from: "kit@github:acme/kit" },
      log: { version: "npm:@acme/log@1.4.0" },
      vite: { version: "7.1.0", dev: true },
    };
    expect(single("npm-shrinkwrap.json", json({ lockfileVersion: 1, dependencies })).slice(0, 5)).toEqual([
      "@acme/ui: npm-shrinkwrap.json:4 3.1.0",
      `kit: npm-shrinkwrap.json:15 ${COMMIT}`,
      "@acme/log: npm-shrinkwrap.json:19 1.4.0",
      "gone: not locked",
      "vite: npm-shrinkwrap.json:22 7.1.0",
    ]);
  });

  it("locks overrides of dependencies of dependencies without a version", () => {
    const files = {
      "package.json": json({ overrides: { deep: ">=2" } }),
      "package-lock.json": json({ lockfileVersion: 3, packages: { "": {} } }),
    };
    expect(locks(files)).toEqual(["deep: package-lock.json:null null"]);
  });
});

describe("npm: pnpm-lock.yaml", () => {
  it("reads version 9, with the importer's dependencies, catalogs and several documents", () => {
    const lock = `lockfileVersion: '9.0'

importers:
  .:
    configDependencies: {}
packages:
  x@1.0.0:
    resolution: {integrity: sha512-00}
---
lockfileVersion: '9.0'

catalogs:
  default:
    vite:
      specifier: ^7
      version: 7.1.0

importers:

  .: {}

  apps/web:
    dependencies:
      '@acme/ui':
        specifier: ^3.0.0
        version: 3.1.0(react@19.0.0)
      kit:
        specifier: github:acme/kit
        version: https://codeload.github.com/acme/kit/tar.gz/${COMMIT}
      log:
        specifier: npm:@acme/log@1
        version: '@acme/log@1.4.0(react@19.0.0)'
    devDependencies:
      vite:
        specifier: 'catalog:'
        version: 7.1.0

packages:

  gone@1.0.0:
    version: 1.0.0
`;
    const files = {
      "pnpm-workspace.yaml": "packages: [apps/*]\ncatalog:\n  vite: ^7\n",
      "apps/web/package.json": MANIFEST,
      "pnpm-lock.yaml": lock,
    };
    expect(locks(files)).toEqual([
      "@acme/ui: pnpm-lock.yaml:24 3.1.0",
      `kit: pnpm-lock.yaml:27 ${COMMIT}`,
      "@acme/log: pnpm-lock.yaml:30 1.4.0",
      "gone: not locked",
      "vite: pnpm-lock.yaml:34 7.1.0",
      "npm: not locked",
      "vite: pnpm-lock.yaml:14 7.1.0",
    ]);
  });

  it("skips lines with an unknown indentation", () => {
    const lock =
      "lockfileVersion: '9.0'\ndependencies:\n  vite: 7.1.0\n   gone: 1.0.0\n        gone: 2.0.0\n";
    expect(single("pnpm-lock.yaml", lock)).toContain("vite: pnpm-lock.yaml:3 7.1.0");
  });

  it("reads version 5", () => {
    const lock = `lockfileVersion: 5.4
specifiers:
  '@acme/ui': ^3.0.0
dependencies:
  '@acme/ui': 3.1.0_react@19.0.0
  kit: github.com/acme/kit/${COMMIT}
  log: /@acme/log/1.4.0
devDependencies:
  vite: 7.1.0
packages:
  /gone/1.0.0:
    dev: true
`;
    expect(single("pnpm-lock.yaml", lock).slice(0, 5)).toEqual([
      "@acme/ui: pnpm-lock.yaml:5 3.1.0",
      `kit: pnpm-lock.yaml:6 ${COMMIT}`,
      "@acme/log: pnpm-lock.yaml:7 1.4.0",
      "gone: not locked",
      "vite: pnpm-lock.yaml:9 7.1.0",
    ]);
  });
});

describe("npm: yarn.lock", () => {
  it("reads version 1", () => {
    const lock = `# yarn lockfile v1


"@acme/ui@^2.0.0":
  version "2.9.0"

"@acme/ui@^3.0.0", "@acme/ui@^3.1.0":
  version "3.1.0"
  resolved "https://registry.yarnpkg.com/@acme/ui/-/ui-3.1.0.tgz#${COMMIT}"
  dependencies:
    version "9.9.9"

kit@github:acme/kit:
  version "1.0.0"
  resolved "https://codeload.github.com/acme/kit/tar.gz/${COMMIT}"

"log@npm:@acme/log@1":
  version "1.4.0"

vite@6:
  version "6.0.0"
`;
    expect(member("yarn.lock", lock).slice(0, 5)).toEqual([
      "@acme/ui: yarn.lock:7 3.1.0",
      `kit: yarn.lock:13 ${COMMIT}`,
      "@acme/log: yarn.lock:17 1.4.0",
      "gone: not locked",
      "vite: yarn.lock:20 6.0.0",
    ]);
  });

  it("reads later versions", () => {
    const lock = `# This file is generated by running "yarn install"

__metadata:
  version: 8

"@acme/log@npm:1, log@npm:@acme/log@1":
  version: 1.4.0
  resolution: "@acme/log@npm:1.4.0"

? "@acme/ui@npm:^3.0.0, @acme/ui@npm:^3.1.0"
:
  version: 3.1.0
  resolution: "@acme/ui@npm:3.1.0"

"@acme/web@workspace:apps/web":
  version: 0.0.0-use.local

"kit@github:acme/kit":
  version: 1.0.0
  resolution: "kit@https://github.com/acme/kit.git#commit=${COMMIT}"
`;
    const files = { "package.json": "{}", "apps/web/package.json": MANIFEST, "yarn.lock": lock };
    expect(locks(files).slice(0, 4)).toEqual([
      "@acme/ui: yarn.lock:10 3.1.0",
      `kit: yarn.lock:18 ${COMMIT}`,
      "@acme/log: yarn.lock:6 1.4.0",
      "gone: not locked",
    ]);
  });
});

describe("npm: bun.lock", () => {
  it("reads packages, and those of one member first", () => {
    const lock = `{
  "lockfileVersion": 1,
  "workspaces": {
    "": { "name": "root" },
    "apps/web": {
      "name": "@acme/web",
    },
  },
  "packages": {
    "@acme/ui": ["@acme/ui@2.0.0", "", {}, "sha512-00"],

    "kit": ["kit@github:acme/kit#0123abc", {}, "acme-kit-0123abc"],

    "log": ["@acme/log@1.4.0", "", { "dependencies": { "a": "1" } }, "sha512-00"],

    "@acme/web/@acme/ui": ["@acme/ui@3.1.0", "", {}, "sha512-00"],
  }
}
`;
    const files = { "package.json": "{}", "apps/web/package.json": MANIFEST, "bun.lock": lock };
    expect(locks(files).slice(0, 4)).toEqual([
      "@acme/ui: bun.lock:16 3.1.0",
      "kit: bun.lock:12 0123abc",
      "@acme/log: bun.lock:14 1.4.0",
      "gone: not locked",
    ]);
  });
});

describe("npm: which lock file", () => {
  const yarn = '# yarn lockfile v1\n\n\nvite@^7:\n  version "7.0.0"\n';

  it("governs only its folder and the members of its workspace", () => {
    const found = (workspaces: string[], path: string) =>
      locks({ "package.json": json({ workspaces }), [path]: MANIFEST, "yarn.lock": yarn }).at(-2);
    const [locked, not] = ["vite: yarn.lock:4 7.0.0", "vite: not locked"];
    expect(found(["apps/*"], "apps/web/package.json")).toBe(locked);
    expect(found(["./apps/**/"], "apps/a/web/package.json")).toBe(locked);
    expect(found(["{apps,libs}/w*"], "apps/web/package.json")).toBe(locked);
    expect(found(["apps/*", "!apps/web"], "apps/web/package.json")).toBe(not);
    expect(found(["apps/*"], "apps/a/web/package.json")).toBe(not);
    expect(found(["libs/*"], "apps/web/package.json")).toBe(not);
    expect(found(["**/*".repeat(30), "*a".repeat(40)], "apps/web/package.json")).toBe(not);
  });

  it("is that of the workspace for a dependency that the own one does not list", () => {
    const own = json({ lockfileVersion: 3, packages: { "node_modules/@acme/ui": { version: "3.2.0" } } });
    const found = (workspaces: string[]) =>
      locks({
        "package.json": json({ workspaces }),
        "apps/web/package.json": MANIFEST,
        "apps/web/package-lock.json": own,
        "yarn.lock": yarn,
      });
    const ui = "@acme/ui: apps/web/package-lock.json:4 3.2.0";
    expect(found(["apps/*"])).toEqual(expect.arrayContaining([ui, "vite: yarn.lock:4 7.0.0"]));
    expect(found(["libs/*"])).toEqual(expect.arrayContaining([ui, "vite: not locked"]));
  });

  it("is that of the package manager that the manifest names, or else the first", () => {
    const lock = json({ lockfileVersion: 3, packages: { "node_modules/vite": { version: "7.1.0" } } });
    const files = { "package-lock.json": lock, "yarn.lock": yarn };
    expect(locks({ ...files, "package.json": MANIFEST })).toContain("vite: package-lock.json:4 7.1.0");
    const unnamed = MANIFEST.replace("npm@", "yarn@");
    expect(locks({ ...files, "package.json": unnamed })).toContain("vite: yarn.lock:4 7.0.0");
  });

  it.each(["package-lock.json", "pnpm-lock.yaml", "yarn.lock", "bun.lock", "bun.lockb"])(
    "reports nothing for a broken %s, and locks without a version",
    (name) => {
      const { declarations, problems } = extractFiles(
        { "package.json": '{"dependencies":{"a":"^1"}}', [name]: "<<<<<<< HEAD\n{{\n" },
        [npm],
      );
      expect(problems).toEqual([]);
      expect(declarations).toMatchObject([{ locked: { version: null, file: name, line: null } }]);
    },
  );
});
