import { ArrowDown } from "lucide-react";
import type { ReactNode } from "react";
import { cx } from "./dom.ts";

interface RankedColumn {
  header: string;
  /** The unit of its numbers, for screen readers. */
  unit: string;
}

interface RankedRow {
  id: string;
  /** A row link. */
  name: ReactNode;
  note: ReactNode;
  /** Whether the note has content. */
  hasNote?: boolean;
  /** One per column. */
  figures: readonly ReactNode[];
}

interface RankedListProps {
  /** The header of the names. */
  header: string;
  /** One or two columns of numbers. */
  columns: readonly RankedColumn[];
  /** The place of the column that the rows are ordered by. */
  orderedBy: number;
  /** Whether its numbers descend, so that an arrow says so. True by default. */
  isDescending?: boolean;
  rows: readonly RankedRow[];
}

/** A short list with numbers in columns. Where it is narrow, only the one that orders it has a column, and the others are in the note. */
export function RankedList({ header, columns, orderedBy, isDescending = true, rows }: RankedListProps) {
  const grid = cx(
    "grid items-center gap-x-3 px-3 grid-cols-[minmax(0,1fr)_auto]",
    columns.length === 1 ? "@md:grid-cols-[minmax(0,1fr)_6rem]" : "@md:grid-cols-[minmax(0,1fr)_5rem_8.5rem]",
  );
  const hides = (place: number): string | undefined => (place === orderedBy ? undefined : "hidden @md:block");
  return (
    <div className="@container">
      <div aria-hidden className={cx(grid, "mb-1.5 text-12 text-muted")}>
        <span>{header}</span>
        {columns.map((column, place) => (
          <span key={column.header} className={cx("text-right whitespace-nowrap", hides(place))}>
            {column.header}
            {isDescending && place === orderedBy && (
              <ArrowDown className="ml-1 inline size-3.5 align-[-2px]" />
            )}
          </span>
        ))}
      </div>
      <ol className="divide-y divide-line rounded-md border text-13">
        {rows.map(({ id, name, note, hasNote = true, figures }) => (
          <li key={id} className={cx(grid, "relative min-h-11 py-1.5 hover:bg-hover")}>
            <span className="flex min-w-0">{name}</span>
            <span className="col-start-1 row-start-2 min-w-0 truncate text-12 text-muted">
              {columns.map(
                ({ header: key }, place) =>
                  place !== orderedBy && (
                    <span key={key} className="@md:hidden">
                      {figures[place]} {key.toLowerCase()}
                      {hasNote && " · "}
                    </span>
                  ),
              )}
              {note}
            </span>
            {columns.map(({ header: key, unit }, place) => (
              <span
                key={key}
                className={cx("tabular row-span-2 row-start-1 self-center text-right", hides(place))}
              >
                {figures[place]}
                <span className="sr-only"> {unit}</span>
              </span>
            ))}
          </li>
        ))}
      </ol>
    </div>
  );
}
