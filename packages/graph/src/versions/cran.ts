import { satisfiesOperator } from "./release.ts";
import type { Versioning } from "./versioning.ts";

const VERSION = /^\d+(?:[.-]\d+)*$/;
const CONSTRAINT = /^(?<operator>[<>]=?|[=!]=)?\s*(?<version>\d+(?:[.-]\d+)*)$/;
/** By convention, the fourth number of a version in development starts here: `1.2.3.9000`. */
const FIRST_DEVELOPMENT_NUMBER = 9000;

/**
 * R packages: numbers separated by dots or dashes, which mean the same. Of two versions with the same leading numbers, the one with
 * fewer numbers is older: 1.0 < 1.0.0. A version without an operator is exact, as in a lock file.
 *
 * https://search.r-project.org/R/refmans/base/html/numeric_version.html
 */
export const cran: Versioning = {
  state(constraint) {
    if (constraint === null || constraint === "") return "absent";
    const { operator = "==", version } = CONSTRAINT.exec(constraint)?.groups ?? {};
    if (version === undefined) return "floating";
    return operator === "==" ? "pinned" : "range";
  },

  compare(a, b) {
    const [left, right] = [parseNumbers(a), parseNumbers(b)];
    return left && right && compareNumbers(left, right);
  },

  isStable(version) {
    const numbers = parseNumbers(version);
    return numbers !== undefined && (numbers[3] ?? 0) < FIRST_DEVELOPMENT_NUMBER;
  },

  admits(constraint, version) {
    const { operator = "==", version: bound = "" } = CONSTRAINT.exec(constraint)?.groups ?? {};
    const [wanted, released] = [parseNumbers(bound), parseNumbers(version)];
    return wanted && released && satisfiesOperator(operator, compareNumbers(released, wanted));
  },
};

const parseNumbers = (text: string): number[] | undefined =>
  VERSION.test(text) ? text.split(/[.-]/).map(Number) : undefined;

function compareNumbers(a: readonly number[], b: readonly number[]): number {
  for (const [i, number] of a.entries()) {
    const other = b[i];
    if (other === undefined) return 1;
    if (number !== other) return number < other ? -1 : 1;
  }
  return a.length < b.length ? -1 : 0;
}
