import { Repeat } from "lucide-react";
import { activeIn, type Detail, hasTiming, namesIn, noteOf } from "./card-text.ts";
import { GroupNames } from "./group-names.tsx";
import { hasRoomByTiming, NamesByTiming, Split } from "./group-timings.tsx";
import { versionCounts, versionsOfAll } from "./group-versions.ts";
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

/** The line below the name: when, and who. In a list of what the root is used in, with its versions: how many declare which, or the same beside the names. */
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
  const counts = hasVersions ? versionCounts(activeIn(card), left - (inCycle > 0 ? DISTANCE : 0)) : "";
  const versions = hasVersions && counts === "" ? versionsOfAll(activeIn(card)) : "";
  const besideVersions = left - DISTANCE - textWidth(versions);
  // A list of them has them where they have no room beside a name.
  const isVersioned = versions !== "" && namesIn(activeIn(card), besideVersions) !== "";
  return (
    <span className="flex min-w-0 items-center gap-1 text-12/4 text-muted">
      {!hasHeading && isTimed && <Split card={card} hasCount={!hasNames} isNamed={isNamed} />}
      {!hasHeading && !isTimed && <span className="truncate">{noteOf(card, detail)}</span>}
      {hasNames && (
        <>
          {isNamed && <span>·</span>}
          <CycleCount count={inCycle} />
          {counts !== "" && inCycle > 0 && <span>·</span>}
          {counts === "" && <GroupNames card={card} room={isVersioned ? besideVersions : left} />}
        </>
      )}
      {counts !== "" && <span className="tabular truncate">{counts}</span>}
      {isVersioned && <span className="tabular ml-auto shrink-0 pl-1">{versions}</span>}
    </span>
  );
}

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
  const versions = hasVersions ? versionCounts(active, room - ICON) || versionsOfAll(active) : "";
  const hasNamesBelow = isBrief && !isByTiming && versions === "";
  const hasNamesAbove = !isBrief || versions !== "";
  return (
    <>
      {opens?.as !== "cluster" && (size !== undefined || hasNamesAbove) && (
        <span className="flex items-center gap-1 text-12/3.75 text-muted">
          {size === undefined ? (
            <>
              <CycleCount count={inCycle} />
              <GroupNames card={card} room={room - cycleWidth(inCycle)} />
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
              card={card}
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
      {formatCount(count)}
      <span className="sr-only"> in a cycle with the root:</span>
    </span>
  );
