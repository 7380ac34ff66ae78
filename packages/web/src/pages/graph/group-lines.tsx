import { archivedOf, type Detail, hasTiming, namesIn, noteOf } from "./card-text.ts";
import { PassedOn } from "./card-figures.tsx";
import { CycleCount, cycleNamesIn, CycleNames, cycleWidth } from "./group-cycle.tsx";
import { GroupNames } from "./group-names.tsx";
import { hasRoomByTiming, NamesByTiming, Split, splitWidth } from "./group-timings.tsx";
import { versionsIn, versionsInFull } from "./group-versions.ts";
import type { GroupCard } from "./layers.ts";
import { hasWays, waysInLines } from "./ways-lines.tsx";
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
  /** Where the card says who is in a cycle: in this line by name or at its end as a number, or elsewhere. */
  cycle: "named" | "counted" | "elsewhere";
}

/** Room for names and versions in the line of a card, beside its timing. */
function roomOfLine({ card, detail, room }: GroupLinesProps) {
  const { nodes, withClock } = card;
  const hasHeading = detail === "brief";
  const isNamed =
    hasTiming(card, detail) && (detail === "timed" || detail === "list" || room >= NAMED_TIMING);
  // Below the heading of a section, and with few words for the timing, there is room for names.
  const timing = hasHeading
    ? 0
    : splitWidth(card) + (isNamed ? textWidth(noteOf(card, detail)) + DISTANCE : 0);
  const isSame = hasHeading || withClock === nodes.length;
  // Numbers of archived ones say more than the start of a name.
  const isCut = archivedOf(card).length > 0 && hasWays(card) && namesIn(nodes, room - timing) === "";
  return { hasHeading, isNamed, hasNames: isSame && !isCut, timing };
}

/** Whether the line has room for the name of one that is in a cycle, beside the timings of all. Their names are also above the graph. */
export function isCycleNamed(options: GroupLinesProps): boolean {
  const { hasNames, timing } = roomOfLine(options);
  // Of archived ones only, active ones say more.
  const areActive =
    options.card.isArchived === true || options.card.inCycle?.some(({ archived }) => !archived) === true;
  return hasNames && areActive && cycleNamesIn(options.card, options.room - timing) !== "";
}

/** Whether the line has room for a name. */
export const isNamedInLine = (options: GroupLinesProps): boolean => roomOfLine(options).hasNames;

/** The line below the name: when, and who. In a list of dependents, with the versions of the root that they declare. */
export function GroupLine({ card, detail, room, cycle }: GroupLineProps) {
  const { hasHeading, isNamed, hasNames, timing } = roomOfLine({ card, detail, room });
  const isTimed = !hasHeading && card.withClock !== null;
  // Before the number of those in a cycle, a pin would be read as the timing of these.
  // Behind the number of archived ones, a name would be read as that of one of these.
  const isSplit = hasNames && !isNamed && archivedOf(card).length > 0;
  const isTimingFirst = isTimed && (isNamed || (cycle !== "named" && !isSplit));
  const isTimingLast = isTimed && !isTimingFirst;
  const left =
    room -
    (isTimingFirst || isTimingLast ? timing : 0) -
    (cycle === "counted" ? cycleWidth(card) : 0) -
    passesOnWidth(card);
  const hasVersions = hasNames && !isNamed && (hasHeading || detail === "list");
  const place = cycle === "named" ? placeBesideCycle : placeVersions;
  const { alone = "", beside = "" } = hasVersions ? place(card, left) : {};
  const hasPassesOn = (card.passesOn ?? 0) > 0;
  const roomOfNames = beside === "" ? left : roomBeside(beside, left);
  return (
    <span className="flex min-w-0 items-center gap-1 text-12/4 text-muted">
      {isTimingFirst && <Split card={card} hasCount={!hasNames} isNamed={isNamed} />}
      {!hasHeading && card.withClock === null && <span className="truncate">{noteOf(card, detail)}</span>}
      {hasNames && isNamed && <span>·</span>}
      {cycle === "named" ? (
        <CycleNames card={card} room={roomOfNames} />
      ) : (
        hasNames && alone === "" && <GroupNames nodes={card.nodes} room={roomOfNames} />
      )}
      {alone !== "" && <span className="tabular truncate">{alone}</span>}
      <GroupPassesOn of={card} />
      {(isTimingLast || beside !== "") && (
        <span className={cx("tabular flex shrink-0 items-center gap-1 pl-1", !hasPassesOn && "ml-auto")}>
          {isTimingLast && <Split card={card} hasCount={false} isNamed={false} />}
          {beside}
        </span>
      )}
      {cycle === "counted" && <CycleCount of={card} className={beside === "" ? "ml-auto pl-1" : "pl-1"} />}
    </span>
  );
}

