import { activeIn, type Detail, hasTiming, namesIn, noteOf } from "./card-text.ts";
import { GroupNames } from "./group-names.tsx";
import { hasRoomByTiming, NamesByTiming, Split } from "./group-timings.tsx";
import { versionsIn, versionsInFull } from "./group-versions.ts";
import type { GroupCard } from "./layers.ts";
import { DISTANCE, tabularWidth, textWidth } from "../../format/text-width.ts";

interface GroupLinesProps {
  card: GroupCard;
  detail: Detail;
  /** Of the text. */
  room: number;
}

/** Of the icon of a timing, with its distance. */
const ICON = 18;

/** Of a timing in words with a name beside it, in a wide card. */
const NAMED_TIMING = 200;

/** The line below the name: when, and who. In a list of dependents, with the versions of the root that they declare. */
export function GroupLine({ card, detail, room }: GroupLinesProps) {
  const { nodes, withClock } = card;
  const isTimed = withClock !== null;
  const hasHeading = detail === "brief";
  const isNamed =
    hasTiming(card, detail) && (detail === "timed" || detail === "list" || room >= NAMED_TIMING);
  // Below the heading of a section, and with few words for the timing, there is room for names.
  const hasNames = hasHeading || withClock === nodes.length;
  const timing = hasHeading ? 0 : ICON + (isNamed ? textWidth(noteOf(card, detail)) + DISTANCE : 0);
  const left = room - timing;
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
    </span>
  );
}

const roomBeside = (words: string, room: number): number => room - DISTANCE - tabularWidth(words);

/** The versions of a stack: alone on its line if they say who declares what, or if several have no room beside a name. Neither where only one has no room: its list has it. */
function placeVersions(card: GroupCard, room: number): { alone?: string; beside?: string } {
  const active = activeIn(card);
  const [whole = "", ...shorter] = versionsIn(active, card.nodes);
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
  const versions = hasVersions
    ? ([versionsInFull(active), ...versionsIn(active, nodes)].find(fits) ?? "")
    : "";
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
