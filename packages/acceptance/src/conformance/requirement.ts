/** A section of a specification document. Requirements are keyed by ID. */
export interface Section {
  readonly title: string;
  readonly requirements: Readonly<Record<string, Requirement>>;
}

/** The text of a requirement. `notAssertable` gives the reason why no test can cover it. */
export type Requirement = string | { readonly says: string; readonly notAssertable: string };

const TAG = /\[((?:IF|D)-\d+\.\d+(?:[\d, .]|IF-|D-)*)\]/gu;
const SECTION = /((?:IF|D)-\d+)\.([\d,]+)/gu;

/**
 * Returns the requirement IDs in a test's full name, including those of its describe blocks. `[IF-3.2]` is one ID, and
 * `[IF-3.2,4 D-1.1]` is IF-3.2, IF-3.4 and D-1.1.
 */
export function requirementIds(testName: string): string[] {
  return [...testName.matchAll(TAG)].flatMap(([, tag = ""]) =>
    [...tag.matchAll(SECTION)].flatMap(([, section = "", numbers = ""]) =>
      numbers.split(",").map((number) => `${section}.${number}`),
    ),
  );
}
