import { useTestDatabase } from "@knockon/db/testing/use-test-database";
import { expect, it } from "vitest";
import { openCheckWorld, simulateChecks } from "../testing/check-simulation.ts";

const database = useTestDatabase();
const SCHEDULES = Number(process.env["KNOCKON_CHECK_SCHEDULES"] ?? 20);
const SEED = Number(process.env["KNOCKON_SEED"] ?? 1) % 1_000_000;

it(
  `${SCHEDULES} pull requests during crashes, faults and lost messages end with one conclusion per head, and the comment of the last one`,
  async () => {
    const world = await openCheckWorld(database());
    for (let seed = SEED; seed < SEED + SCHEDULES; seed += 1)
      expect(await simulateChecks(world, seed), `seed ${seed}`).toEqual([]);
  },
  60_000 + SCHEDULES * 2000,
);

// A worker dies after it wrote the comment, and then a former commit is pushed again.
it("writes a comment again if the last text is unknown", async () => {
  expect(await simulateChecks(await openCheckWorld(database()), 415_077)).toEqual([]);
});
