import { useTestDatabase } from "@knockon/db/testing/use-test-database";
import { beforeAll, describe, expect, it } from "vitest";
import { seeded } from "../testing/random.ts";
import { auditScans } from "../testing/scan-audit.ts";
import { crashAt, randomFaults } from "../testing/simulator/faults.ts";
import { runSchedule, type Outcome } from "../testing/simulator/run-schedule.ts";
import { runSchedules } from "../testing/simulator/run-schedules.ts";
import { FAULTS, FINE, type Weather } from "../testing/simulator/weather.ts";

const database = useTestDatabase();
const SCHEDULES = Number(process.env["KNOCKON_SCHEDULES"] ?? 100);
const SEED = Number(process.env["KNOCKON_SEED"] ?? 1);
/** With so many, whatever can happen does. */
const MANY = 300;
const AT_ONCE = 4;
const TIMEOUT_MS = 120_000 + SCHEDULES * 1000;
/** One scan of three repositories, and nothing left to chance but who goes first. */
const SMALL = { seed: 3, script: { sizes: [3], isQuiet: true, hasHistories: true } };
/** There is nobody who counts mutations here. */
const MET = FAULTS.filter((kind) => kind !== "counterFailure");
const POISON: Weather = { ...FINE, poison: 0.4 };
const FAILING_READS: Weather = { ...FINE, extractorFailure: 0.4 };

beforeAll(() => auditScans(database()));

describe(`${SCHEDULES} schedules of crashes, faults and changes from seed ${SEED} [D-6.9]`, () => {
  let outcomes: Outcome[];
  beforeAll(async () => {
    outcomes = await runSchedules(database(), { firstSeed: SEED, schedules: SCHEDULES });
  }, TIMEOUT_MS);

  it("violate nothing", () => {
    expect(outcomes).toHaveLength(SCHEDULES);
  });

  it.skipIf(SCHEDULES < MANY)("meet every kind of end and of trouble", () => {
    const statuses = new Set(outcomes.flatMap((outcome) => outcome.statuses));
    expect([...statuses].toSorted()).toEqual(["cancelled", "completed", "failed", "partial"]);
    expect(new Set(outcomes.flatMap(({ struck }) => [...struck.keys()]))).toEqual(new Set(MET));
    expect(outcomes.some(({ interruptions }) => interruptions > 0)).toBe(true);
  });

  it("are the same whenever the seed is", async () => {
    for (const { seed, log } of outcomes.slice(0, 5)) {
      expect((await runSchedule(database(), seed)).log, `seed ${seed}`).toEqual(log);
    }
  });
});

/** Runs 1, 2, 3 …, a few at a time, until the scan is over before; returns how many that were. */
async function eachUntilSpared(isMet: (n: number) => Promise<boolean>): Promise<number> {
  for (let first = 1; ; first += AT_ONCE) {
    const met = await Promise.all(Array.from({ length: AT_ONCE }, (_, index) => isMet(first + index)));
    if (met.includes(false)) return first + met.indexOf(false) - 1;
  }
}

describe("a scan", () => {
  it(
    "completes whichever call its process dies at",
    async () => {
      const calls = await eachUntilSpared(async (call) => {
        const faults = crashAt(call);
        const { statuses, interruptions } = await runSchedule(database(), SMALL.seed, {
          ...SMALL.script,
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
    "fails a repository that ends whoever reads it, and only that; once it does so no more, the next completes",
    async () => {
      const ends = new Set<string>();
      for (const seed of [1, 2, 3, 4, 5, 6]) {
        const faults = randomFaults(seeded(seed), POISON);
        const { statuses } = await runSchedule(database(), seed, { ...SMALL.script, faults });
        const isPoisoned = faults.struck.has("poison");
        expect(statuses, `seed ${seed}`).toEqual(isPoisoned ? ["partial", "completed"] : ["completed"]);
        ends.add(statuses[0] ?? "");
      }
      expect(ends).toEqual(new Set(["partial", "completed"]));
    },
    TIMEOUT_MS,
  );

  it(
    "is cancelled at whichever step, also while reading fails, and the next completes",
    async () => {
      const ends: string[] = [];
      await eachUntilSpared(async (cancelAt) => {
        const faults = randomFaults(seeded(cancelAt), FAILING_READS);
        const { statuses } = await runSchedule(database(), SMALL.seed, { ...SMALL.script, faults, cancelAt });
        if (statuses[0] === "cancelled") ends.push(statuses.join(", "));
        return statuses[0] === "cancelled";
      });
      expect(ends.length).toBeGreaterThan(20);
      expect(new Set(ends)).toEqual(new Set(["cancelled, completed"]));
    },
    TIMEOUT_MS,
  );
});
