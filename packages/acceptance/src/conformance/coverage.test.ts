import { describe, expect, it } from "vitest";
import { presentCoverage, requirementCoverage } from "./coverage.ts";
import { DECISIONS } from "./decisions.ts";
import { INTERFACE } from "./interface.ts";
import { requirementIds } from "./requirement.ts";

const SECTIONS = [...INTERFACE, ...DECISIONS];
const ASSERTABLE = SECTIONS.flatMap(({ requirements }) =>
  Object.entries(requirements).flatMap(([id, requirement]) => (typeof requirement === "string" ? [id] : [])),
);
const PASSING = ASSERTABLE.map((id) => ({
  file: "core/src/a.test.ts",
  name: `a test [${id}]`,
  passed: true,
}));

describe("requirementIds", () => {
  it("reads full IDs and lists of one section from brackets", () => {
    expect(requirementIds("GET /graph [IF-3.2] > has nodes [IF-6.1,12 D-2.3]")).toEqual([
      "IF-3.2",
      "IF-6.1",
      "IF-6.12",
      "D-2.3",
    ]);
  });

  it("ignores other brackets", () => {
    expect(requirementIds("an array [1.2], ID-3.4, [X-1.1]")).toEqual([]);
  });
});

describe("the requirements", () => {
  it("have unique IDs that are numbered by section", () => {
    const ids = SECTIONS.flatMap(({ requirements }) => Object.keys(requirements));
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(requirementIds(`[${id}]`)).toEqual([id]);
  });

  it("give a reason if they are not assertable", () => {
    const reasons = SECTIONS.flatMap(({ requirements }) => Object.values(requirements)).flatMap(
      (requirement) => (typeof requirement === "string" ? [] : [requirement.notAssertable]),
    );
    expect(reasons.filter((reason) => reason === "")).toEqual([]);
  });
});

describe("requirement coverage", () => {
  it("has no fault if a passed test names each requirement", () => {
    expect(requirementCoverage(PASSING).faults).toEqual([]);
  });

  it("reports a requirement whose only test failed", () => {
    const [first, ...rest] = PASSING;
    const { faults } = requirementCoverage([{ ...first!, passed: false }, ...rest]);
    expect(faults).toHaveLength(1);
    expect(faults[0]).toContain(ASSERTABLE[0]);
  });

  it("reports a test that names an unknown requirement", () => {
    const unknown = { file: "core/src/b.test.ts", name: "a test [IF-99.1]", passed: true };
    expect(requirementCoverage([...PASSING, unknown]).faults).toEqual([
      "core/src/b.test.ts names the unknown requirement IF-99.1.",
    ]);
  });

  it("links each test file", () => {
    expect(presentCoverage(requirementCoverage(PASSING))).toContain(
      "| IF-1.1 | All paths are relative to the service's base address. | [core/a.test.ts](../packages/core/src/a.test.ts) |",
    );
  });
});
