import { compareOrdinal } from "@knockon/graph/ordinal";

/** JSON whose keys are sorted at every level, so that equal values are equal bytes, however they came about. */
export const toJson = (value: object): string => `${JSON.stringify(value, sortKeys, 1)}\n`;

function sortKeys(_key: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => compareOrdinal(a, b)));
}
