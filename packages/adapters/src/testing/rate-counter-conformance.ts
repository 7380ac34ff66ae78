import { randomUUID } from "node:crypto";
import {
  bucketAt,
  roomIn,
  WINDOW_MS,
  type RateBucket,
  type RateCounter,
} from "@knockon/core/ports/rate-counter";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";

const BEGIN = Date.UTC(2026, 0, 1);
const LIMIT = 60;
const SEED = Number(process.env["KNOCKON_SEED"]);
const RUNS = Number(process.env["KNOCKON_RATE_RUNS"] ?? 1);
const IS_DEEP = process.env["KNOCKON_RATE_RUNS"] !== undefined;
const MINUTES = IS_DEEP ? 5 : 2;
/** The rate-limit suite sends 500 over HTTP in every run. */
const SIMULTANEOUS = IS_DEEP ? 500 : 80;
const BURST_TIMEOUT_MS = 120_000;

/** Milliseconds between two requests. Negative if their clocks differ. */
const gap = fc.oneof(
  { weight: 20, arbitrary: fc.integer({ min: -200, max: 6000 }) },
  { weight: 1, arbitrary: fc.integer({ min: 0, max: 200_000 }) },
);
const history = fc.array(gap, { minLength: 30, maxLength: IS_DEEP ? 150 : 60 });

interface Subject {
  /** Opens a counter, which may contain other keys. */
  counter: () => RateCounter;
  /** Opens a counter whose store does not respond. */
  unreachable: () => RateCounter;
}

/** The behavior that the mutation limit relies on, for every adapter. */
export function describeRateCounter(name: string, { counter, unreachable }: Subject): void {
  const at = (milliseconds: number): Date => new Date(BEGIN + milliseconds);

  describe(`${name} as a rate counter`, () => {
    it(
      `counts exactly the limit out of ${SIMULTANEOUS} simultaneous requests`,
      { repeats: RUNS - 1, timeout: BURST_TIMEOUT_MS },
      async () => {
        const key = randomUUID();
        const requests = Array.from({ length: SIMULTANEOUS }, (_, index) =>
          counter().count(key, at(index), LIMIT),
        );
        const results = await Promise.all(requests);
        expect(results.filter(({ isCounted }) => isCounted)).toHaveLength(LIMIT);
        for (const { isCounted, current } of results) expect(isCounted || current === LIMIT).toBe(true);
        const counted = results.filter(({ isCounted }) => isCounted).map(({ current }) => current);
        expect(new Set(counted).size).toBe(LIMIT);
      },
    );

    it(
      `subtracts the weighted previous minute from the limit for ${SIMULTANEOUS} simultaneous requests`,
      { timeout: BURST_TIMEOUT_MS },
      async () => {
        const key = randomUUID();
        for (let sent = 0; sent < 40; sent += 1) await counter().count(key, at(0), LIMIT);
        const requests = Array.from({ length: SIMULTANEOUS }, () => counter().count(key, at(90_000), LIMIT));
        const counted = (await Promise.all(requests)).filter(({ isCounted }) => isCounted);
        expect(counted.map(({ current }) => current).toSorted((a, b) => a - b)).toEqual(
          Array.from({ length: LIMIT - 20 }, (_, index) => index + 1),
        );
      },
    );

    it.each([60, 70, 120])(
      `counts at least 55 of %i evenly spaced requests per minute, in each of ${MINUTES} minutes`,
      async (perMinute) => {
        const key = randomUUID();
        const counted = Array.from({ length: MINUTES }, () => 0);
        for (let sent = 0; sent < perMinute * MINUTES; sent += 1) {
          const minute = Math.floor(sent / perMinute);
          const { isCounted } = await counter().count(
            key,
            at(Math.floor((sent * WINDOW_MS) / perMinute)),
            LIMIT,
          );
          counted[minute] = (counted[minute] ?? 0) + Number(isCounted);
        }
        expect(Math.min(...counted)).toBeGreaterThanOrEqual(55);
      },
    );

    it("throws if its store is unreachable", async () => {
      await expect(unreachable().count(randomUUID(), at(0), LIMIT)).rejects.toThrow(Error);
    });

    it("counts keys separately", async () => {
      const [one, another] = [randomUUID(), randomUUID()];
      expect(await counter().count(one, at(0), 1)).toMatchObject({ isCounted: true });
      expect(await counter().count(one, at(1), 1)).toMatchObject({ isCounted: false });
      expect(await counter().count(another, at(2), 1)).toMatchObject({ isCounted: true });
    });

    it("does not count rejected requests", async () => {
      const key = randomUUID();
      for (let sent = 0; sent < 10; sent += 1) await counter().count(key, at(0), 2);
      expect(await counter().count(key, at(60_000), 2)).toMatchObject({ isCounted: false, previous: 2 });
      expect(await counter().count(key, at(90_000), 2)).toMatchObject({ isCounted: true, current: 1 });
    });

    it("counts a request at the boundary in the new minute", async () => {
      const key = randomUUID();
      await counter().count(key, at(0), LIMIT);
      expect(await counter().count(key, at(59_999), LIMIT)).toMatchObject({ startedAt: at(0), current: 2 });
      const next = { startedAt: at(60_000), previous: 2, current: 1 };
      expect(await counter().count(key, at(60_000), LIMIT)).toMatchObject(next);
      const restarted = { startedAt: at(180_000), previous: 0, current: 1 };
      expect(await counter().count(key, at(180_000), LIMIT)).toMatchObject(restarted);
    });

    it("returns the results of the port's arithmetic for any history", async () => {
      const everyHistory = fc.asyncProperty(fc.integer({ min: 1, max: 20 }), history, async (limit, gaps) => {
        const key = randomUUID();
        let [stored, now]: [RateBucket | undefined, number] = [undefined, 0];
        for (const milliseconds of gaps) {
          now += milliseconds;
          const bucket: RateBucket = bucketAt(stored, at(now));
          const isCounted = bucket.current < roomIn(bucket, at(now), limit);
          const expected = { ...bucket, current: bucket.current + Number(isCounted) };
          expect(await counter().count(key, at(now), limit)).toEqual({ ...expected, isCounted });
          if (isCounted) stored = expected;
        }
      });
      await fc.assert(everyHistory, { numRuns: Math.min(1 + RUNS, 10), seed: SEED });
    });
  });
}
