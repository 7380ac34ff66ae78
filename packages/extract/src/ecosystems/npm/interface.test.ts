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
      .map(({ name, acceptsAny }) => `${name}${acceptsAny ? "*" : ""}`),
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
      [".*", "./dir*", "./icons*", undefined],
    ],
    [{ exports: { ".": "./a.js" }, publishConfig: { exports: { "./b": "./b.js" } } }, ["./b", undefined]],
    [{ publishConfig: { directory: "dist" } }, [{ subpath: "Another folder is published" }]],
  ])("%j", (manifest, expected) => {
    expect(exported(manifest)).toEqual(expected);
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
