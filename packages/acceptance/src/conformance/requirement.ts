/** A section of a specification document, with its requirements by id. */
export interface Section {
  readonly title: string;
  readonly requirements: Readonly<Record<string, Requirement>>;
}

/** The requirement's text. Where no test can hold it, `notAssertable` says why. */
export type Requirement = string | { readonly says: string; readonly notAssertable: string };

const TAG = /\[((?:IF|D)-\d+\.\d+(?:[\d, .]|IF-|D-)*)\]/gu;
const SECTION = /((?:IF|D)-\d+)\.([\d,]+)/gu;

/**
 * The requirement ids in a test's full name, which has those of its groups too: `[IF-3.2]`, or `[IF-3.2,4 D-1.1]` for
 * IF-3.2, IF-3.4 and D-1.1.
 */
export function requirementIds(testName: string): string[] {
  return [...testName.matchAll(TAG)].flatMap(([, tag = ""]) =>
    [...tag.matchAll(SECTION)].flatMap(([, section = "", numbers = ""]) =>
      numbers.split(",").map((number) => `${section}.${number}`),
    ),
  );
}
