import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { extractFiles } from "../../repository-extraction.ts";
import { npm } from "./index.ts";
import { cpuMsSince } from "../../testing/cpu-ms.ts";

const part = fc.constantFrom(
  "@",
  "/",
  ":",
  "#",
  ">",
  "*",
  "**/",
  "$",
  ".",
  "..",
  "\\",
  "%",
  "&",
  "::",
  "a",
  "1",
  "^1",
  "npm:",
  "patch:",
  "workspace:",
  "catalog:",
  "git+ssh://",
  "git@",
  "https://",
  "github.com",
  "codeload.",
  "/archive/",
  "/-/archive/",
  "semver:",
  "{{",
  "\n",
);
const text = fc.oneof(
  fc.array(part, { maxLength: 10 }).map((parts) => parts.join("")),
  fc.string({ unit: "binary" }),
);
const group = fc.dictionary(text, fc.oneof(text, fc.dictionary(text, text, { maxKeys: 2 }), fc.integer()), {
  maxKeys: 4,
});
const manifest = fc.record(
  {
    name: text,
    version: text,
    packageManager: text,
    dependencies: group,
    overrides: group,
    resolutions: group,
    pnpm: fc.record({ overrides: group }),
    workspaces: fc.record({ catalog: group, catalogs: group }),
  },
  { requiredKeys: [] },
);

describe("npm: hostile input", () => {
  it("never throws and declares only valid package names", () => {
    fc.assert(
      fc.property(manifest, (value) => {
        const { declarations, problems } = extractFiles({ "package.json": JSON.stringify(value) }, [npm]);
        expect(problems.filter((each) => each.code !== "invalid_syntax")).toEqual([]);
        expect(declarations.filter((each) => !/^[\w@~-][\w./~-]*$/.test(each.artifact))).toEqual([]);
      }),
      { numRuns: 1000 },
    );
  });

  it.each([
    "a",
    "a/",
    "@",
    "a@",
    "/",
    ":",
    "#",
    "&",
    "::",
    "%25",
    ".git",
    "https://h/-/archive/",
    "/-/archive/",
    "/archive/",
    "patch:a@",
    "npm:a@",
    "a>",
    "**/",
    "a/**/",
    "../",
    "{{",
    "git@a:",
  ])("handles a long run of %j in linear time", (unit) => {
    const run = unit.repeat(Math.ceil(300_000 / unit.length));
    const names = { [run]: "1", [`${run}a`]: "1" };
    const value = {
      name: run,
      dependencies: { a: run, b: `https://h/o/r${run}!`, c: `github:${run}!`, d: `npm:${run}`, ...names },
      resolutions: names,
      pnpm: { overrides: names },
    };
    const file = JSON.stringify(value);
    const before = process.cpuUsage();
    extractFiles({ "package.json": file }, [npm]);
    expect(cpuMsSince(before)).toBeLessThan(1500);
  });

  it.each(["\t", "import a,\n", "export {a,\n", "const {a:\n", "import a from\t"])(
    "reads a source with a long run of %j in linear time",
    (unit) => {
      const source = `import { a } from "@acme/ui/a";\nimport ${unit.repeat(Math.floor(300_000 / unit.length))}`;
      const files = {
        "package.json": JSON.stringify({ dependencies: { "@acme/ui": "1" } }),
        "src/a.ts": source,
      };
      const before = process.cpuUsage();
      const { declarations } = extractFiles(files, [npm]);
      expect(cpuMsSince(before)).toBeLessThan(1500);
      expect(declarations.flatMap((one) => one.arguments?.map(({ name }) => name) ?? [])).toEqual(["./a"]);
    },
  );
});
