import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { costOfFirstScan, costsOfMonth } from "./costs.ts";
import { PRICES, PRICES_OF } from "./prices.ts";
import { presentCosts } from "./present-costs.ts";

const DEPLOY = new URL("../../docs/deploy.md", import.meta.url);

describe("the costs of docs/deploy.md", () => {
  it("are those that `npm run costs` prints, by prices of the month that is told", async () => {
    const text = await readFile(DEPLOY, "utf8");
    expect(text).toContain(`\n${presentCosts()}\n`);
    expect(text).toContain(`list prices of ${PRICES_OF}`);
  });

  it("name where each price is listed", () => {
    const sources = Object.values(PRICES).map(({ source }) => source);
    for (const source of sources) expect(source).toMatch(/^https:\/\/(?:aws\.amazon|neon)\.com\//u);
  });

  it("grow no faster than the repositories, but for what is more of everything", () => {
    const [small, large] = [costsOfMonth(1000), costsOfMonth(10_000)];
    expect(costOfFirstScan(10_000) / costOfFirstScan(1000)).toBeLessThan(10.5);
    const faster = Object.keys(small).filter((name) => (large[name] ?? 0) > 11 * (small[name] ?? 0));
    expect(faster).toEqual([]);
  });
});