const roomBeside = (words: string, room: number): number => room - DISTANCE - tabularWidth(words);

/** The versions of a stack, beside a name or, if that has no room, alone on its line, where they may say who declares what. None without room for these: its list has them. */
function placeVersions(card: GroupCard, room: number): { alone?: string; beside?: string } {
  const beside = versionsIn(card.nodes);
  if (namesIn(card.nodes, roomBeside(beside, room)) !== "") return { beside };
  const alone = [versionsInFull(card.nodes), beside].find(
    (words) => words !== "" && tabularWidth(words) <= room,
  );
  return alone === undefined ? {} : { alone };
}

/** The same where names of those in a cycle come first. */
function placeBesideCycle(card: GroupCard, room: number): { alone?: string; beside?: string } {
  const beside = versionsIn(card.nodes);
  return cycleNamesIn(card, roomBeside(beside, room)) === "" ? {} : { beside };
}

interface TallGroupLinesProps extends GroupLinesProps {
  /** How many it has, where that has no room beside its name. */
  size: string | undefined;
}

/** The lines of a narrow card: who, unless the size is there, and when, beside the versions of the root as in a repository. */
export function TallGroupLines({ card, detail, room, size }: TallGroupLinesProps) {
  const { nodes, withClock, opens } = card;
  const isTimed = withClock !== null;
  const isSame = withClock === nodes.length;
  const isNamed = hasTiming(card, detail) && isSame;
  // With few words for the timing, names need no separate line.
  const isBrief = isSame && !isNamed;
  const isByTiming = isBrief && size === undefined && hasRoomByTiming(nodes, room);
  const hasVersions = isBrief && size === undefined && !isByTiming;
  const fits = (words: string): boolean => words !== "" && tabularWidth(words) <= room - splitWidth(card);
  const versions = hasVersions ? ([versionsInFull(card.nodes), versionsIn(card.nodes)].find(fits) ?? "") : "";
  const hasNamesBelow = isBrief && !isByTiming && versions === "";
  const hasNamesAbove = !isBrief || versions !== "";
  return (
    <>
      {opens?.as !== "cluster" && (size !== undefined || hasNamesAbove) && (
        <span className="flex items-center gap-1 text-12/3.75 text-muted">
          {size ?? waysInLines(card, room, 1)[0] ?? (
            <GroupNames nodes={nodes} room={room - passesOnWidth(card)} />
          )}
          <GroupPassesOn of={card} />
        </span>
      )}
      <span className="flex min-w-0 items-center gap-1 text-12/3.75 text-muted">
        {isByTiming && <NamesByTiming nodes={nodes} />}
        {!isByTiming && isTimed && <Split card={card} hasCount={!isBrief} isNamed={isNamed} />}
        {!isTimed && <span className="truncate">{noteOf(card, detail)}</span>}
        {hasNamesBelow && (
          // The line of the size is free.
          <GroupNames nodes={nodes} room={room - splitWidth(card)} lines={size === undefined ? 2 : 1} />
        )}
        {versions !== "" && <span className="tabular truncate">{versions}</span>}
      </span>
    </>
  );
}

/** How many repositories get the change through a group. Nothing if there are none. */
const GroupPassesOn = ({ of: { passesOn = 0 } }: { of: GroupCard }) =>
  passesOn > 0 && (
    <span className="tabular ml-auto shrink-0 pl-1">
      <PassedOn count={passesOn} />
    </span>
  );

/** Of that, with its distance. */
const passesOnWidth = ({ passesOn = 0 }: GroupCard): number =>
  passesOn === 0 ? 0 : ICON + DISTANCE + tabularWidth(formatCount(passesOn));
