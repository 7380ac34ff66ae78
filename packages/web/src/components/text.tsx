import { type ReactNode, useSyncExternalStore } from "react";
import { cx } from "./dom.ts";
import { formatInstant, formatRelativeTime, splitMiddle } from "../format/format.ts";

interface TruncatedNameProps {
  text: string;
  small?: boolean;
  /** Names of up to so many characters lose their end instead of their middle. */
  whole?: number | undefined;
  /** Characters at the end that are always visible. */
  end?: number | undefined;
}

/** A monospace name, truncated in the middle because names often differ only at the end. */
export function TruncatedName({ text, small = false, whole, end }: TruncatedNameProps) {
  const { head, tail } = splitMiddle(text, whole, end);
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
/** Characters at the end of a repository. More of them would leave names of one family, such as `image-…-controller`, no start to tell them apart. */
export const END = 8;

interface RepositoryNameProps {
  path: string;
  small?: boolean;
  /** Where the path is too long, its own name takes a second line first. */
  wraps?: boolean;
}

/** The path of a repository. Where it is too long, its own name loses the middle, and the organization stays. */
export function RepositoryName({ path, small = false, wraps = false }: RepositoryNameProps) {
  const at = path.lastIndexOf("/") + 1;
  const { head, tail } = splitMiddle(path.slice(at), WHOLE_REPOSITORY, END);
  const org = <span className="font-normal text-muted">{path.slice(0, at)}</span>;
  return (
    <span
      title={path}
      // Two parts would be read as two words.
      {...(tail !== "" && { role: "img", "aria-label": path })}
      className={cx(
        "max-w-full min-w-0 font-mono",
        wraps ? "inline-block leading-4" : "inline-flex",
        small ? "text-12" : "text-13",
      )}
    >
      {wraps && (
        <>
          {org}
          <wbr />
        </>
      )}
      {wraps && tail === "" ? (
        // As text, so that it is read and copied as one word.
        <span className="whitespace-nowrap">{head}</span>
      ) : (
        <MiddleCut
          head={
            <>
              {!wraps && org}
              {head}
            </>
          }
          tail={tail}
          kept={wraps ? 0 : Math.min(at, SHOWN_ORGANIZATION)}
        />
      )}
    </span>
  );
}

interface MiddleCutProps {
  head: ReactNode;
  tail: string;
  /** Characters at the start that are always visible. */
  kept?: number;
}

/** Text that loses the end of its first part where it is too long. */
const MiddleCut = ({ head, tail, kept = 0 }: MiddleCutProps) => (
  // A width of whole characters leaves no gap after the ellipsis.
  <span className="inline-flex max-w-[round(down,100%,1ch)] min-w-0 overflow-hidden align-bottom">
    <span className="truncate" style={tail === "" ? undefined : { minWidth: `${kept + 2}ch` }}>
      {head}
    </span>
    {tail !== "" && (
      // Loses its start where it is too long, so that there is one ellipsis.
      <span
        dir="rtl"
        className="shrink-0 overflow-hidden whitespace-pre"
        style={{ maxWidth: `calc(100% - ${kept + 2}ch)` }}
      >
        <bdi dir="ltr">{tail}</bdi>
      </span>
    )}
  </span>
);

interface Item {
  id: string;
  content: ReactNode;
  /** For example hides it from a breakpoint on. */
  className?: string | undefined;
}

/** Facts on a line with dots between them. Where they wrap, no line starts or ends with a dot. */
export const DottedLine = ({ items }: { items: readonly Item[] }) => (
  <span className="block overflow-hidden">
    {/* The dot before the first fact of each line is outside of the frame. */}
    <span className="-ml-3 flex flex-wrap">
      {items.map(({ id, content, className }) => (
        <span
          key={id}
          className={cx(
            "relative max-w-full truncate pl-3 before:absolute before:left-1 before:content-['·']",
            className,
          )}
        >
          {content}
        </span>
      ))}
    </span>
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
