import { Archive } from "lucide-react";
import { partsOf, type Timing } from "./condition.ts";
import { CLOCK_LOOKS, FOLLOWS } from "../../components/badges.tsx";
import { cx } from "../../components/dom.ts";
import { formatCount } from "../../format/format.ts";

interface TimingsProps {
  /** Number of repositories, and whether it is shown. If not, neither is that of a single timing of all. */
  count: number;
  isCounted?: boolean;
  timings: readonly Timing[];
  /** Of them, those that are archived and in no timing. */
  archived?: number;
  /** Whether there is room for words. */
  isNamed?: boolean;
  /** Whether there is a sign instead of words for what may be: `10 ⚡1? 📌9`. */
  isBrief?: boolean;
}

/** `629 ⚡139 📌490`, or `📌 7 when bumped` if all are at one time: how many repositories get a change, and how many of them when or may then. */
export function Timings({
  count,
  isCounted = true,
  timings,
  archived = 0,
  isNamed,
  isBrief = false,
}: TimingsProps) {
  const all = timings.flatMap((timing) => partsOf(timing).map((part) => ({ ...timing, ...part })));
  const parts = archived === count ? [] : all;
  const isAlone = parts.length === 1;
  const hasWords = isNamed ?? isAlone;
  return (
    <span
      className={cx(
        "tabular flex min-w-0 items-center font-normal whitespace-nowrap",
        isBrief ? "gap-x-1.5" : "gap-x-2",
        isNamed === true && "flex-wrap",
      )}
    >
      {isCounted && (!isAlone || archived > 0) && formatCount(count)}
      {parts.map(({ clock, isMaximum, count: some, words, follows }) => {
        const { icon, text } = CLOCK_LOOKS[clock];
        const Icon = follows ? FOLLOWS : icon;
        return (
          <span key={words} title={`${formatCount(some)} ${words}`} className={cx("flex items-center", text)}>
            <Icon aria-hidden className="mr-0.5 size-3" />
            {(isCounted || !isAlone || archived > 0) &&
              formatCount(some) + (isMaximum && !hasWords && isBrief ? "?" : "")}
            {isMaximum && !hasWords && !isBrief && (
              <span aria-hidden className="whitespace-pre">
                {" "}
                may be
              </span>
            )}
            <span className={hasWords ? "whitespace-pre" : "sr-only"}> {words}</span>
          </span>
        );
      })}
      {archived > 0 && (
        <span title={`${formatCount(archived)} archived`} className="flex items-center text-muted">
          <Archive aria-hidden className="mr-0.5 size-3" />
          {formatCount(archived)}
          <span className={isNamed === true ? "whitespace-pre" : "sr-only"}> archived</span>
        </span>
      )}
    </span>
  );
}
