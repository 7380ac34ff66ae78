/**
 * When a consumer gets a new release:
 * - `next_run`: the next build or run takes it without a commit
 * - `next_update`: when its lock file is refreshed
 * - `bump`: when someone edits the version
 * - `unknown`: no readable file sets the version
 */
export const CLOCKS = ["next_run", "next_update", "bump", "unknown"] as const;

export type Clock = (typeof CLOCKS)[number];
