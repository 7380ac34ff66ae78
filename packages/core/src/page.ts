import { compareOrdinal } from "@knockon/graph/ordinal";
import { asc, desc, sql, type SQL, type SQLWrapper } from "drizzle-orm";

/** The requested page of a list. */
export interface Page {
  /** 1 to 500. */
  limit: number;
  offset: number;
}

/** A page of a list and the list's total length. */
export interface Counted<T> {
  total: number;
  /** Items that the naming rule leaves out. Undefined if it does not apply. */
  unnamed?: number | undefined;
  body: T;
}

/** Returns a LIKE pattern for "contains `text`", with `%` and `_` escaped. */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, "\\$&")}%`;

/** The order of a list by one of its fields: `name`, or `-name` for descending. */
export type Sort<Field extends string> = Field | `-${Field}`;

/** Returns the terms of ORDER BY: the requested field with null last, then the order of the list without one. */
export function orderBy<Field extends string>(
  sort: Sort<Field> | undefined,
  fields: Record<Field, SQLWrapper>,
  ...usual: SQL[]
): SQL[] {
  if (sort === undefined) return usual;
  const isDescending = sort.startsWith("-");
  const column = fields[(isDescending ? sort.slice(1) : sort) as Field];
  return [sql`${isDescending ? desc(column) : asc(column)} nulls last`, ...usual];
}

/** Sorts computed rows by the requested field with null last. Rows with equal values keep their order. */
export function sortRows<Row, Field extends string>(
  rows: readonly Row[],
  sort: Sort<Field> | undefined,
  fields: Record<Field, (row: Row) => string | number | null>,
): readonly Row[] {
  if (sort === undefined) return rows;
  const sign = sort.startsWith("-") ? -1 : 1;
  const valueOf = fields[(sign < 0 ? sort.slice(1) : sort) as Field];
  return rows.toSorted((a, b) => {
    const [left, right] = [valueOf(a), valueOf(b)];
    if (left === null || right === null) return Number(left === null) - Number(right === null);
    return (
      sign *
      (typeof left === "number" && typeof right === "number"
        ? left - right
        : compareOrdinal(String(left), String(right)))
    );
  });
}

/** Whether one of the texts contains `q`, in any case. True without `q`. */
export function matches(q: string | undefined, ...texts: readonly string[]): boolean {
  const searched = q?.toLowerCase();
  return searched === undefined || texts.some((text) => text.toLowerCase().includes(searched));
}
