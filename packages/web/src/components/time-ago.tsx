import { relativeTime } from "../format/relative-time.ts";

/** How long ago, with the exact instant as its title; a dash for never. */
export function TimeAgo({ at, never = "never" }: { at: string | null; never?: string }) {
  if (at === null) return <span className="text-faint">{never}</span>;
  const instant = new Date(at);
  return (
    <time
      dateTime={at}
      title={instant.toLocaleString("en", { dateStyle: "full", timeStyle: "long" })}
      className="whitespace-nowrap"
    >
      {relativeTime(instant, new Date())}
    </time>
  );
}
