import { ArrowDown, ArrowUp } from "lucide-react";
import { columnClass, type Column } from "./column.ts";
import { nextSort, type Sort } from "./sort.ts";

interface HeaderCellProps<Row> {
  column: Column<Row>;
  sorted: Sort | undefined;
  onSort: ((sort: string | undefined) => void) | undefined;
}

export function HeaderCell<Row>({ column, sorted, onSort }: HeaderCellProps<Row>) {
  const isSorted = sorted?.id === column.id;
  const direction = sorted?.desc ? "descending" : "ascending";
  const Arrow = sorted?.desc ? ArrowDown : ArrowUp;
  return (
    <th
      scope="col"
      aria-sort={isSorted ? direction : undefined}
      className={`h-9 px-3 text-12 font-medium whitespace-nowrap text-muted ${columnClass(column)}`}
    >
      {onSort && column.value ? (
        <button
          type="button"
          onClick={() => onSort(nextSort(sorted, column.id))}
          className="-mx-1 inline-flex items-center gap-1 rounded-sm px-1 hover:text-text"
        >
          {column.header}
          {isSorted && <Arrow aria-hidden className="size-3.5" />}
        </button>
      ) : (
        <span className={column.bare ? "sr-only" : undefined}>{column.header}</span>
      )}
    </th>
  );
}
