import { expect, it } from "vitest";
import { PLANS, planOf } from "./plans.ts";

const limitsOf = (key: string) => {
  const { maxOrgConnections, maxRepositories, includedSeats, maxApiKeys } = planOf(key);
  return [maxOrgConnections, maxRepositories, includedSeats, maxApiKeys];
};

it("each plan raises the limits on orgs, repositories, seats and keys [D-11.2,3,4]", () => {
  expect(PLANS.map(({ key }) => [key, ...limitsOf(key)])).toEqual([
    ["free", 1, 25, 3, 2],
    ["pro", 5, 500, 10, null],
    ["enterprise", null, null, null, null],
  ]);
});

it("each plan includes the features of the previous one [D-11.3]", () => {
  const pro = ["scheduled_scans", "api_production", "artifact_dashboard", "multi_org"];
  expect(planOf("free").features).toEqual([]);
  expect(planOf("pro").features.toSorted()).toEqual(pro.toSorted());
  expect(planOf("enterprise").features.toSorted()).toEqual([...pro, "continuous_scans"].toSorted());
});

it("an unknown plan has the limits of the free plan", () => {
  expect(limitsOf("platinum")).toEqual(limitsOf("free"));
});
