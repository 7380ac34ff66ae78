export const WINDOW_MS = 60_000;

/**
 * The requests of a key in its current minute and in the one before. A key's minutes begin with its first request after
 * it was idle, so that no edge of the clock's falls into a burst.
 */
export interface RateBucket {
  startedAt: Date;
  previous: number;
  current: number;
}

export interface RateCounter {
  /**
   * Adds one to the key's current minute while that holds less than `roomIn` says, in one step with the comparison:
   * however many ask at once, no more are counted than there is room for. What is refused leaves no trace.
   */
  count(key: string, now: Date, limit: number): Promise<RateBucket & { isCounted: boolean }>;
}

/** What a stored bucket is by now: itself, the previous one of the next minute, or forgotten. */
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

/** How many the current minute may hold: the limit, less the previous minute by what of it is left in the window. */
export function roomIn({ startedAt, previous }: RateBucket, now: Date, limit: number): number {
  const leftMs = Math.min(WINDOW_MS, startedAt.getTime() + WINDOW_MS - now.getTime());
  return limit - Math.ceil((previous * leftMs) / WINDOW_MS);
}
