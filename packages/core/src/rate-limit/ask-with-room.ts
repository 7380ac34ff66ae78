import { bucketAt, type RateBucket, type RateCounter } from "../ports/rate-counter.ts";
import { availableAt } from "./sliding-window.ts";

/**
 * Refuses by itself what the last answer leaves no room for: counts only grow, so the counter would refuse it too. A
 * burst asks little more often than it passes.
 */
export function askWithRoom(counter: RateCounter): RateCounter {
  const full = new Map<string, RateBucket>();
  return {
    async count(key, now, limit) {
      const known = bucketAt(full.get(key), now);
      if (availableAt(known, now, limit) === 0) return { ...known, isCounted: false };
      const answer = await counter.count(key, now, limit);
      if (availableAt(answer, now, limit) === 0) full.set(key, answer);
      else full.delete(key);
      return answer;
    },
  };
}
