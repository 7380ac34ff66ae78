import { Archive } from "lucide-react";
import { partsOf, type Timing } from "./condition.ts";
import { CLOCK_LOOKS, FOLLOWS } from "../../components/badges.tsx";
import { cx } from "../../components/dom.ts";
import { formatCount } from "../../format/format.ts";
import { tabularWidth } from "../../format/text-width.ts";

interface TimingsProps {
  /** Number of repositories, and whether it is shown. If not, neither is that of a single timing of all. */
  count: number;
  isCounted?: boolean;
  timings: readonly Timing[];
  /** Of them, those that are archived and in no timing. */
  archived?: number;
  /** Whether there is room for words. */
  isNamed?: boolean;
}

/** `629 ⚡139 📌490`, or `📌 7 when bumped` if all are at one time: how many repositories get a change, and how many of them when or may then. */
export function Timings({ count, isCounted = true, timings, archived = 0, isNamed }: TimingsProps) {
  const all = timings.flatMap((timing) => partsOf(timing).map((part) => ({ ...timing, ...part })));
  const parts = archived === count ? [] : all;
  const isAlone = parts.length === 1;
  const hasWords = isNamed ?? isAlone;
  return (
    <span
      className={cx(
        "tabular flex min-w-0 items-center gap-x-2 font-normal whitespace-nowrap",
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
            {(isCounted || !isAlone || archived > 0) && formatCount(some)}
            {isMaximum && !hasWords && (
              <span aria-hidden className="whitespace-pre">
                {" "}
                may be
              </span>
            )}
            <span className={hasWords ? "whitespace-pre" : "sr-only"}> {words}</span>
          </span>
        );
      })}
      {archived > 0 && <ArchivedCount count={archived} isNamed={isNamed === true} />}
    </span>
  );
}

const ArchivedCount = ({ count, isNamed = false }: { count: number; isNamed?: boolean }) => (
  <span title={`${formatCount(count)} archived`} className="flex items-center text-muted">
    <Archive aria-hidden className="mr-0.5 size-3" />
    {formatCount(count)}
    <span className={isNamed ? "whitespace-pre" : "sr-only"}> archived</span>
  </span>
);

/** How a line names timings: `1 may be on next run` and `6 when bumped`, `1 may be` and that, or without it, or `1?`. */
const WORDINGS = ["words", "brief", "numbers", "signs"] as const;
export type Wording = (typeof WORDINGS)[number];

/** The parts of timings, each with its words. */
const wordedParts = (timings: readonly Timing[], wording: Wording) =>
  timings.flatMap(({ clock, isMaximum, ...timing }) =>
    partsOf({ clock, isMaximum, ...timing }).map(({ count, words, follows }) => {
      const number = formatCount(count);
      const may = isMaximum && !follows ? `${number} may be` : undefined;
      const said = {
        words: `${number} ${words}`,
        brief: may ?? `${number} ${words}`,
        numbers: may ?? number,
        signs: number + (isMaximum ? "?" : ""),
      }[wording];
      return { clock, words: `${number} ${words}`, follows, said };
    }),
  );

/** Of an icon with its distance, and between two timings. */
const ICON = 14;
const DISTANCE = 8;

export const widthOfTimings = (timings: readonly Timing[], wording: Wording): number =>
  wordedParts(timings, wording).reduce(
    (sum, { said }) => sum + ICON + tabularWidth(said) + DISTANCE,
    -DISTANCE,
  );

/** The most words with which each of some lines fits into its room. */
export const wordingOf = (lines: readonly { timings: readonly Timing[]; room: number }[]): Wording =>
  WORDINGS.find((wording) => lines.every(({ timings, room }) => widthOfTimings(timings, wording) <= room)) ??
  "signs";

/** Of the number of archived ones, with the distance before it. */
export const archivedWidth = (count: number): number =>
  count === 0 ? 0 : DISTANCE + ICON + tabularWidth(formatCount(count));

type TimingsLineProps = Pick<TimingsProps, "timings" | "archived"> & { wording: Wording };

/** `⚡1 may be 📌6 when bumped`: how many repositories get a change when, on a separate line. */
export const TimingsLine = ({ timings, wording, archived = 0 }: TimingsLineProps) => (
  <span className="tabular flex items-center gap-x-2 whitespace-nowrap">
    {wordedParts(timings, wording).map(({ clock, words, follows, said }) => {
      const { icon, text } = CLOCK_LOOKS[clock];
      const Icon = follows ? FOLLOWS : icon;
      return (
        <span key={words} title={words} className={cx("flex items-center", text)}>
          <Icon aria-hidden className="mr-0.5 size-3" />
          <span aria-hidden={said !== words}>{said}</span>
          {said !== words && <span className="sr-only">{words}</span>}
        </span>
      );
    })}
    {archived > 0 && <ArchivedCount count={archived} />}
  </span>
);
