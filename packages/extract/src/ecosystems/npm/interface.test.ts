import { describe, expect, it } from "vitest";
import { extractFiles } from "../../repository-extraction.ts";
import { npm } from "./index.ts";

const extract = (files: Record<string, string>) => extractFiles(files, [npm]);

const exported = (manifest: object) => {
  const [found] =
    extract({ "package.json": JSON.stringify({ name: "@acme/ui", ...manifest }) }).interfaces ?? [];
  return [
    ...(found?.members ?? [])
      .filter(({ kind }) => kind === "subpath")
      .map(({ name, acceptsAny, type }) => `${name}${acceptsAny ? (type ?? "*") : ""}`),
    found?.open,
  ];
};

describe("npm: exported paths", () => {
  it.each([
    [{}, [".*", undefined]],
    [{ exports: "./index.js" }, [".", undefined]],
    [{ exports: { import: "./a.mjs", require: "./a.cjs" } }, [".", undefined]],
    [
      { exports: { ".": "./a.js", "./button": { default: "./b.js" }, "./internal/*": null } },
      [".", "./button", undefined],
    ],
    [
      { exports: { "./icons/*.js": "./i/*.js", "./*": "./x/*", "./dir/": "./d/" } },
      [".*.*", "./dir*", "./icons*.js", undefined],
    ],
    [
      {
        exports: {
          ".": "./a.js",
          "./lib/*": { import: "./lib/*", require: ["./cjs/*"] },
          "./esm/*": { import: "./esm/*.mjs", require: "./esm/*" },
          "./both/*": "./both/*.js",
          "./both/*.js": "./both/*.js",
          "./none/*-x": "./none/*",
        },
      },
      [".", "./both*", "./esm*", "./lib*.*", "./none*", undefined],
    ],
    [
      { exports: { ".": "./a.js" }, publishConfig: { exports: { "./b": "./b.js" } } },
      [".", "./b", undefined],
    ],
    [{ publishConfig: { directory: "dist" } }, [{ subpath: "Another folder is published" }]],
  ])("%j", (manifest, expected) => {
    expect(exported(manifest)).toEqual(expected);
  });
});

describe("npm: files of a package without exports", () => {
  const offered = (manifest: object, files: string[], withSourceInterfaces = true) => {
    const all = Object.fromEntries(files.map((path) => [path, ""]));
    const [found] =
      extractFiles({ "ui/package.json": JSON.stringify({ name: "@acme/ui", ...manifest }), ...all }, [npm], {
        fullPath: "acme/ui",
        cloneUrl: null,
        withSourceInterfaces,
      }).interfaces ?? [];
    const paths = (found?.members ?? []).filter(({ kind }) => kind === "subpath");
    return [...paths.map(({ name, file }) => `${name} ${file}`), found?.open];
  };

  it("are the paths by which they can be imported, if two commits are compared", () => {
    const files = ["ui/lib/index.js", "ui/lib/a.mjs", "ui/b.d.ts", "ui/c.css", "ui/README.md", "other/d.js"];
    expect(offered({}, files)).toEqual([
      ". ui/package.json",
      "./b ui/b.d.ts",
      "./b.d.ts ui/b.d.ts",
      "./c.css ui/c.css",
      "./lib ui/lib/index.js",
      "./lib/a ui/lib/a.mjs",
      "./lib/a.mjs ui/lib/a.mjs",
      "./lib/index ui/lib/index.js",
      "./lib/index.js ui/lib/index.js",
      "./package.json ui/package.json",
      undefined,
    ]);
    expect(offered({}, files, false)).toEqual([". ui/package.json", undefined]);
    expect(offered({ exports: "./lib/index.js" }, files)).toEqual([". ui/package.json", undefined]);
  });

  it("are not those of test data, beside which the others are offered", () => {
    expect(offered({}, ["ui/a.css", "ui/tests/fixtures/b.css"])).toEqual([
      ". ui/package.json",
      "./a.css ui/a.css",
      "./package.json ui/package.json",
      undefined,
    ]);
  });

  it("are not all if a script may create some", () => {
    const scripts = { scripts: { "build:lib": "tsc", test: "vitest" } };
    expect(offered(scripts, []).at(-1)).toEqual({ subpath: "A build may create it" });
    expect(offered({ scripts: { test: "vitest" } }, []).at(-1)).toBeUndefined();
  });
});

