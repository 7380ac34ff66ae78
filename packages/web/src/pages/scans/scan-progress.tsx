import { Progress } from "@base-ui/react/progress";
import type { Scan } from "@knockon/contract/resources/scan";
import { cx } from "../../components/dom.ts";
import { countOf, formatCount, formatDuration } from "../../format/format.ts";

type Counts = Pick<Scan, "total_repos" | "scanned_repos" | "skipped_repos" | "failed_repos">;

export const isInFlight = ({ status }: Pick<Scan, "status">): boolean =>
  status === "pending" || status === "running";

/** Until the host has listed the repositories, there is nothing to count. */
const isListing = (scan: Scan): boolean => scan.total_repos === 0 && isInFlight(scan);

const doneRepos = ({ scanned_repos, skipped_repos, failed_repos }: Counts): number =>
  scanned_repos + skipped_repos + failed_repos;

interface Pace {
  /** Repositories per second. */
  rate: number;
  secondsLeft: number;
}

/** Minimum elapsed time for an estimate. */
const MIN_SECONDS = 2;

/** Estimates the rate and remaining time of a scan; undefined if too early. */
export function paceOf(scan: Counts & Pick<Scan, "started_at">, now: Date): Pace | undefined {
  if (scan.started_at === null) return undefined;
  const seconds = (now.getTime() - Date.parse(scan.started_at)) / 1000;
  const done = doneRepos(scan);
  if (done === 0 || seconds < MIN_SECONDS) return undefined;
  const rate = done / seconds;
  return { rate, secondsLeft: (scan.total_repos - done) / rate };
}

/** Progress bar of a scan with counts. */
export function ScanProgress({ scan }: { scan: Scan }) {
  const { total_repos, scanned_repos, skipped_repos, failed_repos } = scan;
  const done = doneRepos(scan);
  const share = (count: number) => ({ width: `${total_repos === 0 ? 0 : (count / total_repos) * 100}%` });
  return (
    <div className="rounded-md border p-4">
      <Progress.Root
        value={isListing(scan) ? null : done}
        max={Math.max(1, total_repos)}
        aria-label="Repositories"
        getAriaValueText={() => `${done} of ${countOf(total_repos, "repository", "repositories")}`}
      >
        <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
          <p className="tabular text-20 font-semibold">
            {isListing(scan) ? describePace(scan) : formatCount(done)}
            <span className="text-14 font-normal text-muted">
              {!isListing(scan) && ` of ${countOf(total_repos, "repository", "repositories")}`}
            </span>
          </p>
          {!isListing(scan) && <p className="tabular text-13 text-muted">{describePace(scan)}</p>}
        </div>
        <Progress.Track className="flex h-2 overflow-hidden rounded-full bg-hover">
          <span className="h-full bg-accent transition-[width]" style={share(scanned_repos)} />
          <span className="h-full bg-slate transition-[width]" style={share(skipped_repos)} />
          <span className="h-full bg-danger-solid transition-[width]" style={share(failed_repos)} />
        </Progress.Track>
      </Progress.Root>
      <ul className={cx("mt-3 flex flex-wrap gap-x-5 gap-y-1 text-13", isListing(scan) && "invisible")}>
        <Part color="bg-accent" count={scanned_repos} word="scanned" />
        <Part color="bg-slate" count={skipped_repos} word="skipped" />
        <Part color="bg-danger-solid" count={failed_repos} word="failed" />
      </ul>
    </div>
  );
}

const Part = ({ color, count, word }: { color: string; count: number; word: string }) => (
  <li className="flex items-center gap-2">
    <span aria-hidden className={`size-2 rounded-full ${count === 0 ? "bg-line-strong" : color}`} />
    <span className="tabular font-medium">{formatCount(count)}</span>
    <span className="text-muted">{word}</span>
  </li>
);

function describePace(scan: Scan): string {
  if (scan.status === "pending") return "Queued";
  if (scan.started_at && scan.completed_at) {
    return `Took ${formatDuration(Date.parse(scan.completed_at) - Date.parse(scan.started_at))}`;
  }
  if (!isInFlight(scan)) return "";
  if (scan.total_repos > 0 && doneRepos(scan) === scan.total_repos) return "Resolving dependencies";
  const pace = paceOf(scan, new Date());
  if (!pace) return "Listing repositories";
  const perSecond = pace.rate >= 10 ? formatCount(Math.round(pace.rate)) : pace.rate.toFixed(1);
  return `${perSecond} per second, about ${formatDuration(pace.secondsLeft * 1000)} left`;
}
