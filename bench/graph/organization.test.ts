import { describe, expect, it } from "vitest";
import { EDGES, makeOrganization, REPOSITORIES } from "./organization.ts";

describe("makeOrganization", () => {
  it("depends on the seed only", () => {
    const [once, again, other] = [1, 1, 2].map((seed) => makeOrganization(seed).edges.slice(0, 50));
    expect(again).toEqual(once);
    expect(other).not.toEqual(once);
  });

  it("has the declared number of repositories and edges, and hubs", () => {
    const { repositoryIds, edges } = makeOrganization(1);
    const users = Map.groupBy(edges, (edge) => edge.target);
    expect(new Set(repositoryIds).size).toBe(REPOSITORIES);
    expect(edges.length).toBe(EDGES);
    expect(Math.max(...[...users.values()].map((some) => some.length))).toBeGreaterThan(1000);
    expect(users.size).toBeLessThan(REPOSITORIES);
  });
});
