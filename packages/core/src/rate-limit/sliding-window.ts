import { bucketAt, roomIn, type RateBucket } from "../ports/rate-counter.ts";

/** How many more would be counted at once. */
export const availableAt = (bucket: RateBucket, now: Date, limit: number): number =>
  Math.max(0, roomIn(bucket, now, limit) - bucket.current);

/** Whole seconds until at least so many are available, which may not exceed the limit, if nothing else is counted. */
export function secondsUntil(wanted: number, bucket: RateBucket, now: Date, limit: number): number {
  for (let seconds = 1; ; seconds += 1) {
    const later = new Date(now.getTime() + seconds * 1000);
    if (availableAt(bucketAt(bucket, later), later, limit) >= wanted) return seconds;
  }
}
