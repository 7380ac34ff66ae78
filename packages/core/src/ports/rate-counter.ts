export const WINDOW_MS = 60_000;

/**
 * The number of requests of a key in its current and previous minute. A key's minutes start with its first request after being idle, so
 * that a burst is not split by the clock.
 */
export interface RateBucket {
  startedAt: Date;
  previous: number;
  current: number;
}

export interface RateCounter {
  /**
   * Atomically adds one to the key's current minute if it holds fewer than `roomIn` returns. Concurrent calls cannot exceed the limit.
   * Refused requests are not counted.
   */
  count(key: string, now: Date, limit: number): Promise<RateBucket & { isCounted: boolean }>;
}

/** Returns a stored bucket at a later time: unchanged, moved to the previous minute, or empty. */
export function bucketAt(stored: RateBucket | undefined, now: Date): RateBucket {
  const age = stored ? now.getTime() - stored.startedAt.getTime() : Infinity;
  if (!stored || age >= 2 * WINDOW_MS) return { startedAt: now, previous: 0, current: 0 };
  if (age < WINDOW_MS) return stored;
  return {
    startedAt: new Date(stored.startedAt.getTime() + WINDOW_MS),
    previous: stored.current,
    current: 0,
  };
}

/** Returns how many requests the current minute may hold: the limit minus the previous minute, weighted by its remaining share. */
export function roomIn({ startedAt, previous }: RateBucket, now: Date, limit: number): number {
  const leftMs = Math.min(WINDOW_MS, startedAt.getTime() + WINDOW_MS - now.getTime());
  return limit - Math.ceil((previous * leftMs) / WINDOW_MS);
}
