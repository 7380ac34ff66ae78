import type { Cloud } from "./cloud.ts";

/** What must be true of every stage, in words, and the function that says what is wrong and where. */
export type Assertions = Record<string, (cloud: Cloud) => string[] | Promise<string[]>>;

/** What one list has and the other lacks. */
export const compareLists = (actual: readonly string[], expected: readonly string[]): string[] => [
  ...expected.filter((item) => !actual.includes(item)).map((item) => `missing: ${item}`),
  ...actual.filter((item) => !expected.includes(item)).map((item) => `unexpected: ${item}`),
  ...actual.filter((item, index) => actual.indexOf(item) !== index).map((item) => `twice: ${item}`),
];

/** `cancelScan` runs as the function `CancelScan`. */
export const functionOf = (operation: { id: string }): string =>
  operation.id.replace(/^./u, (letter) => letter.toUpperCase());
