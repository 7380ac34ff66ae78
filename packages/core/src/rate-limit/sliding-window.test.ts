import { describe, expect, it } from "vitest";
import { WINDOW_MS } from "../ports/rate-counter.ts";
import { memoryRateCounter } from "../testing/memory-rate-counter.ts";
import { seeded } from "../testing/random.ts";
import { availableAt, secondsUntil } from "./sliding-window.ts";

const SEED = Number(process.env["KNOCKON_SEED"]);
const LIMIT = 60;
const BEGIN = Date.UTC(2026, 0, 1);
const at = (milliseconds: number): Date => new Date(BEGIN + milliseconds);

/** A key of its own, asked when the test likes. */
function openKey(limit = LIMIT) {
  const counter = memoryRateCounter();
  const ask = (milliseconds: number) => counter.count("key", at(milliseconds), limit);
  const passes = async (milliseconds: number) => (await ask(milliseconds)).isCounted;
  return { ask, passes };
}

/** How many pass in each minute since the first of requests at an even pace. */
async function passedPerMinute(perMinute: number, begin: number, minutes: number): Promise<number[]> {
  const { passes } = openKey();
  const passed = Array.from({ length: minutes }, () => 0);
  for (let sent = 0; sent < perMinute * minutes; sent += 1) {
    const minute = Math.floor(sent / perMinute);
    if (await passes(begin + Math.floor((sent * WINDOW_MS) / perMinute)))
      passed[minute] = (passed[minute] ?? 0) + 1;
  }
  return passed;
}

describe("a limit of 60 a minute", () => {
  it.each([0, 29_999, 59_000, 59_999])(
    "lets exactly 60 of 500 at once through, %i ms into a minute of the clock's [D-12.8]",
    async (begin) => {
      const { passes } = openKey();
      const answers = [];
      for (let sent = 0; sent < 500; sent += 1) answers.push(await passes(begin + sent * 4));
      expect(answers.filter(Boolean)).toHaveLength(LIMIT);
    },
  );

  it.each([60, 61, 70, 90, 120, 600])(
    "lets at least 55 of a steady %i a minute through, every minute of five, whenever they begin [D-12.5,9]",
    async (perMinute) => {
      for (let begin = 0; begin < WINDOW_MS; begin += 7_237) {
        const passed = await passedPerMinute(perMinute, begin, 5);
        expect(Math.min(...passed), `${begin} ms into a minute: ${passed.join()}`).toBeGreaterThanOrEqual(55);
      }
    },
  );

  it("forgets a minute evenly over the next [D-12.4]", async () => {
    const { ask } = openKey();
    for (let sent = 0; sent < LIMIT; sent += 1) await ask(0);
    const next = { startedAt: at(60_000), previous: LIMIT, current: 0 };
    const available = [60_000, 60_999, 61_000, 90_000, 119_000].map((ms) => availableAt(next, at(ms), LIMIT));
    expect(available).toEqual([0, 0, 1, 30, 59]);
    expect(await ask(59_999)).toMatchObject({ isCounted: false, previous: 0, current: LIMIT });
    expect(await ask(60_999)).toEqual({ ...next, isCounted: false });
    expect(await ask(61_000)).toEqual({ ...next, isCounted: true, current: 1 });
  });

  it("holds nothing against a key two minutes after its last minute began", async () => {
    const { ask } = openKey();
    for (let sent = 0; sent < 500; sent += 1) await ask(0);
    expect(await ask(120_000)).toEqual({ isCounted: true, startedAt: at(120_000), previous: 0, current: 1 });
  });

  it("is no higher for a request that another clock dates before the first", async () => {
    const { passes } = openKey();
    const answers = [];
    for (let sent = 0; sent < 500; sent += 1) answers.push(await passes(-sent * 200));
    expect(answers.filter(Boolean)).toHaveLength(LIMIT);
  });
});

describe("after the seconds told, and not a second before", () => {
  it.each(Array.from({ length: 20 }, (_, index) => (SEED + index) % 2 ** 31))(
    "the next request of an idle key passes, whatever came before (seed %i) [D-12.10]",
    async (seed) => {
      const random = seeded(seed);
      const limit = 1 + Math.floor(random() * 20);
      const { ask, passes } = openKey(limit);
      let [now, refused] = [0, 0];
      for (let sent = 0; sent < 600; sent += 1) {
        now += Math.floor(random() * 4000);
        const answer = await ask(now);
        if (answer.isCounted) continue;
        refused += 1;
        const seconds = secondsUntil(1, answer, at(now), limit);
        expect(seconds).toBeLessThanOrEqual(120);
        if (random() < 0.8) continue;
        expect(await passes(now + (seconds - 1) * 1000)).toBe(false);
        now += seconds * 1000 + (random() < 0.5 ? 0 : Math.floor(random() * 3 * WINDOW_MS));
        expect(await passes(now), `after ${seconds} s`).toBe(true);
      }
      expect(refused).toBeGreaterThan(0);
    },
  );

  it("so many are available, of a key that was refused nothing", () => {
    const bucket = { startedAt: at(0), previous: 0, current: 1 };
    expect(secondsUntil(LIMIT, bucket, at(30_000), LIMIT)).toBe(90);
  });
});
