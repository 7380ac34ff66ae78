import { describe, expect, it } from "vitest";
import { matches, sortRows } from "./page.ts";

describe("sortRows", () => {
  const rows = [
    { name: "b", count: 10 },
    { name: "a", count: null },
    { name: "c", count: 9 },
    { name: "a", count: 10 },
  ];
  const fields = {
    name: ({ name }: (typeof rows)[number]) => name,
    count: ({ count }: (typeof rows)[number]) => count,
  };
  const sorted = (sort: "name" | "-name" | "count" | "-count" | undefined) =>
    sortRows(rows, sort, fields).map(({ name, count }) => `${name}${count}`);

  it("keeps the order without a field, and of rows with equal values", () => {
    expect(sorted(undefined)).toEqual(["b10", "anull", "c9", "a10"]);
    expect(sorted("name")).toEqual(["anull", "a10", "b10", "c9"]);
    expect(sorted("-name")).toEqual(["c9", "b10", "anull", "a10"]);
  });

  it("sorts numbers as numbers, with null last in both directions", () => {
    expect(sorted("count")).toEqual(["c9", "b10", "a10", "anull"]);
    expect(sorted("-count")).toEqual(["b10", "a10", "c9", "anull"]);
  });
});

describe("matches", () => {
  it("finds part of any text in any case, and everything without a query", () => {
    expect([
      matches("IMAGE", "acme/web", "base-image"),
      matches("api", "acme/web"),
      matches(undefined),
    ]).toEqual([true, false, true]);
  });
});
