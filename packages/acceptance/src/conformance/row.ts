/**
 * One sentence of a document, and what holds it: tests as `<package>/src/<file>.test.ts > <describe> > <it>`, or why no
 * test can, or the part of the product that is still to come.
 */
export type Row = { readonly says: string } & (
  | { readonly test: string | readonly [string, ...string[]] }
  | { readonly notAssertable: string }
  | { readonly notBuilt: Unbuilt }
);

type Unbuilt = "application";

/** A chapter of a document: its sentences, in its order. */
export interface Part {
  readonly title: string;
  readonly rows: readonly Row[];
}

/** The tests that hold a sentence. */
export function testsOf(row: Row): readonly string[] {
  if (!("test" in row)) return [];
  return typeof row.test === "string" ? [row.test] : row.test;
}
