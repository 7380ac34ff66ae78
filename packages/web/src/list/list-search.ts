import * as z from "zod";

/** The API's largest page. */
export const PAGE_SIZE = 500;

/** Text of a URL, which reads `2` as a number and `true` as a truth value. */
export const SearchText = z.preprocess(
  (value) => (typeof value === "number" || typeof value === "boolean" ? String(value) : value),
  z.string().min(1).max(200).optional().catch(undefined),
);

/** What the URL of every list says. A value that makes no sense is as good as none. */
export const ListSearch = z.object({
  /** Part of the name. */
  q: SearchText,
  sort: SearchText,
  /** From 1, which is not written. */
  page: z.int().min(2).optional().catch(undefined),
});
export type ListSearch = z.infer<typeof ListSearch>;

export const pageQuery = ({ page = 1 }: Pick<ListSearch, "page">, size = PAGE_SIZE) => ({
  limit: size,
  offset: (page - 1) * size,
});

/** A filter that changed begins at the first page; an empty one is none. */
export const withFilter = <T extends ListSearch>(search: T, changes: Partial<T>): T =>
  Object.fromEntries(
    Object.entries({ ...search, page: undefined, ...changes }).map(([key, value]) => [
      key,
      value === "" ? undefined : value,
    ]),
  ) as T;
