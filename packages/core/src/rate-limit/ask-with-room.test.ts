import { expect, it } from "vitest";
import type { RateCounter } from "../ports/rate-counter.ts";
import { memoryRateCounter } from "../testing/memory-rate-counter.ts";
import { seeded } from "../testing/random.ts";
import { askWithRoom } from "./ask-with-room.ts";

const SEED = Number(process.env["KNOCKON_SEED"]);
const LIMIT = 10;
const refused = expect.objectContaining({ isCounted: false });

it("several that share a counter answer as it does by itself, and ask it less", async () => {
  const random = seeded(SEED);
  const [alone, shared] = [memoryRateCounter(), memoryRateCounter()];
  let asked = 0;
  const counter: RateCounter = {
    count(...request) {
      asked += 1;
      return shared.count(...request);
    },
  };
  const processes = [askWithRoom(counter), askWithRoom(counter), askWithRoom(counter)];
  let [now, sent] = [0, 0];
  for (; sent < 3000; sent += 1) {
    now += Math.floor(random() * (random() < 0.01 ? 200_000 : 3000));
    const request = ["key", new Date(now), LIMIT] as const;
    const expected = await alone.count(...request);
    const answer = await processes[Math.floor(random() * 3)]?.count(...request);
    expect(answer, `at ${now}`).toEqual(expected.isCounted ? expected : refused);
  }
  expect(asked).toBeLessThan(sent * 0.8);
});
