import { ChevronRight } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { cx } from "../components/dom.ts";
import { countOf } from "../format/format.ts";

interface GroupedListProps<Row> {
  /** For screen readers. */
  label: string;
  /** Rows of a group are adjacent. */
  rows: readonly Row[];
  groupOf: (row: Row) => string;
  /** The heading of a group, without links. */
  title: (rows: readonly [Row, ...Row[]], isOpen: boolean) => ReactNode;
  /** Shown at the end of the heading, or below it on a narrow screen. */
  summary: (rows: readonly [Row, ...Row[]]) => ReactNode;
  /** Shown above the rows of an expanded group. */
  about?: (rows: readonly [Row, ...Row[]]) => ReactNode;
  rowId: (row: Row) => string;
  row: (row: Row) => ReactNode;
  /** Headers above the groups, in the columns of the summary. */
  header?: ReactNode;
  /** Singular and plural of a row. */
  unit?: readonly [string, string];
  /** The number of rows, if not in words. */
  count?: (rows: readonly [Row, ...Row[]]) => ReactNode;
  /** A class that sets the width of the number of rows from `sm` on. */
  countWidth?: string;
  /** Up to this many groups are expanded at first. */
  openUpTo?: number;
}

/** So many groups fit with all of their rows. */
const FEW = 4;

/** Rows in groups that expand. `j` and `k` move between groups, and Enter expands one. */
export function GroupedList<Row>(props: GroupedListProps<Row>) {
  const { label, rows, groupOf, header, openUpTo = FEW, ...group } = props;
  const groups = [...Map.groupBy(rows, groupOf)];
  return (
    <>
      {header && (
        <div className="mb-1.5 hidden items-center gap-x-4 px-3 text-12 text-muted sm:flex">{header}</div>
      )}
      <ul aria-label={label} className="divide-y divide-line rounded-md border text-13">
        {groups.map(([key, [first, ...others]]) =>
          first === undefined ? null : (
            <Group key={key} rows={[first, ...others]} isFirstOpen={groups.length <= openUpTo} {...group} />
          ),
        )}
      </ul>
    </>
  );
}

interface GroupProps<Row> extends Omit<
  GroupedListProps<Row>,
  "label" | "rows" | "groupOf" | "header" | "openUpTo"
> {
  rows: readonly [Row, ...Row[]];
  isFirstOpen: boolean;
}

const DECLARATION = ["declaration", "declarations"] as const;

function Group<Row>(props: GroupProps<Row>) {
  const { rows, isFirstOpen, title, summary, about, rowId, row, unit = DECLARATION, count } = props;
  const { countWidth = "sm:min-w-20" } = props;
  const [isOpen, setIsOpen] = useState(isFirstOpen);
  const id = useId();
  return (
    <li>
      <div className="relative flex min-h-11 flex-wrap items-center gap-x-4 gap-y-1 px-3 py-2 hover:bg-hover has-[[data-row-link]:focus-visible]:bg-hover">
        <button
          type="button"
          data-row-link=""
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setIsOpen(!isOpen)}
          className="flex min-w-0 flex-1 items-center gap-2 text-left font-medium max-sm:basis-full after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
        >
          <ChevronRight
            aria-hidden
            className={cx(
              "size-4 shrink-0 text-faint transition-transform max-sm:mt-0.5 max-sm:self-start",
              isOpen && "rotate-90",
            )}
          />
          {title(rows, isOpen)}
        </button>
        <span className="flex min-w-0 flex-wrap items-center gap-x-4 gap-y-1 text-muted max-sm:w-full max-sm:pl-6">
          {summary(rows)}
          <span className={cx("tabular whitespace-nowrap sm:text-right", countWidth)}>
            {count ? count(rows) : countOf(rows.length, ...unit)}
          </span>
        </span>
      </div>
      {isOpen && (
        <div id={id} className="border-t bg-sunken px-3 py-2 sm:pl-9">
          {about && <div className="mb-2 text-muted">{about(rows)}</div>}
          <ul className="flex flex-col divide-y divide-line">
            {rows.map((one) => (
              <li key={rowId(one)} className="py-2">
                {row(one)}
              </li>
            ))}
          </ul>
        </div>
      )}
    </li>
  );
}
