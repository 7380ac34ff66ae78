import { ArrowDown, ArrowRight, ArrowUp } from "lucide-react";
import { CLOCK_LOOKS } from "./badges.tsx";
import { cx } from "./dom.ts";
import { countOf, formatCount } from "../format/format.ts";

const NEXT_RUN = CLOCK_LOOKS.next_run;

export const PASSES_ON = "Repositories that get the change through it, and of these how many on next run";

/** The order of a list of affected repositories. */
export const ORDER = "Earliest first, then those that pass it on to most on next run, then to most";

export interface Onward {
  repositories: number;
  next_run: number;
}

/** `Passes it on to 230 repositories, 106 of them on next run`. */
export const onwardInWords = ({ repositories, next_run }: Onward): string =>
  `Passes it on to ${countOf(repositories, "repository", "repositories")}${next_run > 0 ? `, ${formatCount(next_run)} of them on next run` : ""}`;

interface PassesOnProps {
  onward: Onward | undefined;
  /** Whether other rows have a second number, so that the first ones line up. */
  isAligned?: boolean;
  /** Inside a line of text, with an arrow, and nothing for none. */
  inLine?: boolean;
}

/** How many repositories get the change through one, and in red how many of them on next run: `230 ⚡ 106`. */
export function PassesOn({ onward, isAligned = false, inLine = false }: PassesOnProps) {
  const second = isAligned && "min-w-11 justify-end";
  if (onward === undefined || onward.repositories === 0)
    return inLine ? null : (
      <span className="inline-flex text-faint">
        –<span className={cx(second)} />
      </span>
    );
  const { repositories, next_run } = onward;
  return (
    <span
      title={onwardInWords(onward)}
      className={cx("tabular inline-flex items-center whitespace-nowrap", inLine && "gap-1.5 text-12")}
    >
      <span className="sr-only">{onwardInWords(onward)}</span>
      <span aria-hidden className="inline-flex items-center gap-1 text-text">
        {inLine && <ArrowRight className="size-3 text-muted" />}
        {formatCount(repositories)}
      </span>
      {(next_run > 0 || isAligned) && (
        <span aria-hidden className={cx("inline-flex items-center gap-0.5 text-12", second, NEXT_RUN.text)}>
          {next_run > 0 && (
            <>
              <NEXT_RUN.icon className="size-3" />
              {formatCount(next_run)}
            </>
          )}
        </span>
      )}
    </span>
  );
}

interface SortMarkProps {
  isDescending?: boolean;
  /** Of several keys, its place. */
  place?: number;
  /** For screen readers. */
  label?: string;
}

/** The arrow of a sorted column, with its place if there are several. */
export function SortMark({ isDescending = false, place, label }: SortMarkProps) {
  const Arrow = isDescending ? ArrowDown : ArrowUp;
  return (
    <span
      {...(label === undefined ? { "aria-hidden": true } : { role: "img", "aria-label": label })}
      className="inline-flex shrink-0 items-center"
    >
      <Arrow aria-hidden className="size-3.5" />
      {place !== undefined && <span className="tabular -ml-0.5 text-[0.625rem]/3">{place}</span>}
    </span>
  );
}

/** The bolt in the header of what passes on: most on next run are first. */
export const NextRunMark = () => (
  <NEXT_RUN.icon aria-hidden className={cx("size-3 shrink-0", NEXT_RUN.text)} />
);

interface OrderLineProps {
  /** Whether the nearest are first. */
  hasHops?: boolean;
  hasOnward: boolean;
  hasFastOnward: boolean;
}

/** The order of the rows where there is no room for headers. */
export const OrderLine = ({ hasHops = false, hasOnward, hasFastOnward }: OrderLineProps) => {
  const first = hasHops ? 2 : 1;
  return (
    <p title={ORDER} className="flex items-center gap-1 text-12 text-muted">
      {hasHops && (
        <>
          Hops
          <SortMark label="(nearest first)" place={1} />
          <span className="mx-0.5">·</span>
        </>
      )}
      Timing
      <SortMark label="(earliest first)" {...((hasOnward || hasHops) && { place: first })} />
      {hasOnward && (
        <>
          <span className="ml-0.5">· Passes on</span>
          {hasFastOnward && <NextRunMark />}
          <SortMark
            isDescending
            place={first + 1}
            label={hasFastOnward ? "(then most on next run first)" : "(then most first)"}
          />
        </>
      )}
    </p>
  );
};
