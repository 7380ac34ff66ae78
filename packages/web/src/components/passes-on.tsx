import { ArrowDown, ArrowRight, ArrowUp } from "lucide-react";
import { CLOCK_LOOKS, nextRunInBrief, nextRunInWords } from "./badges.tsx";
import { cx } from "./dom.ts";
import { countOf, formatCount } from "../format/format.ts";

const NEXT_RUN = CLOCK_LOOKS.next_run;

/** The order of a list of affected repositories. */
export const ORDER =
  "Earliest first, archived last, then those that pass it on to most on next run, then to most, then the most used";

/** What orders those of a timing: `what they pass on`, or `how many use them` where none passes the change on. */
export const thenByInWords = (ofUsers = false): string =>
  ofUsers ? "how many use them" : "what they pass on";

export interface Onward {
  repositories: number;
  next_run: number;
  may_next_run: number;
  /** Repositories that use it, whether the change gets there or not. */
  dependents: number;
}

/** `Passes it on to 230 more repositories: 6 on next run, 100 may be`. */
export const onwardInWords = ({ repositories, next_run, may_next_run }: Onward): string =>
  `Passes it on to ${countOf(repositories, "more repository", "more repositories")}${next_run > 0 ? `: ${nextRunInWords(next_run, may_next_run)}` : ""}`;

interface PassesOnProps {
  onward: Onward | undefined;
  /** Whether other rows have a number on the next run, so that all line up. */
  isAligned?: boolean;
  /** Inside a line of text, with an arrow, and nothing where no one uses it. */
  inLine?: boolean;
}

/**
 * How many repositories get the change through one. The number on their next run is first, in red, because it orders the rows:
 * `⚡ 6 + 100? of 230`.
 */
export function PassesOn({ onward, isAligned = false, inLine = false }: PassesOnProps) {
  const hasUsers = onward !== undefined && onward.dependents > 0;
  if (onward === undefined || onward.repositories === 0)
    return hasUsers ? (
      <span className={cx("tabular whitespace-nowrap text-faint", inLine && "text-12")}>
        {inLine && <ArrowRight aria-hidden className="mr-1 inline size-3 align-[-1px]" />}0 more
      </span>
    ) : inLine ? null : (
      <span className="text-faint">–</span>
    );
  const { repositories, next_run, may_next_run } = onward;
  return (
    <span
      title={onwardInWords(onward)}
      className={cx("tabular inline-flex items-center whitespace-nowrap", inLine && "gap-1 text-12")}
    >
      <span className="sr-only">{onwardInWords(onward)}</span>
      {inLine && <ArrowRight aria-hidden className="size-3 text-muted" />}
      {next_run > 0 && (
        <span aria-hidden className={cx("inline-flex items-center gap-0.5", NEXT_RUN.text)}>
          <NEXT_RUN.icon className="size-3" />
          {nextRunInBrief(next_run, may_next_run)}
        </span>
      )}
      <span
        aria-hidden
        className={cx(
          isAligned && "min-w-12 text-right",
          isAligned || next_run > 0 ? "text-muted" : "text-text",
        )}
      >
        {next_run > 0 && "of "}
        {formatCount(repositories)}
        {next_run === 0 && " more"}
      </span>
    </span>
  );
}

/** Where none passes a change on, how many use each: they are in this order. Inside a line of text, with words, and nothing where no one uses it. */
export function UsedBy({ onward, inLine = false }: Pick<PassesOnProps, "onward" | "inLine">) {
  if (onward === undefined || onward.dependents === 0)
    return inLine ? null : <span className="text-faint">–</span>;
  return (
    <span className={cx("tabular whitespace-nowrap text-muted", inLine && "text-12")}>
      {inLine && "used by "}
      {formatCount(onward.dependents)}
    </span>
  );
}

/** What the arrow before a number means, where no header says it. */
export const PassesOnNote = () => (
  <span className="whitespace-nowrap">
    <ArrowRight aria-hidden className="mr-1 inline size-3 align-[-1px]" />
    passes on to
  </span>
);

interface SortMarkProps {
  isDescending?: boolean;
  /** Of several keys, the first one is 1. The others are less strong. */
  place?: number | undefined;
  /** For screen readers. */
  label?: string;
}

/** The arrow of a sorted column. */
export function SortMark({ isDescending = false, place, label }: SortMarkProps) {
  const Arrow = isDescending ? ArrowDown : ArrowUp;
  return (
    <span
      {...(label === undefined ? { "aria-hidden": true } : { role: "img", "aria-label": label })}
      className={cx("inline-flex shrink-0 items-center", (place ?? 1) > 1 ? "text-faint" : "text-text")}
    >
      <Arrow aria-hidden className="size-3.5" />
    </span>
  );
}
