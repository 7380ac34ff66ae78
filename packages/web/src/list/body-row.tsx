import { columnClass, type Column } from "./column.ts";

export const ROW_PX = 44;

export const BodyRow = <Row,>({ row, columns }: { row: Row; columns: readonly Column<Row>[] }) => (
  <tr className="relative border-t transition-colors hover:bg-hover has-[[data-row-link]:focus-visible]:bg-hover">
    {columns.map((column) => (
      <td key={column.id} className={`h-11 max-w-0 px-3 py-1.5 align-middle ${columnClass(column)}`}>
        {column.cell(row)}
      </td>
    ))}
  </tr>
);
