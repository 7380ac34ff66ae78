import { describe, expect, it } from "vitest";
import { draw } from "./draw.ts";

const ITEMS = [...Array.from({ length: 50 }, (_, n) => `common ${n}`), "rare 0"];
const stratumOf = (item: string): string => item.split(" ")[0] ?? "";

describe("draw", () => {
  it("takes strata in turns and each item once", () => {
    const drawn = draw(ITEMS, stratumOf, { seed: "a", count: 5 });
    expect(drawn).toContain("rare 0");
    expect(new Set(drawn).size).toBe(5);
  });

  it("depends on the seed", () => {
    const [first, again, other] = ["a", "a", "b"].map((seed) => draw(ITEMS, stratumOf, { seed, count: 10 }));
    expect(again).toEqual(first);
    expect(other).not.toEqual(first);
  });

  it("returns all items if there are fewer than requested", () => {
    expect(draw(ITEMS, stratumOf, { seed: "a", count: 500 })).toHaveLength(ITEMS.length);
  });
});
