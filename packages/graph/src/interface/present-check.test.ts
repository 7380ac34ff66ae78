import { describe, expect, it } from "vitest";
import type { Break } from "./find-breaks.ts";
import { presentCheck, type CheckedUse } from "./present-check.ts";

type Use = CheckedUse<{ id: string; fullPath: string }>;

const use = (line: number, clock: Use["clock"]): Use => ({
  scope: "helm_chart:app",
  file: "helmfile.yaml",
  line,
  consumer: { id: "web", fullPath: "acme/web" },
  evidenceRule: "helm.release",
  versionConstraint: null,
  role: "runtime",
  clock,
  confidence: 1,
});

const breakOf = (one: Use, line: number): Break<Use> => ({
  use: one,
  change: "removed",
  kind: "value",
  name: "ingress.host",
  renamedTo: null,
  before: { file: "values.yaml", line: 1 },
  after: null,
  at: { file: "values/web.yaml", line },
  effect: "silent",
});

describe("presentCheck", () => {
  it("has each line once, with its fastest clock, if several declarations pass it", () => {
    const breaks = [breakOf(use(1, "bump"), 3), breakOf(use(2, "next_run"), 3), breakOf(use(1, "bump"), 4)];
    const check = presentCheck(
      { breaks, undecided: [] },
      {
        repository: { id: "ci", fullPath: "acme/ci" },
        impact: undefined,
        graph: { scannedAt: null, complete: true },
        ownerOf: () => null,
      },
    );
    expect(
      check.breaks.map(({ use: { line, declaration }, clock }) => [line, declaration.line, clock]),
    ).toEqual([
      [3, 2, "next_run"],
      [4, 1, "bump"],
    ]);
  });
});
