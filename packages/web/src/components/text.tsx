import { useSyncExternalStore } from "react";
import { cx } from "./dom.ts";
import { formatInstant, formatRelativeTime, splitMiddle } from "../format/format.ts";

interface TruncatedNameProps {
  text: string;
  small?: boolean;
  /** Names of up to so many characters lose their end instead of their middle. */
  whole?: number | undefined;
}

/** A monospace name, truncated in the middle because names often differ only at the end. */
export function TruncatedName({ text, small = false, whole }: TruncatedNameProps) {
  const { head, tail } = splitMiddle(text, whole);
  return (
    <span
      title={text}
      // Two parts would be read as two words.
      {...(tail !== "" && { role: "img", "aria-label": text })}
      className={cx("inline-flex max-w-full min-w-0 font-mono", small ? "text-12" : "text-13")}
    >
      <MiddleCut head={head} tail={tail} />
    </span>
  );
}

/** Longer organizations are cut as well. */
const SHOWN_ORGANIZATION = 16;
/** Longer names of repositories lose their middle. */
const WHOLE_REPOSITORY = 12;

/** The path of a repository. Where it is too long, its own name loses the middle, and the organization stays. */
export function RepositoryName({ path, small = false }: { path: string; small?: boolean }) {
  const at = path.lastIndexOf("/") + 1;
  const organization = path.slice(0, at);
  return (
    <span
      title={path}
      role="img"
      aria-label={path}
      className={cx("inline-flex max-w-full min-w-0 font-mono", small ? "text-12" : "text-13")}
    >
      <span
        className={cx(
          "font-normal text-muted",
          organization.length > SHOWN_ORGANIZATION ? "min-w-[8ch] truncate" : "shrink-0",
        )}
      >
        {organization}
      </span>
      <MiddleCut {...splitMiddle(path.slice(at), WHOLE_REPOSITORY)} />
    </span>
  );
}

/** Text that loses the end of its first part where it is too long. */
const MiddleCut = ({ head, tail }: { head: string; tail: string }) => (
  // A width of whole characters leaves no gap after the ellipsis.
  <span className="inline-flex max-w-[round(down,100%,1ch)] min-w-0 overflow-hidden">
    <span className={cx("truncate", tail !== "" && "min-w-[2ch]")}>{head}</span>
    {tail !== "" && (
      // Loses its start where it is too long, so that there is one ellipsis.
      <span dir="rtl" className="max-w-[calc(100%-2ch)] shrink-0 overflow-hidden whitespace-pre">
        <bdi dir="ltr">{tail}</bdi>
      </span>
    )}
  </span>
);

/** A relative time with the exact time as its tooltip. */
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

/** The current time, updated every 15 seconds. */
export const useNow = (): Date => new Date(useSyncExternalStore(subscribe, currentTick));
