import { describe, expect, it } from "vitest";
import { type RateCounter, WINDOW_MS } from "../ports/rate-counter.ts";
import { memoryRateCounter } from "../testing/memory-ports.ts";
import { seeded } from "../testing/random.ts";
import { askWithRoom, availableAt, secondsUntil } from "./sliding-window.ts";

const SEED = Number(process.env["KNOCKON_SEED"]);
const LIMIT = 60;
const BEGIN = Date.UTC(2026, 0, 1);
const at = (milliseconds: number): Date => new Date(BEGIN + milliseconds);

/** Opens a key; `ask` counts a request at a time relative to `BEGIN`. */
function openKey(limit = LIMIT) {
  const counter = memoryRateCounter();
  const ask = (milliseconds: number) => counter.count("key", at(milliseconds), limit);
  const passes = async (milliseconds: number) => (await ask(milliseconds)).isCounted;
  return { ask, passes };
}

/** Sends requests at a steady pace. Returns how many pass in each minute. */
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
    "allows exactly 60 of 500 requests at once, %i ms into a minute [D-12.8]",
    async (begin) => {
      const { passes } = openKey();
      const answers = [];
      for (let sent = 0; sent < 500; sent += 1) answers.push(await passes(begin + sent * 4));
      expect(answers.filter(Boolean)).toHaveLength(LIMIT);
    },
  );

  it.each([60, 61, 70, 90, 120, 600])(
    "allows at least 55 requests in every minute at a steady rate of %i, regardless of the start [D-12.5,9]",
    async (perMinute) => {
      for (let begin = 0; begin < WINDOW_MS; begin += 7_237) {
        const passed = await passedPerMinute(perMinute, begin, 5);
        expect(Math.min(...passed), `${begin} ms into a minute: ${passed.join()}`).toBeGreaterThanOrEqual(55);
      }
    },
  );

  it("reduces the weight of a minute evenly over the next one [D-12.4]", async () => {
    const { ask } = openKey();
    for (let sent = 0; sent < LIMIT; sent += 1) await ask(0);
    const next = { startedAt: at(60_000), previous: LIMIT, current: 0 };
    const available = [60_000, 60_999, 61_000, 90_000, 119_000].map((ms) => availableAt(next, at(ms), LIMIT));
    expect(available).toEqual([0, 0, 1, 30, 59]);
    expect(await ask(59_999)).toMatchObject({ isCounted: false, previous: 0, current: LIMIT });
    expect(await ask(60_999)).toEqual({ ...next, isCounted: false });
    expect(await ask(61_000)).toEqual({ ...next, isCounted: true, current: 1 });
  });

  it("starts over two minutes after a key's last minute started", async () => {
    const { ask } = openKey();
    for (let sent = 0; sent < 500; sent += 1) await ask(0);
    expect(await ask(120_000)).toEqual({ isCounted: true, startedAt: at(120_000), previous: 0, current: 1 });
  });

  it("is not exceeded by requests dated before the first one", async () => {
    const { passes } = openKey();
    const answers = [];
    for (let sent = 0; sent < 500; sent += 1) answers.push(await passes(-sent * 200));
    expect(answers.filter(Boolean)).toHaveLength(LIMIT);
  });
});

describe("secondsUntil", () => {
  it.each(Array.from({ length: 20 }, (_, index) => (SEED + index) % 2 ** 31))(
    "returns when the next request of an idle key passes, and not a second earlier (seed %i) [D-12.10]",
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

  it("returns when all requests are available for a key without refused requests", () => {
    const bucket = { startedAt: at(0), previous: 0, current: 1 };
    expect(secondsUntil(LIMIT, bucket, at(30_000), LIMIT)).toBe(90);
  });
});

const refused = expect.objectContaining({ isCounted: false });

it("askWithRoom gives the counter's answers with fewer calls, also with several processes", async () => {
  const random = seeded(SEED);
  const [alone, shared] = [memoryRateCounter(), memoryRateCounter()];
  let calls = 0;
  const counter: RateCounter = {
    count(...request) {
      calls += 1;
      return shared.count(...request);
    },
  };
  const processes = [askWithRoom(counter), askWithRoom(counter), askWithRoom(counter)];
  let [now, sent] = [0, 0];
  for (; sent < 3000; sent += 1) {
    now += Math.floor(random() * (random() < 0.01 ? 200_000 : 3000));
    const request = ["key", new Date(now), 10] as const;
    const expected = await alone.count(...request);
    const answer = await processes[Math.floor(random() * 3)]?.count(...request);
    expect(answer, `at ${now}`).toEqual(expected.isCounted ? expected : refused);
  }
  expect(calls).toBeLessThan(sent * 0.8);
});
