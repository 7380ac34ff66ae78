import { useMemo } from "react";
import { NARROW_CARD } from "./card-text.ts";
import { type Drawing, HEADING_HEIGHT } from "./drawing.ts";
import { type Bundle, bundlesOf, type Frame } from "./frame.ts";
import { besideEachOther } from "./slots.ts";
import { CLOCK_LOOKS } from "../../components/badges.tsx";
import { cx } from "../../components/dom.ts";
import { formatCount } from "../../format/format.ts";
import { CLOCK_WORDS } from "../../format/words.ts";

/** By the number of a column. */
export const headingId = (at: number): string => `graph-column-${at}`;

/** The sides and the bottom of a frame. Its top is in the row of the headings. */
export const FrameBox = ({ frame: { x, width, bottom } }: { frame: Frame }) => (
  <div
    aria-hidden
    data-frame
    style={{ left: x, width, top: HEADING_HEIGHT, height: bottom - HEADING_HEIGHT }}
    className="pointer-events-none absolute rounded-b-md border-x border-b"
  />
);

/** How many repositories of a frame get a change when. */
const Bundles = ({ bundles }: { bundles: readonly Bundle[] }) => (
  <span className="ml-auto flex gap-4">
    {bundles.map(({ clock, count }) => {
      const { icon: Icon, text } = CLOCK_LOOKS[clock];
      return (
        <span key={clock} className="tabular flex items-center gap-1 font-normal">
          <Icon aria-hidden className={cx("size-3", text)} />
          {formatCount(count)} {CLOCK_WORDS[clock].label}
        </span>
      );
    })}
  </span>
);

/** The row of headings, which stays in sight, with the top of the frame. */
export function ColumnHeadings({ drawing: { columns, sizes, cards, frame, layers } }: { drawing: Drawing }) {
  const bundles = useMemo(() => bundlesOf(layers), [layers]);
  const root = cards.find(({ card }) => card.kind === "repository" && card.isRoot)?.card.column;
  const isRoot = (at: number): boolean => at === root;
  return (
    <div style={{ height: HEADING_HEIGHT }} className="sticky top-0 z-20 bg-sunken">
      {frame && (
        <div
          aria-hidden
          style={{ left: frame.x, width: frame.width }}
          className="absolute top-1 bottom-0 rounded-t-md border-x border-t"
        />
      )}
      {besideEachOther(columns).map(({ at, x, width, title, shortTitle = title, hint = title, count }) => (
        <h2
          key={at}
          id={headingId(at)}
          // The root is one repository: its heading needs no count, and may say why a side is empty.
          style={{ left: x, width: width + (isRoot(at) ? sizes.gap - 8 : 0) }}
          className={cx(
            "absolute flex h-full items-center gap-2 text-12 font-medium text-muted",
            at === frame?.at ? "pt-1" : "justify-between",
          )}
        >
          <span className="truncate" title={hint}>
            {width < NARROW_CARD ? shortTitle : title}
          </span>
          {!isRoot(at) && <span className="tabular">{formatCount(count)}</span>}
          {at === frame?.at && <Bundles bundles={bundles} />}
        </h2>
      ))}
    </div>
  );
}

/** The headings of columns that are below others. */
export const HeadingsBelow = ({ drawing: { columns } }: { drawing: Drawing }) =>
  columns.map(
    ({ at, x, width, top, title, hint = title, count }) =>
      top !== undefined && (
        <h2
          key={at}
          id={headingId(at)}
          style={{ left: x, top, width, height: HEADING_HEIGHT }}
          className="absolute flex items-center justify-between gap-2 text-12 font-medium text-muted"
        >
          <span className="truncate" title={hint}>
            {title}
          </span>
          <span className="tabular">{formatCount(count)}</span>
        </h2>
      ),
  );
