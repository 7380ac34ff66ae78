import type { Cloud } from "./cloud.ts";

/** Properties of every stage, each with a function that returns its violations. */
export type Assertions = Record<string, (cloud: Cloud) => string[] | Promise<string[]>>;

/** Returns the differences of two lists, and duplicates. */
export const compareLists = (actual: readonly string[], expected: readonly string[]): string[] => [
  ...expected.filter((item) => !actual.includes(item)).map((item) => `missing: ${item}`),
  ...actual.filter((item) => !expected.includes(item)).map((item) => `unexpected: ${item}`),
  ...actual.filter((item, index) => actual.indexOf(item) !== index).map((item) => `twice: ${item}`),
];

/** Returns the function name of an operation: `CancelScan` for `cancelScan`. */
export const functionOf = (operation: { id: string }): string =>
  operation.id.replace(/^./u, (letter) => letter.toUpperCase());
