import { Archive, type LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { archivedOf, distinctName, splitOf } from "./card-text.ts";
import { afterOf, partsOf, timingInWords, timingOfAll, type When, whenOf } from "./condition.ts";
import type { ViewNode } from "./graph-view.ts";
import type { GroupCard } from "./layers.ts";
import { CLOCK_LOOKS, FOLLOWS, nextRunInBrief, nextRunInWords } from "../../components/badges.tsx";
import { cx } from "../../components/dom.ts";
import { formatCount } from "../../format/format.ts";
import { DISTANCE, ICON, tabularWidth, textWidth } from "../../format/text-width.ts";
import { timingLabel } from "../../format/words.ts";

/** Of the timing of a group in the fewest words: an icon, or two with numbers if some are archived. */
export function splitWidth(card: GroupCard): number {
  const archived = archivedOf(card).length;
  if (archived === 0) return ICON;
  return (
    2 * ICON + DISTANCE + tabularWidth(formatCount(archived) + formatCount(card.nodes.length - archived))
  );
}

/** `⚡11 may be 📌13`, or `⚡1 + 10? 📌13`: how many get a change when, with all the words where there is room. Of dependencies, apart from those that are archived. */
export function Split({ card, isNamed, ...props }: { card: GroupCard; hasCount: boolean; isNamed: boolean }) {
  const archived = archivedOf(card).length;
  const hasCount = props.hasCount || archived > 0;
  return (
    <span
      className={cx(
        "tabular flex items-center",
        props.hasCount ? "min-w-0 truncate" : "shrink-0",
        isNamed ? "gap-3" : "gap-2",
      )}
    >
      {[...Map.groupBy(splitOf(card), ({ clock }) => clock)].flatMap(([clock, timings]) => {
        const { icon: Icon, text } = CLOCK_LOOKS[clock];
        const count = timings.reduce((sum, one) => sum + one.count, 0);
        const may = timings.reduce((sum, one) => sum + (one.isMaximum ? one.count : 0), 0);
        const isMixed = may > 0 && may < count;
        if (isMixed)
          return (
            <SplitPart key={clock} icon={Icon} look={text} title={nextRunInWords(count, may)}>
              {nextRunInBrief(count, may)}
              <span className={isNamed ? undefined : "sr-only"}>{timingLabel(clock)}</span>
            </SplitPart>
          );
        return timings.flatMap(partsOf).map(({ count: some, words, follows }) => (
          <SplitPart
            key={words}
            icon={follows ? FOLLOWS : Icon}
            look={text}
            title={`${formatCount(some)} ${words}`}
          >
            {hasCount && formatCount(some)}
            {!isNamed && may === count && <span aria-hidden>may be</span>}
            <span className={isNamed ? undefined : "sr-only"}>{words}</span>
          </SplitPart>
        ));
      })}
      {archived > 0 && (
        <SplitPart icon={Archive} look="text-muted" title={`${formatCount(archived)} archived`}>
          {formatCount(archived)}
          <span className="sr-only"> archived</span>
        </SplitPart>
      )}
    </span>
  );
}

/** Of those that follow others, or of those that are edited. */
const namesOf = (nodes: readonly ViewNode[], follows: boolean): string =>
  nodes
    .filter((node) => (afterOf(node) !== undefined) === follows)
    .map(distinctName)
    .join(", ");

/** Whether some have to be edited and others follow, and both have room by name. */
export const hasRoomByTiming = (nodes: readonly ViewNode[], room: number): boolean =>
  new Set(nodes.map((node) => afterOf(node) === undefined)).size > 1 &&
  [true, false].every((follows) => textWidth(namesOf(nodes, follows)) + ICON <= room);

const UNKNOWN: When = { clock: "unknown", isMaximum: false };

/** `📌 homebrew-tap ↳ flux2-multi-tenancy`: of a stack of which some follow others. */
export const NamesByTiming = ({ nodes }: { nodes: readonly ViewNode[] }) => (
  <span className="flex min-w-0 flex-col">
    {[...Map.groupBy(nodes, (node) => afterOf(node) !== undefined)]
      .toSorted(([a], [b]) => Number(a) - Number(b))
      .map(([follows, members]) => {
        const when = members[0] ? whenOf(members[0]) : UNKNOWN;
        const { icon, text } = CLOCK_LOOKS[when.clock];
        const Icon = follows ? FOLLOWS : icon;
        return (
          <span key={String(follows)} className="flex min-w-0 items-center gap-1">
            <Icon aria-hidden className={cx("size-3 shrink-0", text)} />
            <span className="sr-only">{timingInWords(timingOfAll(when, members))}: </span>
            <span className="truncate">{members.map(distinctName).join(", ")}</span>
          </span>
        );
      })}
  </span>
);

interface SplitPartProps {
  icon: LucideIcon;
  /** The class of its icon. */
  look: string;
  title: string;
  children: ReactNode;
}

const SplitPart = ({ icon: Icon, look, title, children }: SplitPartProps) => (
  <span title={title} className="flex shrink-0 items-center gap-1">
    <Icon aria-hidden className={cx("size-3 shrink-0", look)} />
    {children}
  </span>
);
