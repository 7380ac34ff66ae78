/** The requested page of a list. */
export interface Page {
  /** 1 to 500. */
  limit: number;
  offset: number;
}

/** A page of a list and the list's total length. */
export interface Counted<T> {
  total: number;
  body: T;
}

/** Returns a LIKE pattern for "contains `text`", with `%` and `_` escaped. */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, "\\$&")}%`;
