import { Repeat } from "lucide-react";
import { archivedOf, type Detail, distinctName, hasTiming, namesIn, noteOf } from "./card-text.ts";
import { PassedOn } from "./card-figures.tsx";
import { GroupNames } from "./group-names.tsx";
import { hasRoomByTiming, NamesByTiming, Split, splitWidth } from "./group-timings.tsx";
import { versionsIn, versionsInFull } from "./group-versions.ts";
import type { ViewNode } from "./graph-view.ts";
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

interface RoomOptions extends GroupLinesProps {
  /** Whether the numbers of its timings are beside the title. */
  isSplitAbove?: boolean;
}

interface GroupLineProps extends RoomOptions {
  /** Where it says who is in a cycle: by name, at its end as a number, or not. */
  cycle: "named" | "counted" | "above";
}

/** Room for names and versions in the line of a card, beside its timing. */
function roomOfLine({ card, detail, room, isSplitAbove = false }: RoomOptions) {
  const { nodes, withClock } = card;
  const hasHeading = detail === "brief";
  const isNamed =
    hasTiming(card, detail) && (detail === "timed" || detail === "list" || room >= NAMED_TIMING);
  // Below the heading of a section, and with few words for the timing, there is room for names.
  const hasNames = hasHeading || withClock === nodes.length;
  const timing =
    hasHeading || isSplitAbove
      ? 0
      : splitWidth(card) + (isNamed ? textWidth(noteOf(card, detail)) + DISTANCE : 0);
  return { hasHeading, isNamed, hasNames, timing };
}

/** Whether the line has room for the name of one that is in a cycle, beside the timings of all. Their names are also above the graph. */
export function isCycleNamed(options: RoomOptions): boolean {
  const { hasNames, timing } = roomOfLine(options);
  // Of archived ones only, active ones say more.
  const areActive =
    options.card.isArchived === true || options.card.inCycle?.some(({ archived }) => !archived) === true;
  return hasNames && areActive && cycleNamesIn(options.card, options.room - timing) !== "";
}

/** `12 via identity-46, 9 via security-191, …`: through which repositories how many of a group are reached, as many as have room. Empty without room for one. */
export function waysInWords({ ways = [] }: GroupCard, room: number): string {
  const words = ways.map(({ via, count }) => `${formatCount(count)} via ${distinctName(via)}`);
  const fitting = words.map(
    (_, at) => words.slice(0, at + 1).join(", ") + (at + 1 < words.length ? ", …" : ""),
  );
  return fitting.findLast((some) => tabularWidth(some) <= room) ?? "";
}

/** The line below the name: when, and who. In a list of dependents, with the versions of the root that they declare. */
export function GroupLine({ card, detail, room, cycle, isSplitAbove = false }: GroupLineProps) {
  const { hasHeading, isNamed, hasNames, timing } = roomOfLine({ card, detail, room, isSplitAbove });
  const isTimed = !hasHeading && !isSplitAbove && card.withClock !== null;
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
  const ways = waysInWords(card, left);
  const roomOfNames = beside === "" ? left : roomBeside(beside, left);
  return (
    <span className="flex min-w-0 items-center gap-1 text-12/4 text-muted">
      {isTimingFirst && <Split card={card} hasCount={!hasNames} isNamed={isNamed} />}
      {!hasHeading && card.withClock === null && <span className="truncate">{noteOf(card, detail)}</span>}
      {hasNames && isNamed && <span>·</span>}
      {ways !== "" ? (
        <span className="tabular shrink-0">{ways}</span>
      ) : cycle === "named" ? (
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
          {size ??
            (waysInWords(card, room) || <GroupNames nodes={nodes} room={room - passesOnWidth(card)} />)}
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

/** Of the number of those in a cycle, with its distance. */
export const cycleWidth = ({ inCycle = [] }: GroupCard): number =>
  inCycle.length === 0 ? 0 : ICON + DISTANCE + tabularWidth(formatCount(inCycle.length));

/** Names of those in a cycle at most. */
const NAMED = 8;

/** `4: platform-315, …`: how many of a group are on the other side of the root, too, and as many of their names as fit. Empty if none does. */
function cycleNamesIn({ inCycle = [] }: GroupCard, room: number): string {
  const count = `${formatCount(inCycle.length)}: `;
  const left = room - ICON - tabularWidth(count);
  // A number would be read as that of the other repositories of the group.
  const wordsOf = (nodes: readonly ViewNode[]): string =>
    nodes.map(distinctName).join(", ") + (nodes.length < inCycle.length ? ", …" : "");
  const fits = (nodes: readonly ViewNode[]): boolean => textWidth(wordsOf(nodes)) <= left;
  // A name that has room says more than their order.
  const fitting = inCycle.filter((node) => fits([node])).slice(0, NAMED);
  const named = fitting.map((_, at) => fitting.slice(0, at + 1)).findLast(fits);
  return named ? count + wordsOf(named) : "";
}

const CycleNames = ({ card, room }: { card: GroupCard; room: number }) => (
  <span
    title={`In a dependency cycle with the root: ${(card.inCycle ?? []).map(distinctName).join(", ")}`}
    className="flex shrink-0 items-center gap-1"
  >
    <Repeat aria-hidden className="size-3" />
    <span className="sr-only">In a cycle with the root </span>
    {cycleNamesIn(card, room)}
  </span>
);

/** The number of those. */
export const CycleCount = ({ of: { inCycle }, className }: { of: GroupCard; className: string }) =>
  inCycle !== undefined && (
    <span
      title={`${formatCount(inCycle.length)} in a dependency cycle with the root`}
      className={cx("tabular flex shrink-0 items-center gap-0.5 text-12 text-muted", className)}
    >
      <Repeat aria-hidden className="size-3" />
      {formatCount(inCycle.length)}
      <span className="sr-only"> in a cycle with the root</span>
    </span>
  );
