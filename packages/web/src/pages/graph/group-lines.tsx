import { Repeat } from "lucide-react";
import { activeIn, type Detail, hasTiming, namesIn, noteOf } from "./card-text.ts";
import { GroupNames } from "./group-names.tsx";
import { hasRoomByTiming, NamesByTiming, Split } from "./group-timings.tsx";
import { versionsIn, versionsInFull } from "./group-versions.ts";
import type { GroupCard } from "./layers.ts";
import { cx } from "../../components/dom.ts";
import { formatCount } from "../../format/format.ts";
import { DISTANCE, ICON, tabularWidth, textWidth } from "../../format/text-width.ts";

interface GroupLinesProps {
  card: GroupCard;
  detail: Detail;
  /** Of the text. */
  room: number;
}

/** Of a timing in words with a name beside it, in a wide card. */
const NAMED_TIMING = 200;

interface GroupLineProps extends GroupLinesProps {
  /** Whether it has the number of those in a cycle, at its end. */
  hasCycle: boolean;
}

/** The line below the name: when, and who. In a list of dependents, with the versions of the root that they declare. */
export function GroupLine({ card, detail, room, hasCycle }: GroupLineProps) {
  const { nodes, withClock } = card;
  const isTimed = withClock !== null;
  const hasHeading = detail === "brief";
  const isNamed =
    hasTiming(card, detail) && (detail === "timed" || detail === "list" || room >= NAMED_TIMING);
  // Below the heading of a section, and with few words for the timing, there is room for names.
  const hasNames = hasHeading || withClock === nodes.length;
  const timing = hasHeading ? 0 : ICON + (isNamed ? textWidth(noteOf(card, detail)) + DISTANCE : 0);
  const left = room - timing - (hasCycle ? cycleWidth(card) : 0);
  const hasVersions = hasNames && !isNamed && (hasHeading || detail === "list");
  const { alone = "", beside = "" } = hasVersions ? placeVersions(card, left) : {};
  return (
    <span className="flex min-w-0 items-center gap-1 text-12/4 text-muted">
      {!hasHeading && isTimed && <Split card={card} hasCount={!hasNames} isNamed={isNamed} />}
      {!hasHeading && !isTimed && <span className="truncate">{noteOf(card, detail)}</span>}
      {hasNames && isNamed && <span>·</span>}
      {hasNames && alone === "" && (
        <GroupNames nodes={activeIn(card)} room={beside === "" ? left : roomBeside(beside, left)} />
      )}
      {alone !== "" && <span className="tabular truncate">{alone}</span>}
      {beside !== "" && <span className="tabular ml-auto shrink-0 pl-1">{beside}</span>}
      {hasCycle && <CycleCount of={card} className={beside === "" ? "ml-auto pl-1" : "pl-1"} />}
    </span>
  );
}

const roomBeside = (words: string, room: number): number => room - DISTANCE - tabularWidth(words);

/** The versions of a stack: alone on its line if they say who declares what, or if several have no room beside a name. Neither where only one has no room: its list has it. */
function placeVersions(card: GroupCard, room: number): { alone?: string; beside?: string } {
  const active = activeIn(card);
  const [whole = "", ...shorter] = versionsIn(active);
  const fits = (words: string): boolean => words !== "" && tabularWidth(words) <= room;
  const full = versionsInFull(active);
  if (fits(full)) return { alone: full };
  if (namesIn(active, roomBeside(whole, room)) !== "") return { beside: whole };
  return shorter.length > 0 && fits(whole) ? { alone: whole } : {};
}

interface TallGroupLinesProps extends GroupLinesProps {
  /** How many it has, where that has no room beside its name. */
  size: string | undefined;
}

/** The lines of a narrow card: who, unless the size is there, and when, beside the versions of the root as in a repository. */
export function TallGroupLines({ card, detail, room, size }: TallGroupLinesProps) {
  const { nodes, withClock, opens } = card;
  const active = activeIn(card);
  const isTimed = withClock !== null;
  const isSame = withClock === nodes.length;
  const isNamed = hasTiming(card, detail) && isSame;
  // With few words for the timing, names need no separate line.
  const isBrief = isSame && !isNamed;
  const isByTiming = isBrief && size === undefined && hasRoomByTiming(active, room);
  const hasVersions = isBrief && size === undefined && !isByTiming;
  const fits = (words: string): boolean => words !== "" && tabularWidth(words) <= room - ICON;
  const versions = hasVersions ? ([versionsInFull(active), ...versionsIn(active)].find(fits) ?? "") : "";
  const hasNamesBelow = isBrief && !isByTiming && versions === "";
  const hasNamesAbove = !isBrief || versions !== "";
  return (
    <>
      {opens?.as !== "cluster" && (size !== undefined || hasNamesAbove) && (
        <span className="flex items-center gap-1 text-12/3.75 text-muted">
          {size ?? <GroupNames nodes={active} room={room} />}
        </span>
      )}
      <span className="flex min-w-0 items-center gap-1 text-12/3.75 text-muted">
        {isByTiming && <NamesByTiming nodes={active} />}
        {!isByTiming && isTimed && <Split card={card} hasCount={!isBrief} isNamed={isNamed} />}
        {!isTimed && <span className="truncate">{noteOf(card, detail)}</span>}
        {hasNamesBelow && (
          // The line of the size is free.
          <GroupNames nodes={active} room={room - ICON} lines={size === undefined ? 2 : 1} />
        )}
        {versions !== "" && <span className="tabular truncate">{versions}</span>}
      </span>
    </>
  );
}

/** Of the number of those in a cycle, with its distance. */
export const cycleWidth = ({ inCycle = 0 }: GroupCard): number =>
  inCycle === 0 ? 0 : ICON + DISTANCE + tabularWidth(formatCount(inCycle));

/** How many of a group are on the other side of the root, too. */
export const CycleCount = ({ of: { inCycle = 0 }, className }: { of: GroupCard; className: string }) =>
  inCycle > 0 && (
    <span
      title={`${formatCount(inCycle)} in a dependency cycle with the root`}
      className={cx("tabular flex shrink-0 items-center gap-0.5 text-12 text-muted", className)}
    >
      <Repeat aria-hidden className="size-3" />
      {formatCount(inCycle)}
      <span className="sr-only"> in a cycle with the root</span>
    </span>
  );
