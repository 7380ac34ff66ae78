import type { ReactNode } from "react";

export interface Column<Row> {
  id: string;
  header: string;
  /** The header is for screen readers only: its cells say it all. */
  bare?: boolean;
  cell: (row: Row) => ReactNode;
  /** What it is sorted by; a column without it is not sorted. */
  value?: (row: Row) => string | number | null;
  /** Numbers stand on the right. */
  align?: "right";
  /** The narrowest window that has room for it. */
  from?: "sm" | "md" | "lg";
  /** A class with its width, where its content should not say. */
  width?: string;
}

const FROM = {
  sm: "hidden sm:table-cell",
  md: "hidden md:table-cell",
  lg: "hidden lg:table-cell",
} as const;

export const columnClass = ({
  align,
  from,
  width,
}: Pick<Column<never>, "align" | "from" | "width">): string =>
  [align === "right" ? "text-right tabular" : "text-left", from && FROM[from], width]
    .filter(Boolean)
    .join(" ");
