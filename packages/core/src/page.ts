/** The part of a list that is wanted. */
export interface Page {
  /** 1 to 500. */
  limit: number;
  offset: number;
}

/** A part of a list, and how long the whole is. */
export interface Counted<T> {
  total: number;
  body: T;
}
