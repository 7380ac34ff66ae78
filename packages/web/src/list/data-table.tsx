import {
  createSortedRowModel,
  rowSortingFeature,
  sortFn_alphanumeric,
  sortFn_basic,
  tableFeatures,
  useTable,
  type ColumnDef,
} from "@tanstack/react-table";
import { lazy, Suspense, useMemo } from "react";
import { BodyRow } from "./body-row.tsx";
import type { Column } from "./column.ts";
import { HeaderCell } from "./header-cell.tsx";
import { parseSort } from "./sort.ts";

/** Most lists are short, and do without it. */
const VirtualBody = lazy(async () => ({ default: (await import("./virtual-body.tsx")).VirtualBody }));
/** Beyond it, only what is in sight is in the page. */
const VIRTUAL_FROM = 200;

const features = tableFeatures({
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
  sortFns: { alphanumeric: sortFn_alphanumeric, basic: sortFn_basic },
});

interface DataTableProps<Row extends object> {
  /** Says what is listed, for screen readers. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowId: (row: Row) => string;
  /** As the URL has it. */
  sort?: string | undefined;
  /** Without it, the order is the service's. */
  onSort?: ((sort: string | undefined) => void) | undefined;
}

/** Rows in columns; the link in a row's first cell is the whole row's. `j` and `k` go from row to row. */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { caption, columns, rows, rowId, sort, onSort } = props;
  const sorted = onSort && parseSort(sort);
  const definitions = useMemo(() => columns.map(defineColumn), [columns]);
  const table = useTable({
    features,
    columns: definitions,
    data: rows,
    getRowId: rowId,
    state: { sorting: sorted ? [sorted] : [] },
  });
  const ordered = table.getRowModel().rows;
  return (
    <div className="overflow-x-auto rounded-md border">
      <table className="w-full border-collapse text-13">
        <caption className="sr-only">{caption}</caption>
        <thead className="bg-sunken">
          <tr>
            {columns.map((column) => (
              <HeaderCell key={column.id} column={column} sorted={sorted} onSort={onSort} />
            ))}
          </tr>
        </thead>
        {ordered.length > VIRTUAL_FROM ? (
          <Suspense>
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

const defineColumn = <Row extends object>({ id, value }: Column<Row>): ColumnDef<typeof features, Row> => ({
  id,
  accessorFn: (row) => value?.(row) ?? undefined,
  enableSorting: value !== undefined,
  sortUndefined: "last",
});
