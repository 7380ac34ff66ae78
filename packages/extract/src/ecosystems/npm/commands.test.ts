import { describe, expect, it } from "vitest";
import { extractFiles } from "../../repository-extraction.ts";
import { commandsIn } from "./commands.ts";
import { npm } from "./index.ts";

const extract = (files: Record<string, string>) => extractFiles(files, [npm]);

describe("npm: offered commands", () => {
  it.each([
    [{ bin: { acme: "./a.js", "acme-dev": "./b.js" } }, ["acme", "acme-dev"], undefined],
    [{ bin: "./cli.js" }, ["kit"], undefined],
    [{ bin: "./cli.js", publishConfig: { bin: { other: "./o.js" } } }, ["other"], undefined],
    [{}, [], undefined],
    [{ directories: { bin: "./bin" } }, [], "The commands are the files of a folder"],
  ])("of %j are %j", (manifest, expected, open) => {
    const text = JSON.stringify({ name: "@acme/kit", ...manifest });
    const [found] = extract({ "package.json": text }).interfaces ?? [];
    const offered = found?.members.filter(({ kind }) => kind === "command_name").map(({ name }) => name);
    expect([offered, found?.open?.command_name]).toEqual([expected, open]);
  });
});

describe("npm: commands in scripts", () => {
  it.each([
    ["acme build", "acme"],
    ["rm -rf dist && acme build; acme-lint . || true", "acme acme-lint"],
    ["NODE_ENV=test acme", "acme"],
    ["cross-env CI=1 acme build", "cross-env acme"],
    ["npx --no-install acme x", "acme"],
    ["yarn run acme && pnpm exec acme-lint", "acme acme-lint"],
    ["npm run build && npm test", ""],
    ["node ./bin/acme.js", ""],
    ["./node_modules/.bin/acme", ""],
    ['concurrently "acme dev" "acme-lint --watch"', "concurrently acme acme-lint"],
    ['echo "acme is here"', ""],
    ["npm exec acme", "acme"],
    ['git commit -m "acme; x"', ""],
    ["", ""],
  ])("%j starts %j", (script, expected) => {
    expect(commandsIn(script).join(" ")).toBe(expected);
  });
});

describe("npm: commands of packages", () => {
  const used = (files: Record<string, string>) =>
    Object.fromEntries(
      extract(files).declarations.map((one) => [
        one.artifact,
        (one.arguments ?? [])
          .filter(({ kind }) => kind === "command_name")
          .map(({ name, file, line }) => `${name} ${file}:${line}`),
      ]),
    );
  const manifest = (scripts: Record<string, string>, packages: readonly string[]) =>
    JSON.stringify(
      { scripts, devDependencies: Object.fromEntries(packages.map((name) => [name, "1"])) },
      null,
      1,
    );

  it("are those with the name of the package, else with a word of it, else all", () => {
    const packages = ["@acme/lint", "eslint", "@other/runner", "@types/node"];
    const scripts = { a: "eslint .", b: "acme-lint x", c: "unknown y" };
    expect(used({ "package.json": manifest(scripts, packages) })).toEqual({
      "@acme/lint": ["acme-lint package.json:4", "unknown package.json:5"],
      eslint: ["eslint package.json:3", "unknown package.json:5"],
      "@other/runner": ["unknown package.json:5"],
      "@types/node": [],
    });
  });

  it("may be installed by a folder above", () => {
    const files = {
      "package.json": manifest({}, ["@acme/lint"]),
      "packages/a/package.json": manifest({ lint: "acme-lint" }, ["react"]),
    };
    expect(used(files)).toEqual({ "@acme/lint": ["acme-lint packages/a/package.json:3"], react: [] });
  });

  it("are started by pipelines, except those with the name of a script", () => {
    const workflow = `jobs:
  a:
    steps:
      - run: npx acme-lint .
      - run: |
          yarn install && yarn acme-fix
          pnpm exec acme-dev
          # npx acme-comment
      - name: Run npx acme-name
      - run: yarn build
      - run: npx @acme/lint
      - run: npx acme-lint@2
`;
    const text = manifest({ build: "true" }, ["@acme/lint"]);
    const expected = ["acme-lint 4", "acme-fix 6", "acme-dev 7"].map((each) =>
      each.replace(" ", " .github/workflows/ci.yml:"),
    );
    expect(used({ "package.json": text, ".github/workflows/ci.yml": workflow })).toEqual({
      "@acme/lint": expected,
    });
    const nested = used({ "web/package.json": text, ".github/workflows/ci.yml": workflow });
    expect(nested).toEqual({ "@acme/lint": expected });
    const [first, second] = Object.values(
      used({
        "a/package.json": manifest({}, ["@acme/lint"]),
        "b/package.json": manifest({}, ["@acme/other"]),
        ".github/workflows/ci.yml": workflow,
      }),
    );
    // No manifest is known to be installed there.
    expect([first, second]).toEqual([[], []]);
  });

  it("of a script that are test data count for nothing", () => {
    expect(used({ "fixtures/a/package.json": manifest({ a: "acme-lint" }, ["@acme/lint"]) })).toEqual({
      "@acme/lint": [],
    });
  });
});
