import { headingId } from "./column-headings.tsx";
import type { Drawing } from "./drawing.ts";
import { DependenciesLink, ShowBeyond } from "./graph-links.tsx";
import { TRUNK_DISTANCE } from "./frame.ts";
import { type Column, hasGroups, type Layers } from "./layers.ts";
import { archivedIn, closedIn, noChangeInBrackets, timingsOf } from "./sections.ts";
import { HEADING_HEIGHT } from "./sizes.ts";
import { archivedWidth, TimingsLine, widthOfTimings, type Wording, wordingOf } from "./timings.tsx";
import { cx } from "../../components/dom.ts";
import { formatCount } from "../../format/format.ts";
import { tabularWidth, textWidth } from "../../format/text-width.ts";

/** The headings of columns that are below others. Around a root, a second line says how many get a change when, and what is beyond. */
export function HeadingsBelow({ drawing: { columns, layers } }: { drawing: Drawing }) {
  const below = columns.filter(({ top }) => top !== undefined);
  if (layers.isRanked === true)
    return below.map((column) => (
      <h2
        key={column.at}
        id={headingId(column.at)}
        style={placeOf(column)}
        className={cx(LOOK, "items-center justify-between gap-x-2 font-medium")}
      >
        <span className="truncate" title={column.hint ?? column.title}>
          {column.title}
        </span>
        <span className="tabular">{formatCount(column.count)}</span>
      </h2>
    ));
  const headings = below.map((column) => headingOf(column, layers));
  const { isWide, wording } = formOf(headings);
  return headings.map((heading) => (
    <div key={heading.at} style={placeOf(heading)} className={cx(LOOK, "flex-col justify-center")}>
      <div className="flex gap-x-2">
        <h2 id={headingId(heading.at)} className="flex min-w-0 gap-x-2">
          <span className="truncate font-medium" title={heading.title}>
            {heading.title}
          </span>
          {isWide && <span className="tabular">{heading.number}</span>}
        </h2>
        {!isWide && <List of={heading} />}
      </div>
      <div className="flex items-center gap-x-2">
        {!isWide && <span className="tabular">{formatCount(heading.count)}</span>}
        <TimingsLine
          timings={heading.timings}
          wording={wording}
          archived={isWide || heading.noChange !== "" ? 0 : heading.archived}
        />
        {!isWide && heading.noChange !== "" && <span className="tabular">{heading.noChange}</span>}
        <BeyondHeading of={heading} wording={wording} isWide={isWide} />
        {isWide && <List of={heading} />}
      </div>
    </div>
  ));
}

const LOOK = "absolute flex text-12/3.5 whitespace-nowrap text-muted";

type PlacedColumn = Drawing["columns"][number];

const placeOf = ({ x, top, width, room = width }: PlacedColumn & { room?: number }) => ({
  left: x,
  top,
  width: room,
  height: HEADING_HEIGHT,
});

type Heading = ReturnType<typeof headingOf>;

function headingOf(column: PlacedColumn, layers: Layers) {
  const { at, count, width } = column;
  const archived = archivedIn(layers, at);
  const timings = timingsOf(layers, at);
  const closed = closedIn(layers, at);
  return {
    ...column,
    room: width - LINE - (timings.length - 1) * TRUNK_DISTANCE,
    archived,
    number: formatCount(count) + noChangeInBrackets(layers, at),
    /** Where some are only reached through archived ones, how many get no change. */
    noChange: closed === 0 ? "" : `${formatCount(archived + closed)} no change`,
    timings,
    /** Whether a list has what has no card. */
    isListed: at < 0 && hasGroups(layers, at),
  };
}

/** Of a line at the end of a heading, of what is between its words, of the link to the list, and of what is beyond in few words and in all. */
const LINE = 9;
const GAP = 8;
const LIST = 48;
const BEYOND = { narrow: 55, brief: 78, inWords: 250 };

const beyondWidth = ({ beyond = [] }: Pick<Column, "beyond">): number =>
  beyond.length === 0 ? 0 : GAP + BEYOND.brief;

/** Where the numbers are: beside the title or, if that or the timings have no room there, below it. All headings have the same form. */
function formOf(headings: readonly Heading[]): { isWide: boolean; wording: Wording } {
  const hasRoom = headings.every(
    ({ title, number, room }) => textWidth(title) + GAP + tabularWidth(number) <= room,
  );
  const wide = wordingOf(
    headings.map((one) => ({
      timings: one.timings,
      room: one.room - beyondWidth(one) - (one.isListed ? GAP + LIST : 0),
    })),
  );
  if (hasRoom && (wide === "words" || wide === "brief")) return { isWide: true, wording: wide };
  const narrow = headings.map((one) => ({
    timings: one.timings,
    room:
      one.room -
      tabularWidth(formatCount(one.count)) -
      GAP -
      (one.noChange === "" ? archivedWidth(one.archived) : GAP + tabularWidth(one.noChange)) -
      ((one.beyond ?? []).length === 0 ? 0 : GAP + BEYOND.narrow),
  }));
  return { isWide: false, wording: wordingOf(narrow) };
}

const List = ({ of: { at, isListed } }: { of: Heading }) =>
  isListed && <DependenciesLink hops={-at} className="ml-auto" />;

interface BeyondHeadingProps {
  of: Heading;
  wording: Wording;
  isWide: boolean;
}

function BeyondHeading({ of: { beyond, room, timings }, wording, isWide }: BeyondHeadingProps) {
  if (beyond === undefined) return null;
  if (beyond.length === 0) return <span>none beyond</span>;
  const left = room - widthOfTimings(timings, wording) - GAP - LIST - GAP;
  const form = !isWide ? "number" : left < BEYOND.inWords ? "brief" : "words";
  return <ShowBeyond beyond={beyond} form={form} />;
}
