import { exactInstant } from "../format/exact-instant.ts";
import { relativeTime } from "../format/relative-time.ts";
import { useNow } from "./use-now.ts";

/** How long ago, with the exact instant as its title; a dash for never. */
export function TimeAgo({ at, never = "Never" }: { at: string | null; never?: string }) {
  const now = useNow();
  if (at === null) return <span className="text-faint">{never}</span>;
  const instant = new Date(at);
  return (
    <time dateTime={at} title={exactInstant(instant)} className="whitespace-nowrap">
      {relativeTime(instant, now)}
    </time>
  );
}
