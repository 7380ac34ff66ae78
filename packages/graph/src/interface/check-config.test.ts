import { describe, expect, it } from "vitest";
import { parseConfig } from "./check-config.ts";

const parse = (text: string) => parseConfig(text, ".knockon.yml");

describe("settings of a check", () => {
  it("has all settings", () => {
    expect(
      parse(
        "fail_on: update\nmin_confidence: 0.6\nmax_age: 2d\npaths: [a, b/c.yml]\nignores:\n  - {artifact: acme/a, name: b, consumer: c, reason: r, expires: 2026-12-31}\n",
      ),
    ).toEqual({
      failOn: "update",
      minConfidence: 0.6,
      maxAge: 172_800_000,
      paths: ["a", "b/c.yml"],
      ignores: [
        { artifact: "acme/a", name: "b", consumer: "c", reason: "r", expires: new Date("2026-12-31") },
      ],
    });
    expect(parse("")).toEqual({ ignores: [] });
    expect(parse("# nothing\n")).toEqual({ ignores: [] });
  });

  it.each([
    [
      "fail_on: merged",
      '1: Invalid fail_on "merged". Did you mean "merge"? Use merge, update, bump or never.',
    ],
    ["a: {", "1: Invalid YAML: "],
    ["- a", "1: Use a map of settings: fail_on, min_confidence, max_age, paths, ignores."],
    ["\nfail_onn: merge", '2: Unknown setting "fail_onn". Did you mean "fail_on"?'],
    ["min_confidence: ''", '1: Invalid min_confidence "". Use a number from 0 to 1.'],
    ["min_confidence: 2", '1: Invalid min_confidence "2".'],
    ["max_age: 7", '1: Invalid max_age "7". Use hours or days, such as 12h or 7d.'],
    ["paths: a", '1: "paths" must be a list of files and folders.'],
    ["ignores: {}", '1: "ignores" must be a list.'],
    ["ignores:\n  - {name: a}", '2: An ignore needs a "reason".'],
    ["ignores:\n  - {reason: a}", '2: An ignore needs an "artifact", a "name" or a "consumer".'],
    ["ignores:\n  - {name: a, reason: b, until: c}", '2: Unknown field "until" of an ignore.'],
    ["ignores:\n  - {name: a, reason: b, expires: soon}", '2: Invalid expires "soon".'],
    ["ignores:\n  - {name: [], reason: b}", '2: "name" of an ignore must be text.'],
    ["a: 1\n---\nb: 2", "3: Use a single YAML document."],
  ])("rejects %j", (text, message) => {
    expect(() => parse(text)).toThrow(`.knockon.yml:${message}`);
  });
});
