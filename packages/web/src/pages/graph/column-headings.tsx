import type { Drawing } from "./drawing.ts";
import { HEADING_HEIGHT, HEADING_WIDTH } from "./sizes.ts";
import { Beyond, ImpactLink, ShowBeyond } from "./graph-links.tsx";
import { archivedIn, timingsOf } from "./sections.ts";
import { besideEachOther } from "./slots.ts";
import { Timings } from "./timings.tsx";
import { cx } from "../../components/dom.ts";
import { Help } from "../../components/help.tsx";
import { formatCount } from "../../format/format.ts";
import { tabularWidth, textWidth } from "../../format/text-width.ts";
import { inWords } from "../../format/words.ts";

/** By the number of a column. */
export const headingId = (at: number): string => `graph-column-${at}`;

/** The widths of a title, of a number with the words of its timing, of those that follow, and what "may be" takes. */
const TITLE = 150;
const WORDS = 118;
const FOLLOWERS = 160;
const MAY = 44;

/** The row of headings, which stays in sight. Around a root, each says how many repositories get a change when. */
export function ColumnHeadings({
  drawing: { columns, sizes, cards, layers, heading },
}: {
  drawing: Drawing;
}) {
  const root = cards.find(({ card }) => card.kind === "repository" && card.isRoot)?.card;
  const isTall = heading > HEADING_HEIGHT;
  const isSummed = layers.isSummed === true;
  return (
    <div style={{ height: heading }} className="sticky top-0 z-20 bg-sunken">
      {besideEachOther(columns).map(
        ({ at, x, width, title, shortTitle = title, hint = title, count, parts, role, isExplained }) => {
          const isRoot = at === root?.column;
          // Where lines are summed up, the frame has them.
          const timings = isSummed ? [] : timingsOf(layers, at);
          // Elsewhere, frames and what is beside them say it.
          const hasNotes = isTall || isSummed;
          const archived = archivedIn(layers, at);
          const room = width + (isTall ? Math.max(0, sizes.gap - 8) : 0);
          return (
            <div
              key={at}
              // The root is one repository: its heading needs no count, and may say why a side is empty.
              style={{ left: x, width: room }}
              className={cx(
                "absolute flex h-full text-12 text-muted",
                !isTall ? "items-center gap-2" : isRoot ? "flex-col items-start pt-2" : "pt-2",
              )}
            >
              <h2
                id={headingId(at)}
                className={cx(
                  "flex min-w-0 font-medium",
                  isTall ? "flex-col" : "grow items-center gap-2",
                  !root && "grow justify-between",
                )}
              >
                <span className="truncate" title={hint}>
                  {isRoot && width < HEADING_WIDTH ? shortTitle : title}
                </span>
                {isExplained && (
                  <span className="-my-1 -ml-1 mr-auto flex">
                    <Help of="balance" />
                  </span>
                )}
                {!isRoot && (isTall || isSummed || !root || parts !== undefined) && (
                  <span className="tabular flex gap-2 font-normal whitespace-nowrap">
                    {formatCount(count)}
                    {(hasNotes || parts !== undefined) &&
                      archived > 0 &&
                      ` (${formatCount(archived)} archived)`}
                    {role !== undefined && `, all ${inWords(role)}`}
                    {hasNotes && at === columns.at(-1)?.at && layers.beyond?.length === 0 && ", none beyond"}
                  </span>
                )}
                {!isRoot && root && parts === undefined && timings.length > 0 && (
                  <Timings
                    count={count}
                    isCounted={!isTall}
                    timings={timings}
                    archived={isTall ? 0 : archived}
                    isNamed={
                      room >=
                      (isTall ? 0 : TITLE) +
                        timings.reduce(
                          (sum, { isMaximum, followers }) =>
                            sum + WORDS + (isMaximum ? MAY : 0) + (followers ? FOLLOWERS : 0),
                          0,
                        )
                    }
                  />
                )}
              </h2>
              {isRoot && <ImpactLink id={root.id} />}
              {parts !== undefined && at > 0 && layers.beyond !== undefined && (
                <Beyond beyond={layers.beyond} hops={at} />
              )}
            </div>
          );
        },
      )}
    </div>
  );
}

/** Of the lines beside a heading below another column, and of what is between its words. */
const LINES = 21;
const GAP = 8;

/** Of a number of repositories with an icon, and of the number of all without one, where there is little room. */
const SMALL_ICON = 14;
const SMALL_DISTANCE = 6;
const numberWidth = (number: number): number => SMALL_ICON + countWidth(number);
const countWidth = (count: number): number => SMALL_DISTANCE + tabularWidth(formatCount(count));

/** Of what follows, in words. With few of them, it has a second line where there is no room. */
const BEYOND = 290;

/** The headings of columns that are below others. */
export function HeadingsBelow({ drawing: { columns, layers } }: { drawing: Drawing }) {
  const below = columns.flatMap(({ at, width, top, title, shortTitle = title, ...column }) => {
    if (top === undefined) return [];
    const timings = timingsOf(layers, at);
    const archived = archivedIn(layers, at);
    const numbers = [...timings.map(({ count }) => count), ...(archived > 0 ? [archived] : [])];
    const needed = numbers.reduce((sum, number) => sum + numberWidth(number), countWidth(column.count));
    const room = (words: string): number => width - textWidth(words) - LINES - GAP;
    const heading = at === -1 && room(title) >= needed ? title : shortTitle;
    const isWordy = room(heading) >= WORDS * numbers.length;
    return {
      ...column,
      at,
      width,
      top,
      title,
      timings,
      archived,
      needed,
      isWordy,
      heading,
      room: room(heading),
    };
  });
  // All have words and a number of all, or none.
  const isNamed = below.every(({ isWordy }) => isWordy);
  const isCounted = below.every(({ room, needed }) => room >= needed);
  return below.map(({ at, x, width, top, title, hint = title, count, timings, archived, ...column }) => {
    const { heading, room, needed, beyond } = column;
    const isBrief = room < needed + (timings.some(({ isMaximum }) => isMaximum) ? MAY : 0);
    return (
      <h2
        key={at}
        id={headingId(at)}
        style={{ left: x, top, width: layers.isRanked ? width : width - LINES, height: HEADING_HEIGHT }}
        className={cx(
          "absolute flex flex-wrap content-center items-center gap-x-2 text-12/3.5 font-medium text-muted",
          layers.isRanked && "justify-between",
        )}
      >
        <span className="truncate" title={hint}>
          {heading}
        </span>
        {layers.isRanked ? (
          <span className="tabular">{formatCount(count)}</span>
        ) : (
          <>
            <Timings
              count={count}
              isCounted={isCounted}
              timings={timings}
              archived={archived}
              isBrief={isBrief}
              isNamed={isNamed}
            />
            {beyond?.length === 0 && <span className="truncate font-normal">none beyond</span>}
            {beyond !== undefined && beyond.length > 0 && (
              <ShowBeyond beyond={beyond} isBrief={room < BEYOND} />
            )}
          </>
        )}
      </h2>
    );
  });
}
