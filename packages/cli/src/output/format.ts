import { compareOrdinal } from "@knockon/graph/ordinal";

export type Cell = string | number;

/** Characters that a terminal interprets, and those that change the direction or order of text. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\u2028\u2029]/gu;

/** Escapes unprintable characters as `\u{1b}`. File names and messages come from repositories. */
export const printable = (text: string): string =>
  text
    .toWellFormed()
    .replace(UNPRINTABLE, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);

/** Aligns rows in columns. Numbers are right-aligned. */
export function table(written: readonly (readonly Cell[])[]): string {
  const rows = written.map((row) => row.map((cell) => (typeof cell === "string" ? printable(cell) : cell)));
  const widths: number[] = [];
  for (const row of rows) {
    for (const [column, cell] of row.entries())
      widths[column] = Math.max(widths[column] ?? 0, String(cell).length);
  }
  return rows
    .map((row) =>
      row
        .map((cell, column) =>
          typeof cell === "number"
            ? String(cell).padStart(widths[column] ?? 0)
            : cell.padEnd(widths[column] ?? 0),
        )
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

/** Returns JSON with keys sorted at every level, so that equal values have equal bytes. */
export const toJson = (value: object): string => `${JSON.stringify(withSortedKeys(value), undefined, 1)}\n`;

/** A sorted copy is made first, because `JSON.stringify` takes twice as long with a replacer. No key comes from input. */
function withSortedKeys(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(withSortedKeys);
  const known: Record<string, unknown> = { ...value };
  const sorted: Record<string, unknown> = {};
  for (const key of Object.keys(known).toSorted(compareOrdinal)) sorted[key] = withSortedKeys(known[key]);
  return sorted;
}
