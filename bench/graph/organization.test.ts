import { describe, expect, it } from "vitest";
import { EDGES, makeOrganization, REPOSITORIES } from "./organization.ts";

describe("makeOrganization", () => {
  const organization = makeOrganization(1);

  it("depends on the seed only", () => {
    const [again, other] = [1, 2].map((seed) => makeOrganization(seed).uses.slice(0, 50));
    expect(again).toEqual(organization.uses.slice(0, 50));
    expect(other).not.toEqual(again);
  });

  it("has the declared number of repositories and edges, and hubs", () => {
    const { repositoryIds, uses } = organization;
    const users = Map.groupBy(uses, (use) => use.target);
    expect(new Set(repositoryIds).size).toBe(REPOSITORIES);
    expect(uses.length).toBe(EDGES);
    expect(Math.max(...[...users.values()].map((some) => some.length))).toBeGreaterThan(1000);
    expect(users.size).toBeLessThan(REPOSITORIES);
  });
});
