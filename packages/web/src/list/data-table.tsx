import {
  type ColumnDef,
  createSortedRowModel,
  rowSortingFeature,
  sortFn_alphanumeric,
  sortFn_basic,
  tableFeatures,
  useTable,
} from "@tanstack/react-table";
import { lazy, Suspense, useMemo } from "react";
import { BodyRow, type Column, columnClass } from "./columns.tsx";
import { cx } from "../components/dom.ts";
import { SortMark } from "../components/passes-on.tsx";

/** Loaded only for long lists. */
const VirtualBody = lazy(async () => ({ default: (await import("./virtual-body.tsx")).VirtualBody }));
/** Longer lists are virtualized. */
const VIRTUAL_FROM = 200;
/** Shown until the code of long lists is loaded. */
const ROWS_ON_SCREEN = 24;

const features = tableFeatures({
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
  sortFns: { alphanumeric: sortFn_alphanumeric, basic: sortFn_basic },
});

interface DataTableProps<Row extends object> {
  /** For screen readers. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowId: (row: Row) => string;
  /** As in the URL. */
  sort?: string | undefined;
  /** Further keys of the order, which the rows already have. */
  thenBy?: readonly string[] | undefined;
  /** Without it, rows keep the order of the server. */
  onSort?: ((sort: string | undefined) => void) | undefined;
  /** Rows keep the order of the server, which sorts by the columns with a `sort`. */
  isSortedByServer?: boolean;
  /** A phone shows one column, which needs no header. */
  hasOneOnPhone?: boolean;
  /** Lower rows below a header without a frame, as in the list of an impact. */
  isDense?: boolean;
}

/** A sortable table. `j` and `k` move between rows. */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { caption, columns, rows, rowId, sort, thenBy = [], onSort, isSortedByServer = false } = props;
  const { hasOneOnPhone = false, isDense = false } = props;
  const sorted = onSort && parseSort(sort);
  const definitions = useMemo(() => columns.map(defineColumn), [columns]);
  const table = useTable({
    features,
    columns: definitions,
    data: rows,
    getRowId: rowId,
    state: { sorting: sorted && !isSortedByServer ? [sorted] : [] },
  });
  const ordered = table.getRowModel().rows;
  return (
    <div
      className={cx(
        "overflow-x-auto rounded-md border",
        hasOneOnPhone && "max-sm:[&_tbody>tr:first-child]:border-t-0",
        isDense && DENSE,
      )}
    >
      <table className="w-full border-collapse text-13">
        <caption className="sr-only">{caption}</caption>
        <thead className={cx("bg-sunken", hasOneOnPhone && "max-sm:hidden")}>
          <tr>
            {columns.map((column) => (
              <HeaderCell
                key={column.id}
                column={column}
                sorted={sorted}
                keys={sorted ? [sorted, ...thenBy.flatMap((text) => parseSort(text) ?? [])] : []}
                onSort={(isSortedByServer ? column.sort : column.value) ? onSort : undefined}
              />
            ))}
          </tr>
        </thead>
        {ordered.length > VIRTUAL_FROM ? (
          <Suspense
            fallback={
              <tbody aria-busy="true">
                {ordered.slice(0, ROWS_ON_SCREEN).map(({ id, original }) => (
                  <BodyRow key={id} row={original} columns={columns} />
                ))}
              </tbody>
            }
          >
            <VirtualBody rows={ordered.map(({ original }) => original)} columns={columns} />
          </Suspense>
        ) : (
          <tbody>
            {ordered.map(({ id, original }) => (
              <BodyRow key={id} row={original} columns={columns} />
            ))}
          </tbody>
        )}
      </table>
    </div>
  );
}

