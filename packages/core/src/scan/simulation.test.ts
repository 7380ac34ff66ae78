import { useTestDatabase } from "@knockon/db/testing/use-test-database";
import { beforeAll, describe, expect, it } from "vitest";
import { seeded } from "../testing/random.ts";
import { auditScans } from "../testing/scan-audit.ts";
import { crashAt, FAULTS, FINE, randomFaults, type Weather } from "../testing/simulator/faults.ts";
import { type Outcome, runSchedule, runSchedules } from "../testing/simulator/run-schedule.ts";

const database = useTestDatabase();
const SCHEDULES = Number(process.env["KNOCKON_SCHEDULES"] ?? 4);
const SEED = Number(process.env["KNOCKON_SEED"] ?? 1);
/** With this many schedules, every status and fault occurs. */
const ENOUGH_FOR_ALL = 300;
const AT_ONCE = 4;
const REPEATED = SCHEDULES < ENOUGH_FOR_ALL ? 2 : 5;
const TIMEOUT_MS = 120_000 + SCHEDULES * 1000;
/** One scan of a few repositories, where only the order of processes is random. */
const scriptOf = (repositories: number) => ({ sizes: [repositories], isQuiet: true, hasHistories: true });
const SMALL_SEED = 3;
/** One repository makes every kind of call. More of them make the same calls in other orders. */
const SMALLEST = scriptOf(SCHEDULES < ENOUGH_FOR_ALL ? 1 : 3);
/** The simulation does not count mutations. */
const EXPECTED_FAULTS = FAULTS.filter((kind) => kind !== "counterFailure");
/** All but 4 meet the poison. */
const POISON_SEEDS = SCHEDULES < ENOUGH_FOR_ALL ? [1, 3, 4] : [1, 2, 3, 4, 5, 6];
const POISON: Weather = { ...FINE, poison: 0.4 };
const FAILING_READS: Weather = { ...FINE, extractorFailure: 0.4 };

beforeAll(() => auditScans(database()));

describe(`${SCHEDULES} schedules of crashes, faults and changes from seed ${SEED} [D-6.9]`, () => {
  let outcomes: Outcome[];
  beforeAll(async () => {
    outcomes = await runSchedules(database(), { firstSeed: SEED, schedules: SCHEDULES });
  }, TIMEOUT_MS);

  it("violate no invariant", () => {
    expect(outcomes).toHaveLength(SCHEDULES);
  });

  it.skipIf(SCHEDULES < ENOUGH_FOR_ALL)("reach every final status and every fault", () => {
    const statuses = new Set(outcomes.flatMap((outcome) => outcome.statuses));
    expect([...statuses].toSorted()).toEqual(["cancelled", "completed", "failed", "partial"]);
    expect(new Set(outcomes.flatMap(({ struck }) => [...struck.keys()]))).toEqual(new Set(EXPECTED_FAULTS));
    expect(outcomes.some(({ interruptions }) => interruptions > 0)).toBe(true);
  });

  it("are reproducible by seed", async () => {
    for (const { seed, log } of outcomes.slice(0, REPEATED)) {
      expect((await runSchedule(database(), seed)).log, `seed ${seed}`).toEqual(log);
    }
  });
});

/** Calls `isReached` with 1, 2, 3, …, a few at a time, until it returns false. Returns how often it returned true. */
async function countReached(isReached: (n: number) => Promise<boolean>): Promise<number> {
  for (let first = 1; ; first += AT_ONCE) {
    const reached = await Promise.all(
      Array.from({ length: AT_ONCE }, (_, index) => isReached(first + index)),
    );
    if (reached.includes(false)) return first + reached.indexOf(false) - 1;
  }
}

describe("a scan", () => {
  it(
    "completes after a crash at any call",
    async () => {
      const calls = await countReached(async (call) => {
        const faults = crashAt(call);
        const { statuses, interruptions } = await runSchedule(database(), SMALL_SEED, {
          ...SMALLEST,
          faults,
        });
        expect(statuses, `a crash at call ${call}`).toEqual(["completed"]);
        expect(interruptions, `a crash at call ${call}`).toBeLessThanOrEqual(1);
        return faults.struck.size > 0;
      });
      expect(calls).toBeGreaterThan(50);
    },
    TIMEOUT_MS,
  );

  it(
    "fails only the repository that crashes its workers, and completes the next scan once it no longer does",
    async () => {
      const ends = new Set<string>();
      for (const seed of POISON_SEEDS) {
        const faults = randomFaults(seeded(seed), POISON);
        const { statuses } = await runSchedule(database(), seed, { ...scriptOf(3), faults });
        const isPoisoned = faults.struck.has("poison");
        expect(statuses, `seed ${seed}`).toEqual(isPoisoned ? ["partial", "completed"] : ["completed"]);
        ends.add(statuses[0] ?? "");
      }
      expect(ends).toEqual(new Set(["partial", "completed"]));
    },
    TIMEOUT_MS,
  );

  it(
    "can be cancelled at any step, also while reading fails, and the next scan completes",
    async () => {
      const ends: string[] = [];
      await countReached(async (cancelAt) => {
        const faults = randomFaults(seeded(cancelAt), FAILING_READS);
        const { statuses } = await runSchedule(database(), SMALL_SEED, { ...SMALLEST, faults, cancelAt });
        if (statuses[0] === "cancelled") ends.push(statuses.join(", "));
        return statuses[0] === "cancelled";
      });
      expect(ends.length).toBeGreaterThan(20);
      expect(new Set(ends)).toEqual(new Set(["cancelled, completed"]));
    },
    TIMEOUT_MS,
  );
});
