import type { Scan } from "@knockon/contract/resources/scan";

type Counts = Pick<Scan, "total_repos" | "scanned_repos" | "skipped_repos" | "failed_repos">;

export const isInFlight = ({ status }: Pick<Scan, "status">): boolean =>
  status === "pending" || status === "running";

export const doneRepos = ({ scanned_repos, skipped_repos, failed_repos }: Counts): number =>
  scanned_repos + skipped_repos + failed_repos;

export interface Pace {
  /** Repositories a second. */
  rate: number;
  secondsLeft: number;
}

/** Less tells nothing yet. */
const MIN_SECONDS = 2;

/** How fast a scan goes, and how long it will take from now; undefined before that can be said. */
export function paceOf(scan: Counts & Pick<Scan, "started_at">, now: Date): Pace | undefined {
  if (scan.started_at === null) return undefined;
  const seconds = (now.getTime() - Date.parse(scan.started_at)) / 1000;
  const done = doneRepos(scan);
  if (done === 0 || seconds < MIN_SECONDS) return undefined;
  const rate = done / seconds;
  return { rate, secondsLeft: (scan.total_repos - done) / rate };
}
