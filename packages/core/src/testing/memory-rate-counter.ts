import { bucketAt, roomIn, type RateBucket, type RateCounter } from "../ports/rate-counter.ts";

/** The port, word for word, for one process. */
export function memoryRateCounter(): RateCounter {
  const buckets = new Map<string, RateBucket>();
  return {
    async count(key, now, limit) {
      const bucket = bucketAt(buckets.get(key), now);
      if (bucket.current >= roomIn(bucket, now, limit)) return { ...bucket, isCounted: false };
      const counted = { ...bucket, current: bucket.current + 1 };
      buckets.set(key, counted);
      return { ...counted, isCounted: true };
    },
  };
}
