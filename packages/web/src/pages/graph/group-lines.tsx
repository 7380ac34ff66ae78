import { Repeat } from "lucide-react";
import { activeIn, type Detail, hasTiming, namesIn, noteOf } from "./card-text.ts";
import { GroupNames } from "./group-names.tsx";
import { hasRoomByTiming, NamesByTiming, Split } from "./group-timings.tsx";
import type { ViewNode } from "./graph-view.ts";
import { versionsIn, versionsInFull } from "./group-versions.ts";
import type { GroupCard } from "./layers.ts";
import { formatCount } from "../../format/format.ts";
import { DISTANCE, tabularWidth, textWidth } from "../../format/text-width.ts";

interface GroupLinesProps {
  card: GroupCard;
  detail: Detail;
  /** Of the text. */
  room: number;
}

/** Of the icons of timings and of cycles, with their distance. */
const ICON = 18;

/** Of a timing in words with a name beside it, in a wide card. */
const NAMED_TIMING = 200;

/** The line below the name: when, and who. In a list of dependents, with the versions of the root that they declare. */
export function GroupLine({ card, detail, room }: GroupLinesProps) {
  const { nodes, withClock, inCycle = 0 } = card;
  const isTimed = withClock !== null;
  const hasHeading = detail === "brief";
  const isNamed =
    hasTiming(card, detail) && (detail === "timed" || detail === "list" || room >= NAMED_TIMING);
  // Below the heading of a section, and with few words for the timing, there is room for names.
  const hasNames = hasHeading || withClock === nodes.length;
  const timing = hasHeading ? 0 : ICON + (isNamed ? textWidth(noteOf(card, detail)) + DISTANCE : 0);
  const left = room - timing - cycleWidth(inCycle);
  const hasVersions = hasNames && !isNamed && (hasHeading || detail === "list");
  const { alone = "", beside = "" } = hasVersions ? placeVersions(card, left) : {};
  return (
    <span className="flex min-w-0 items-center gap-1 text-12/4 text-muted">
      {!hasHeading && isTimed && <Split card={card} hasCount={!hasNames} isNamed={isNamed} />}
      {!hasHeading && !isTimed && <span className="truncate">{noteOf(card, detail)}</span>}
      {hasNames && isNamed && <span>·</span>}
      {hasNames && alone === "" && (
        <>
          <CycleCount count={inCycle} />
          <GroupNames nodes={namedIn(card)} room={beside === "" ? left : roomBeside(beside, left)} />
        </>
      )}
      {alone !== "" && <span className="tabular truncate">{alone}</span>}
      {beside !== "" && <span className="tabular ml-auto shrink-0 pl-1">{beside}</span>}
    </span>
  );
}

const roomBeside = (words: string, room: number): number => room - DISTANCE - tabularWidth(words);

/** The versions of a stack: alone on its line if they say who declares what, or if several have no room beside a name. Neither where only one has no room: its list has it. */
function placeVersions(card: GroupCard, room: number): { alone?: string; beside?: string } {
  const [whole = "", ...shorter] = versionsIn(activeIn(card));
  const fits = (words: string): boolean => words !== "" && tabularWidth(words) <= room;
  const fitsBeside = (words: string): boolean => namesIn(namedIn(card), roomBeside(words, room)) !== "";
  // Who is in a cycle says more.
  if (card.inCycle !== undefined) return { beside: [whole, ...shorter].find(fitsBeside) ?? "" };
  const full = versionsInFull(activeIn(card));
  if (fits(full)) return { alone: full };
  if (fitsBeside(whole)) return { beside: whole };
  return shorter.length > 0 && fits(whole) ? { alone: whole } : {};
}

/** Those that are named: the ones in a cycle, of which there are fewer, or all that are not archived. */
const namedIn = (card: GroupCard): readonly ViewNode[] =>
  card.inCycle === undefined ? activeIn(card) : card.nodes.slice(0, card.inCycle);

interface TallGroupLinesProps extends GroupLinesProps {
  /** How many it has, where that has no room beside its name. */
  size: string | undefined;
}

/** The lines of a narrow card: who, unless the size is there, and when, beside the versions of the root as in a repository. */
export function TallGroupLines({ card, detail, room, size }: TallGroupLinesProps) {
  const { nodes, withClock, inCycle = 0, opens } = card;
  const active = activeIn(card);
  const isTimed = withClock !== null;
  const isSame = withClock === nodes.length;
  const isNamed = hasTiming(card, detail) && isSame;
  // With few words for the timing, names need no separate line.
  const isBrief = isSame && !isNamed;
  const isByTiming = isBrief && size === undefined && inCycle === 0 && hasRoomByTiming(active, room);
  const hasVersions = isBrief && size === undefined && !isByTiming;
  const fits = (words: string): boolean => words !== "" && tabularWidth(words) <= room - ICON;
  const versions = hasVersions ? ([versionsInFull(active), ...versionsIn(active)].find(fits) ?? "") : "";
  const hasNamesBelow = isBrief && !isByTiming && versions === "";
  const hasNamesAbove = !isBrief || versions !== "";
  return (
    <>
      {opens?.as !== "cluster" && (size !== undefined || hasNamesAbove) && (
        <span className="flex items-center gap-1 text-12/3.75 text-muted">
          {size === undefined ? (
            <>
              <CycleCount count={inCycle} />
              <GroupNames nodes={namedIn(card)} room={room - cycleWidth(inCycle)} />
            </>
          ) : (
            size
          )}
        </span>
      )}
      <span className="flex min-w-0 items-center gap-1 text-12/3.75 text-muted">
        {isByTiming && <NamesByTiming nodes={active} />}
        {!isByTiming && isTimed && <Split card={card} hasCount={!isBrief} isNamed={isNamed} />}
        {!isTimed && <span className="truncate">{noteOf(card, detail)}</span>}
        {hasNamesBelow && (
          <>
            <CycleCount count={inCycle} />
            {/* The line of the size is free. */}
            <GroupNames
              nodes={namedIn(card)}
              room={room - ICON - cycleWidth(inCycle)}
              lines={size === undefined ? 2 : 1}
            />
          </>
        )}
        {versions !== "" && <span className="tabular truncate">{versions}</span>}
      </span>
    </>
  );
}

const cycleWidth = (count: number): number => (count === 0 ? 0 : ICON + tabularWidth(formatCount(count)));

/** Before names, of which the first ones are in a cycle. */
const CycleCount = ({ count }: { count: number }) =>
  count > 0 && (
    <span
      title={`${formatCount(count)} in a dependency cycle with the root`}
      className="tabular flex shrink-0 items-center gap-0.5"
    >
      <Repeat aria-hidden className="size-3" />
      {`${formatCount(count)}:`}
      <span className="sr-only"> in a cycle with the root</span>
    </span>
  );
