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

  it("grow no faster than the repositories", () => {
    const [small, large] = [1000, 10_000].map((size) => ({ scan: costOfFirstScan(size), month: costsOfMonth(size) }));
    expect((large?.scan ?? 0) / (small?.scan ?? 1)).toBeLessThan(10.5);
    for (const [service, dollars] of Object.entries(large?.month ?? {}))
      expect(dollars / (small?.month[service] ?? 1), service).toBeLessThan(14.5);
  });
});
