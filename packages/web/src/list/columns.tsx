import { Link } from "@tanstack/react-router";
import type { ReactNode, Ref } from "react";
import { useWorkspace } from "../api/workspace.ts";
import { BreakableName } from "../components/breakable-name.tsx";
import { cx } from "../components/dom.ts";
import { TruncatedName } from "../components/text.tsx";

export interface Column<Row> {
  id: string;
  header: string;
  /** Explains the header. */
  help?: ReactNode;
  /** Hides the header visually. */
  bare?: boolean;
  cell: (row: Row) => ReactNode;
  /** The API's name of the field to sort by. Set in lists that the server sorts. */
  sort?: string;
  /** The sort value, in lists that the browser sorts. */
  value?: (row: Row) => string | number | null;
  /** The first click sorts descending. */
  mostFirst?: boolean;
  /** For numbers. */
  align?: "right";
  /** The smallest breakpoint that shows the column. */
  from?: "sm" | "md" | "lg" | "xl";
  /** On screens without the column, its cell is below that of the first column. */
  stacked?: boolean;
  /** The header until `md`, where the cell has more than its column. */
  narrowHeader?: string;
  /** A class that sets the width. */
  width?: string;
}

const FROM = {
  sm: "hidden sm:table-cell",
  md: "hidden md:table-cell",
  lg: "hidden lg:table-cell",
  xl: "hidden xl:table-cell",
} as const;

const STACKED_UNTIL = { sm: "sm:hidden", md: "md:hidden", lg: "lg:hidden", xl: "xl:hidden" } as const;

export const columnClass = ({
  align,
  from,
  width,
}: Pick<Column<never>, "align" | "from" | "width">): string =>
  [align === "right" ? "text-right tabular" : "text-left", from && FROM[from], width]
    .filter(Boolean)
    .join(" ");

/** Props of the link in a row's first cell. The link covers the whole row, and `j` and `k` move between them. */
export const ROW_LINK = {
  "data-row-link": "",
  className:
    "flex min-w-0 items-center gap-2 font-medium text-text after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent",
} as const;

/** Link to a repository among others of a row. */
export function RepositoryLink({ id, full_path }: { id: string; full_path: string }) {
  const { slug } = useWorkspace().workspace;
  return (
    <Link
      to="/w/$slug/repositories/$repositoryId"
      params={{ slug, repositoryId: id }}
      className="flex min-w-0 text-accent hover:underline"
    >
      <TruncatedName text={full_path} />
    </Link>
  );
}

interface RepositoryRowLinkProps {
  id: string;
  text: string;
  /** Tab of the repository page. */
  tab?: "dependencies" | "ownership";
  /** Long names wrap instead of losing their middle. */
  wraps?: boolean;
}

/** Row link to a repository. */
export function RepositoryRowLink({ id, text, tab, wraps = false }: RepositoryRowLinkProps) {
  const { slug } = useWorkspace().workspace;
  return (
    <Link
      to="/w/$slug/repositories/$repositoryId"
      params={{ slug, repositoryId: id }}
      search={tab === undefined ? {} : { tab }}
      {...ROW_LINK}
    >
      {wraps ? <BreakableName text={text} /> : <TruncatedName text={text} />}
    </Link>
  );
}

export const ROW_PX = 44;

interface BodyRowProps<Row> {
  row: Row;
  columns: readonly Column<Row>[];
  /** Position in a virtual list. */
  index?: number;
  ref?: Ref<HTMLTableRowElement>;
}

export const BodyRow = <Row,>({ row, columns, index, ref }: BodyRowProps<Row>) => (
  <tr
    ref={ref}
    data-index={index}
    className="relative border-t transition-colors hover:bg-hover has-[[data-row-link]:focus-visible]:bg-hover"
  >
    {columns.map((column, place) => (
      <td key={column.id} className={`h-11 max-w-0 px-3 py-1.5 align-middle ${columnClass(column)}`}>
        {column.cell(row)}
        {place === 0 &&
          columns.map(
            ({ id, from, stacked, cell }) =>
              stacked &&
              from && (
                <div key={id} className={cx("mt-1 min-w-0", STACKED_UNTIL[from])}>
                  {cell(row)}
                </div>
              ),
          )}
      </td>
    ))}
  </tr>
);
