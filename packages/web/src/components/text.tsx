import { useSyncExternalStore } from "react";
import { formatInstant, formatRelativeTime, splitMiddle } from "../format/format.ts";

/** A name in mono, cut in its middle where there is no room: its end is what tells it from its neighbors. */
export function Middle({ text }: { text: string }) {
  const { head, tail } = splitMiddle(text);
  return (
    <span title={text} className="inline-flex max-w-full min-w-0 font-mono text-13">
      <span className="truncate">{head}</span>
      {tail !== "" && <span className="shrink-0 whitespace-pre">{tail}</span>}
    </span>
  );
}

/** How long ago, with the exact instant as its title; a dash for never. */
export function TimeAgo({ at, never = "Never" }: { at: string | null; never?: string }) {
  const now = useNow();
  if (at === null) return <span className="text-faint">{never}</span>;
  const instant = new Date(at);
  return (
    <time dateTime={at} title={formatInstant(instant)} className="whitespace-nowrap">
      {formatRelativeTime(instant, now)}
    </time>
  );
}

const TICK_MS = 15_000;

function subscribe(listener: () => void): () => void {
  const timer = setInterval(listener, TICK_MS);
  return () => clearInterval(timer);
}

const currentTick = (): number => Math.ceil(Date.now() / TICK_MS) * TICK_MS;

/** The time, to a quarter of a minute; what is shown of it moves on by itself. */
export const useNow = (): Date => new Date(useSyncExternalStore(subscribe, currentTick));
