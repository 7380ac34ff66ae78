import { bucketAt, type RateBucket, type RateCounter, roomIn } from "../ports/rate-counter.ts";

/** Returns the number of requests that are available now. */
export const availableAt = (bucket: RateBucket, now: Date, limit: number): number =>
  Math.max(0, roomIn(bucket, now, limit) - bucket.current);

/** Returns whole seconds until `wanted` requests are available if none are counted until then. `wanted` must not exceed the limit. */
export function secondsUntil(wanted: number, bucket: RateBucket, now: Date, limit: number): number {
  for (let seconds = 1; ; seconds += 1) {
    const later = new Date(now.getTime() + seconds * 1000);
    if (availableAt(bucketAt(bucket, later), later, limit) >= wanted) return seconds;
  }
}

/**
 * Refuses requests without a call to the counter if its last answer leaves no room. Counts only grow, so the counter would refuse them
 * too. A burst then costs few more calls than requests that pass.
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
