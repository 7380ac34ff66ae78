import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { costOfFirstScan, costsOfMonth, presentCosts } from "./costs.ts";
import { PRICES, PRICES_OF } from "./prices.ts";

const DEPLOY = new URL("../../docs/deploy.md", import.meta.url);

describe("the costs in docs/deploy.md", () => {
  it("match the output of `npm run costs` and the month of the prices", async () => {
    const text = await readFile(DEPLOY, "utf8");
    expect(text).toContain(`\n${presentCosts()}\n`);
    expect(text).toContain(`list prices of ${PRICES_OF}`);
  });

  it("link to the source of each price", () => {
    const sources = Object.values(PRICES).map(({ source }) => source);
    for (const source of sources) expect(source).toMatch(/^https:\/\/(?:aws\.amazon|neon)\.com\//u);
  });

  it("grow at most linearly with the number of repositories", () => {
    const [small, large] = [costsOfMonth(1000), costsOfMonth(10_000)];
    expect(costOfFirstScan(10_000) / costOfFirstScan(1000)).toBeLessThan(10.5);
    const faster = Object.keys(small).filter((name) => (large[name] ?? 0) > 11 * (small[name] ?? 0));
    expect(faster).toEqual([]);
  });
});
