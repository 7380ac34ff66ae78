import { printable } from "@knockon/contract/printable";
import { compareOrdinal } from "@knockon/graph/ordinal";

export type Cell = string | number;

/** Renders lines. Their text comes from repositories. */
export const printLines = (lines: readonly string[]): string => `${lines.map(printable).join("\n")}\n`;

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

/** Renders the first rows of a list with a header, and the number of the others. */
export function list(header: readonly string[], rows: readonly (readonly Cell[])[], total: number): string {
  if (rows.length === 0) return "none";
  const more = total - rows.length;
  return [table([header, ...rows]), ...(more > 0 ? [`${more} more. Use --limit.`] : [])].join("\n");
}

/** Returns JSON with keys sorted at every level, so that equal values have equal bytes. */
export const toJson = (value: object): string =>
  `${printableJson(JSON.stringify(withSortedKeys(value), undefined, 1))}\n`;

/** Invisible characters that JSON does not escape. */
const UNESCAPED = /[\u007f-\u009f\p{Cf}\p{Zl}\p{Zp}]/gu;

/** Escapes what a terminal interprets. The value stays the same. */
export const printableJson = (json: string): string =>
  json.replace(UNESCAPED, (character) =>
    Array.from({ length: character.length }, (_, index) => {
      const unit = character.charCodeAt(index).toString(16);
      return `\\u${unit.padStart(4, "0")}`;
    }).join(""),
  );

/** A sorted copy is made first, because `JSON.stringify` takes twice as long with a replacer. No key comes from input. */
function withSortedKeys(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(withSortedKeys);
  const known: Record<string, unknown> = { ...value };
  const sorted: Record<string, unknown> = {};
  for (const key of Object.keys(known).toSorted(compareOrdinal)) sorted[key] = withSortedKeys(known[key]);
  return sorted;
}
