import * as z from "zod";

/** Maximum page size of the API. */
export const PAGE_SIZE = 500;

/** Text in a URL. The router parses `2` and `true` as a number and a boolean. */
export const SearchText = z.preprocess(
  (value) => (typeof value === "number" || typeof value === "boolean" ? String(value) : value),
  z.string().min(1).max(200).optional().catch(undefined),
);

/** Search parameters of a list. Ignores invalid values. */
export const ListSearch = z.object({
  /** Part of the name. */
  q: SearchText,
  sort: SearchText,
  /** 1-based. Omitted for the first page. */
  page: z.int().min(2).optional().catch(undefined),
});
export type ListSearch = z.infer<typeof ListSearch>;

export const pageQuery = ({ page = 1 }: Pick<ListSearch, "page">, size = PAGE_SIZE) => ({
  limit: size,
  offset: (page - 1) * size,
});

/** Applies filter changes, removes empty filters and resets the page. */
export const withFilter = <T extends ListSearch>(search: T, changes: Partial<T>): T =>
  Object.fromEntries(
    Object.entries({ ...search, page: undefined, ...changes }).map(([key, value]) => [
      key,
      value === "" ? undefined : value,
    ]),
  ) as T;

/** Returns the API's `sort` for a sort order in the URL. Empty if no column of the list has it. */
export function serverSort<Field extends string>(
  columns: readonly { id: string; sort?: Field }[],
  sort: string | undefined,
): { sort?: Field | `-${Field}` } {
  const isDescending = sort?.startsWith("-") ?? false;
  const field = columns.find(({ id }) => id === sort?.replace(/^-/u, ""))?.sort;
  return field === undefined ? {} : { sort: isDescending ? `-${field}` : field };
}