describe("npm: peers", () => {
  const peersIn = (files: Record<string, string>) =>
    extract(files)
      .interfaces?.flatMap(({ members }) => members)
      .flatMap(({ kind, name, type, file, line }) =>
        kind === "peer" ? [`${name} ${type} ${file}:${line}`] : [],
      );

  it("are the versions of other packages that a manifest supports", () => {
    const manifest = `{
  "name": "@acme/ui",
  "devDependencies": { "vite": "7" },
  "peerDependencies": {
    "react": ">=17",
    "vue": "catalog:",
    "svelte": "catalog:old",
    "solid-js": "{{ version }}"
  }
}`;
    const workspace = 'catalog:\n  vue: "^3"\n';
    expect(peersIn({ "package.json": manifest, "pnpm-workspace.yaml": workspace })).toEqual([
      "react >=17 package.json:5",
      "vue ^3 package.json:6",
    ]);
  });

  it.each([
    [".npmrc", "legacy-peer-deps=true\n", "legacy-peer-deps"],
    [".npmrc", "  legacy-peer-deps = true\n", "legacy-peer-deps"],
    [".npmrc", "#legacy-peer-deps=true\n", undefined],
    [".npmrc", "legacy-peer-deps=false\n", undefined],
    ["other/.npmrc", "legacy-peer-deps=true\n", undefined],
  ])("of what is installed with %s %j", (path, text, expected) => {
    const manifest = JSON.stringify({ dependencies: { "@acme/ui": "1" }, overrides: { react: "17" } });
    const { declarations } = extract({ "web/package.json": manifest, [path]: text });
    expect(declarations.map(({ artifact, openArguments }) => [artifact, openArguments?.peer])).toEqual([
      ["@acme/ui", expected],
      ["react", undefined],
    ]);
  });
});

describe("npm: imported paths", () => {
  const used = (text: string, path = "src/app.ts") =>
    extract({
      "package.json": '{"dependencies": {"@acme/ui": "1", "@acme/core": "1"}}',
      [path]: text,
    }).declarations.map((one) => one.arguments?.map(({ name, file, line }) => `${name} ${file}:${line}`));

  it("passes the paths of static imports in the organization's scope", () => {
    const text = `import { a } from "@acme/ui/button";
import b, {
  c,
} from '@acme/ui/icons/x.js';
import "@acme/ui/style.css";
export * from "@acme/core/api";
const d = require("@acme/ui/d");
import e from "@acme/ui";
import f from "@other/ui/f";
`;
    expect(used(text)).toEqual([
      ["./button src/app.ts:1", "./icons/x.js src/app.ts:4", "./style.css src/app.ts:5", "./d src/app.ts:7"],
      ["./api src/app.ts:6"],
    ]);
  });

  it("passes those of the sources below each manifest", () => {
    const text = 'import a from "@acme/ui/button";\n';
    const manifest = '{"dependencies": {"@acme/ui": "1"}}';
    const { declarations } = extract({
      "apps/web/package.json": manifest,
      "apps/web/src/app.ts": text,
      "apps/api/package.json": manifest,
      "apps/web-admin/src/app.ts": text,
    });
    expect(declarations.map((one) => [one.sourceFile, one.arguments])).toEqual([
      ["apps/api/package.json", undefined],
      [
        "apps/web/package.json",
        [{ kind: "subpath", name: "./button", file: "apps/web/src/app.ts", line: 1 }],
      ],
    ]);
  });

  it("leaves out types, comments, text and other files", () => {
    const text = `import type { T } from "@acme/ui/types";
// import x from "@acme/ui/x";
 * import y from "@acme/ui/y";
const text = 'import z from "@acme/ui/z"';
const lazy = import("@acme/ui/lazy");
`;
    expect(used(text)).toEqual([undefined, undefined]);
    expect(used('import x from "@acme/ui/x";\n', "README.md")).toEqual([undefined, undefined]);
  });
});
