import { cx } from "../../components/class-names.ts";
import { formatCount } from "../../format/count.ts";

interface UsageBarProps {
  label: string;
  used: number;
  /** Null is unlimited. */
  limit: number | null;
  /** What counts, or what happens beyond it. */
  note?: string;
}

/** How much of a limit is used. The words say what the bar shows. */
export function UsageBar({ label, used, limit, note = "" }: UsageBarProps) {
  const left = limit === null ? null : limit - used;
  const said = `${left === null ? "" : leftWords(left)} ${note}`.trim();
  return (
    <div className="flex flex-col gap-1.5 py-3 first:pt-0 last:pb-0">
      <div className="flex items-baseline justify-between gap-4 text-13">
        <span className="font-medium">{label}</span>
        <span className="tabular text-muted">
          <span className="text-text">{formatCount(used)}</span>
          {limit === null ? " (unlimited)" : ` of ${formatCount(limit)}`}
        </span>
      </div>
      {limit !== null && (
        <span aria-hidden className="h-1.5 overflow-hidden rounded-full bg-hover">
          <span
            className={cx(
              "block h-full rounded-full",
              left !== null && left < 0 ? "bg-danger" : left === 0 ? "bg-warning" : "bg-accent",
            )}
            style={{ width: `${Math.min(100, (used / Math.max(1, limit)) * 100)}%` }}
          />
        </span>
      )}
      {said !== "" && <p className="text-12 text-muted">{said}</p>}
    </div>
  );
}

function leftWords(left: number): string {
  if (left > 0) return `${formatCount(left)} left.`;
  return left === 0
    ? "Limit reached."
    : `${formatCount(-left)} over the limit. Existing items stay, but you can't add more.`;
}
