import { Archive } from "lucide-react";
import { headingId } from "./column-headings.tsx";
import { archivedInBrackets } from "./column-titles.ts";
import type { Drawing } from "./drawing.ts";
import { DependenciesLink, ShowBeyond } from "./graph-links.tsx";
import { TRUNK_DISTANCE } from "./frame.ts";
import { type Column, hasGroups, type Layers } from "./layers.ts";
import { archivedIn, behindArchivedIn, timingsOf } from "./sections.ts";
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
  const form = formOf(headings);
  const { isWide, wording } = form;
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
        <TimingsLine timings={heading.timings} wording={wording} archived={isWide ? 0 : heading.archived} />
        {heading.closed > 0 && <Closed count={heading.closed} hasSign={form.hasSign} />}
        <BeyondHeading of={heading} form={form} />
        {isWide && <List of={heading} />}
      </div>
    </div>
  ));
}

/** How many are only reached through archived ones. */
const Closed = ({ count, hasSign }: { count: number; hasSign: boolean }) => (
  <span
    title={`${formatCount(count)} are only reached through archived repositories, which pass nothing on`}
    className="tabular flex items-center gap-x-1"
  >
    {formatCount(count)} via{" "}
    {hasSign ? (
      <>
        <Archive aria-hidden className="size-3" />
        <span className="sr-only">archived ones</span>
      </>
    ) : (
      "archived"
    )}
  </span>
);

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
  return {
    ...column,
    room: width - LINE - (timings.length - 1) * TRUNK_DISTANCE,
    archived,
    number: formatCount(count) + archivedInBrackets(archived),
    closed: behindArchivedIn(layers, at),
    timings,
    /** Whether a list has what has no card. */
    isListed: at < 0 && hasGroups(layers, at),
  };
}

/** Of a line at the end of a heading, of what is between its words, of the link to the list, and of what is beyond in few words and in all. */
const LINE = 9;
const GAP = 8;
const LIST = 48;
const BEYOND = { least: 44, brief: 78, inWords: 250 };
const CLOSED = { words: textWidth(" via archived"), sign: textWidth(" via ") + 16 };

interface Form {
  /** Whether numbers are beside the title. */
  isWide: boolean;
  wording: Wording;
  /** Whether a sign stands for archived ones that others are reached through. */
  hasSign: boolean;
  beyond: "brief" | "least";
}

/** Where the numbers are: beside the title or, if that or the timings have no room there, below it. All headings have the same form. */
function formOf(headings: readonly Heading[]): Form {
  const hasRoom = headings.every(
    ({ title, number, room, closed }) =>
      closed === 0 && textWidth(title) + GAP + tabularWidth(number) <= room,
  );
  const wide = wordingOf(
    headings.map((one) => ({
      timings: one.timings,
      room: one.room - beyondWidth(one, BEYOND.brief) - (one.isListed ? GAP + LIST : 0),
    })),
  );
  if (hasRoom && (wide === "words" || wide === "brief"))
    return { isWide: true, wording: wide, hasSign: false, beyond: "brief" };
  const forms = NARROW.map((form) => ({
    isWide: false,
    ...form,
    wording: wordingOf(
      headings.map((one) => ({
        timings: one.timings,
        room:
          one.room -
          tabularWidth(formatCount(one.count)) -
          GAP -
          archivedWidth(one.archived) -
          behindArchivedWidth(one.closed, form.hasSign) -
          beyondWidth(one, BEYOND[form.beyond]),
      })),
    ),
  }));
  return forms.find(({ wording }) => wording !== "signs") ?? LEAST;
}

/** Below the title, the one with most words first. */
const NARROW = [
  { hasSign: false, beyond: "brief" },
  { hasSign: false, beyond: "least" },
  { hasSign: true, beyond: "least" },
] as const;

const LEAST = { isWide: false, wording: "signs", hasSign: true, beyond: "least" } as const;

const beyondWidth = ({ beyond = [] }: Pick<Column, "beyond">, width: number): number =>
  beyond.length === 0 ? 0 : GAP + width;

const behindArchivedWidth = (count: number, hasSign: boolean): number =>
  count === 0 ? 0 : GAP + tabularWidth(formatCount(count)) + (hasSign ? CLOSED.sign : CLOSED.words);

const List = ({ of: { at, isListed } }: { of: Heading }) =>
  isListed && <DependenciesLink hops={-at} className="ml-auto" />;

function BeyondHeading({ of: { beyond, room, timings }, form }: { of: Heading; form: Form }) {
  if (beyond === undefined) return null;
  if (beyond.length === 0) return <span>none beyond</span>;
  const left = room - widthOfTimings(timings, form.wording) - GAP - LIST - GAP;
  return <ShowBeyond beyond={beyond} form={form.isWide && left >= BEYOND.inWords ? "words" : form.beyond} />;
}
