import { describe, expect, it } from "vitest";
import { rankRisks, riskScore, type RiskInput } from "./risk.ts";

const repository = (id: string, fanIn: number, busFactor = 1, topAuthorShare = 0.6): RiskInput => ({
  id,
  fanIn,
  busFactor,
  topAuthorShare,
});
const idsOf = (ranked: readonly RiskInput[]) => ranked.map(({ id }) => id).join(" ");

describe("riskScore", () => {
  it.each([
    [0, 1, 0],
    [1, 1, 15],
    [40, 1, 80.5],
    [40, 2, 40.2],
    [100, 1, 100],
    [5000, 1, 100],
    [5000, 2, 50],
  ])("maps %d dependents and a bus factor of %d to %d [D-9.19]", (fanIn, busFactor, score) => {
    expect(riskScore({ fanIn, busFactor })).toBe(score);
  });
});

describe("rankRisks", () => {
  it("lists repositories with at least five dependents and a bus factor of one or two", () => {
    const org = [
      ...Array.from({ length: 12 }, (_, at) => repository(`leaf${at}`, 0)),
      repository("four", 4),
      repository("five", 5),
      repository("zero", 50, 0),
      repository("three", 50, 3),
      repository("two", 50, 2),
    ];
    expect(idsOf(rankRisks(org))).toBe("two five");
    expect(idsOf(rankRisks(org, { minDependents: 4 }))).toBe("two five four");
    expect(idsOf(rankRisks(org, { maxBusFactor: 3 }))).toBe("two five three");
    expect(idsOf(rankRisks(org, { maxBusFactor: 1, minDependents: 0 }))).toEqual(
      expect.stringMatching(/^five four leaf0 leaf1 leaf10 /u),
    );
  });

  it("raises the threshold to the org's 75th percentile [D-9.15]", () => {
    const org = [10, 20, 30, 40].map((fanIn) => repository(String(fanIn), fanIn));
    expect(idsOf(rankRisks(org))).toBe("40 30");
  });

  it("sorts equal scores by top author share, then by ID [D-9.17]", () => {
    const org = [repository("b", 9, 1, 0.7), repository("a", 9, 1, 0.7), repository("c", 9, 1, 0.8)];
    expect(idsOf(rankRisks(org))).toBe("c a b");
  });

  it("returns an empty list for an empty org", () => expect(rankRisks([])).toEqual([]));
});
