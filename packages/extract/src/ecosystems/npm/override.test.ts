import { describe, expect, it } from "vitest";
import type { Declaration } from "../../ecosystem.ts";
import { extractFiles } from "../../repository-extraction.ts";
import { npm } from "./index.ts";

const declare = (files: Record<string, string>): Declaration[] => extractFiles(files, [npm]).declarations;
const summary = (each: Declaration) =>
  `${each.sourceLine} ${each.evidence.rule} ${each.artifact} ${each.versionConstraint}`;

describe("npm: overrides", () => {
  it("declares nested overrides and `.` for the package itself, ignoring ranges in keys", () => {
    const text = `{
  "overrides": {
    "a": "1.0.0",
    "@acme/b@^2": {
      ".": "2.1.0",
      "c@>=1": {
        "d": "npm:@acme/d@4"
      }
    },
    "//": "e is fine"
  }
}`;
    expect(declare({ "package.json": text }).map(summary)).toEqual([
      "3 npm.overrides a 1.0.0",
      "5 npm.overrides @acme/b 2.1.0",
      "7 npm.overrides @acme/d 4",
    ]);
  });

  it("binds $name to the direct dependency, including its alias, repository or catalog", () => {
    const files = {
      "package.json": JSON.stringify({
        dependencies: { a: "^1", b: "npm:@acme/b@^2", c: "acme/c#v3", d: "catalog:", e: "^5" },
        devDependencies: { e: "^6" },
        overrides: { a: "$a", x: { y: "$b" }, c: "$c", z: "$d", e: "$e" },
      }),
      "pnpm-workspace.yaml": "catalog:\n  d: ^4\n",
    };
    const overrides = declare(files).filter((each) => each.evidence.rule === "npm.overrides");
    expect(
      overrides.map(({ rawReference, artifact, versionConstraint, unbound, lookups }) => ({
        rawReference,
        artifact,
        versionConstraint,
        unbound,
        lookups,
      })),
    ).toEqual([
      {
        rawReference: "a@$a",
        artifact: "a",
        versionConstraint: "^1",
        unbound: null,
        lookups: ["npm_package:a"],
      },
      {
        rawReference: "y@$b",
        artifact: "@acme/b",
        versionConstraint: "^2",
        unbound: null,
        lookups: ["npm_package:@acme/b"],
      },
      {
        rawReference: "c@$c",
        artifact: "c",
        versionConstraint: "v3",
        unbound: null,
        lookups: ["git:github.com/acme/c"],
      },
      {
        rawReference: "z@$d",
        artifact: "z",
        versionConstraint: "^4",
        unbound: null,
        lookups: ["npm_package:z"],
      },
      {
        rawReference: "e@$e",
        artifact: "e",
        versionConstraint: "^6",
        unbound: null,
        lookups: ["npm_package:e"],
      },
    ]);
  });

  it("leaves $name unbound if the manifest has no such dependency", () => {
    const files = {
      "package.json": '{"overrides": {"a": "$a"}}',
      "packages/x/package.json": '{"dependencies": {"a": "^1"}}',
    };
    expect(declare(files)[0]).toMatchObject({ artifact: "a", versionConstraint: "$a", unbound: "$a" });
  });
});

describe("npm: yarn resolutions", () => {
  it.each([
    ["a", "a"],
    ["@acme/a", "@acme/a"],
    ["a@^1", "a"],
    ["@acme/a@npm:^1", "@acme/a"],
    ["a/b", "b"],
    ["**/a/b", "b"],
    ["**/a", "a"],
    ["a/**/b", "b"],
    ["a/@acme/b", "@acme/b"],
    ["@acme/a/@acme/b@^1", "@acme/b"],
    ["a@npm:1.0.0/b@npm:^2", "b"],
    ["a@patch:a@npm%3A1.0.0#~/.yarn/patches/a.patch", "a"],
    ["a@https://acme.io/x/y.tgz", "a"],
  ])("reads %s as a resolution of %s", (key, name) => {
    const files = { "package.json": JSON.stringify({ resolutions: { [key]: "1.2.3" } }) };
    expect(declare(files)).toMatchObject([
      {
        artifact: name,
        rawReference: `${name}@1.2.3`,
        versionConstraint: "1.2.3",
        evidence: { rule: "npm.resolutions" },
      },
    ]);
  });
});

describe("npm: pnpm overrides", () => {
  it.each([
    ["a", "a"],
    ["a@^1", "a"],
    ["@acme/a@1", "@acme/a"],
    ["a>b", "b"],
    ["a@1>@acme/b@^2", "@acme/b"],
    ["a@>=1 <2", "a"],
    ["a@1 || >3", "a"],
    ["a@>=1>b@>=2", "b"],
  ])("reads %s as an override of %s, in the manifest and in the workspace file", (key, name) => {
    const override = { artifact: name, versionConstraint: "1.2.3", evidence: { rule: "npm.pnpm_overrides" } };
    expect(
      declare({
        "package.json": JSON.stringify({ pnpm: { overrides: { [key]: "1.2.3" } } }),
        "pnpm-workspace.yaml": `overrides:\n  "${key}": 1.2.3\n`,
      }),
    ).toMatchObject([
      { ...override, sourceFile: "package.json", sourceLine: 1 },
      { ...override, sourceFile: "pnpm-workspace.yaml", sourceLine: 2 },
    ]);
  });

  it("skips removed packages and folders, and binds $name across the two files", () => {
    const files = {
      "package.json": '{"dependencies": {"a": "^1"}}',
      "pnpm-workspace.yaml": 'overrides:\n  a: $a\n  b: "-"\n  c: link:./c\n  d: workspace:*\n',
    };
    expect(declare(files).map(summary)).toEqual(["1 npm.dependencies a ^1", "2 npm.pnpm_overrides a ^1"]);
  });
});
