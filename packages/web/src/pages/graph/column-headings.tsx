import type { Drawing } from "./drawing.ts";
import { HEADING_HEIGHT, HEADING_WIDTH } from "./sizes.ts";
import { Beyond, ImpactLink } from "./graph-links.tsx";
import { archivedInBrackets } from "./column-titles.ts";
import { archivedIn, timingsOf } from "./sections.ts";
import { besideEachOther } from "./slots.ts";
import { Timings } from "./timings.tsx";
import { cx } from "../../components/dom.ts";
import { Help } from "../../components/help.tsx";
import { formatCount } from "../../format/format.ts";
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
                    {(hasNotes || parts !== undefined) && archivedInBrackets(archived)}
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