/** Borders are those of cells, because the frame is around the body alone. */
const DENSE = [
  "sm:border-0 sm:[&_thead]:bg-transparent sm:[&_table]:border-separate sm:[&_table]:border-spacing-0",
  "sm:[&_td]:h-9 sm:[&_td]:border-t sm:[&_td]:py-1",
  // Long names fit on a tablet.
  "sm:max-lg:[&_td]:px-2 sm:max-lg:[&_th]:px-2",
  "sm:[&_td:first-child]:border-l sm:[&_td:last-child]:border-r sm:[&_tbody>tr:last-child>td]:border-b",
  "sm:[&_tbody>tr:first-child>td:first-child]:rounded-tl-md sm:[&_tbody>tr:first-child>td:last-child]:rounded-tr-md",
  "sm:[&_tbody>tr:last-child>td:first-child]:rounded-bl-md sm:[&_tbody>tr:last-child>td:last-child]:rounded-br-md",
].join(" ");

const defineColumn = <Row extends object>({ id, value }: Column<Row>): ColumnDef<typeof features, Row> => ({
  id,
  accessorFn: (row) => value?.(row) ?? undefined,
  enableSorting: value !== undefined,
  sortUndefined: "last",
});

interface HeaderCellProps<Row> {
  column: Column<Row>;
  sorted: Sort | undefined;
  /** All keys of the order. */
  keys: readonly Sort[];
  onSort: ((sort: string | undefined) => void) | undefined;
}

function HeaderCell<Row>({ column, sorted, keys, onSort }: HeaderCellProps<Row>) {
  const isSorted = sorted?.id === column.id;
  const direction = sorted?.desc ? "descending" : "ascending";
  const at = keys.findIndex(({ id }) => id === column.id);
  const key = keys[at];
  return (
    <th
      scope="col"
      aria-sort={isSorted ? direction : undefined}
      className={`h-9 px-3 text-12 font-medium text-muted sm:whitespace-nowrap ${columnClass(column)}`}
    >
      <span className="inline-flex items-center">
        {onSort ? (
          <button
            type="button"
            onClick={() => onSort(nextSort(sorted, column))}
            className={cx(
              "group/sort relative -ml-1 inline-flex items-center gap-1 rounded-sm px-1 [text-align:inherit] hover:text-text",
              !column.help && "-mr-1",
            )}
          >
            <HeaderText column={column} />
            {!key && <SortHint column={column} />}
            {key && <SortMark isDescending={key.desc} place={keys.length > 1 ? at + 1 : undefined} />}
          </button>
        ) : (
          <span className={column.bare ? "sr-only" : undefined}>
            <HeaderText column={column} />
          </span>
        )}
        {column.help}
      </span>
    </th>
  );
}

/** What the first click sorts by, while the header is pointed at or focused. Its place is the padding, because a wider header would move the others. */
const SortHint = <Row,>({ column: { help, mostFirst = false } }: { column: Column<Row> }) => (
  <span
    className={cx(
      "pointer-events-none absolute inset-y-0 flex items-center opacity-0 group-hover/sort:opacity-100 group-focus-visible/sort:opacity-100 motion-safe:transition-opacity",
      help === undefined ? "-right-2.5" : "-left-2.5",
    )}
  >
    <SortMark isDescending={mostFirst} place={undefined} />
  </span>
);

const HeaderText = <Row,>({ column: { header, narrowHeader } }: { column: Column<Row> }) =>
  narrowHeader === undefined ? (
    header
  ) : (
    <>
      <span className="md:hidden">{narrowHeader}</span>
      <span className="max-md:hidden">{header}</span>
    </>
  );

/** In the URL: `name`, or `-name` for descending. */
interface Sort {
  id: string;
  desc: boolean;
}

export const parseSort = (text: string | undefined): Sort | undefined =>
  text === undefined || text === "" || text === "-"
    ? undefined
    : { id: text.replace(/^-/u, ""), desc: text.startsWith("-") };

/** Cycles through ascending, descending and unsorted; through descending first if the column shows the most first. */
export function nextSort(
  current: Sort | undefined,
  { id, mostFirst = false }: Pick<Column<never>, "id" | "mostFirst">,
): string | undefined {
  const of = (isDescending: boolean): string => (isDescending ? `-${id}` : id);
  if (current?.id !== id) return of(mostFirst);
  return current.desc === mostFirst ? of(!mostFirst) : undefined;
}
