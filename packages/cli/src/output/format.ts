import { printable } from "@knockon/contract/printable";
import { compareOrdinal } from "@knockon/graph/ordinal";
import { cutMiddle, fitWidths, foldLine, outputWidth } from "./fit.ts";

export type Cell = string | number;

/** Renders lines. Their text comes from repositories. A terminal gets long ones folded. */
export const printLines = (lines: readonly string[], width = outputWidth()): string =>
  `${lines.flatMap((line) => foldLine(withoutCommand(printable(line)), width)).join("\n")}\n`;

/** GitHub Actions executes a line that starts with `::`. */
const withoutCommand = (line: string): string => line.replace(/^( *):(?=:)/u, String.raw`$1\u{3a}`);

const GAP = "  ";

/** Aligns rows in columns. Numbers are right-aligned. In a terminal, text that does not fit is cut. */
export function table(written: readonly (readonly Cell[])[], width = outputWidth()): string {
  const rows = written.map((row) => row.map((cell) => (typeof cell === "string" ? printable(cell) : cell)));
  const widths = fitWidths(widthsOf(rows), {
    width,
    gap: GAP.length,
    canCut: (column) => rows.every((row) => typeof row[column] !== "number"),
  });
  return rows
    .map((row) => {
      const cells = row.map((cell, column) => {
        const room = widths[column] ?? 0;
        return typeof cell === "number" ? String(cell).padStart(room) : cutMiddle(cell, room).padEnd(room);
      });
      return withoutCommand(cells.join(GAP).trimEnd());
    })
    .join("\n");
}

function widthsOf(rows: readonly (readonly Cell[])[]): number[] {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [column, cell] of row.entries())
      widths[column] = Math.max(widths[column] ?? 0, String(cell).length);
  }
  return widths;
}

/** Renders the first rows of a list with a header, and the number of the others. */
export function list(header: readonly string[], rows: readonly (readonly Cell[])[], total: number): string {
  if (rows.length === 0) return "none";
  const more = total - rows.length;
  return [table([header, ...rows]), ...(more > 0 ? [`${more} more. Use --limit.`] : [])].join("\n");
}

/** Returns JSON with keys sorted at every level, so that equal values have equal bytes. */
export const toJson = (value: object): string => `${indentedJson(value)}\n`;

/** Items of a list per text of `jsonTexts`. */
const ITEMS_PER_TEXT = 500;

/** Returns the texts that make up the `toJson` of an object, so that a large one is never in memory as a whole. */
export function* jsonTexts(value: object): Generator<string> {
  const known: Record<string, unknown> = { ...value };
  const keys = Object.keys(known).filter((key) => known[key] !== undefined);
  for (const [at, key] of keys.toSorted(compareOrdinal).entries()) {
    yield `${at === 0 ? "{" : ","}\n ${JSON.stringify(key)}: `;
    yield* fieldTexts(known[key]);
  }
  yield keys.length === 0 ? "{}\n" : "\n}\n";
}

/** Returns the texts that make up the value of one of its fields. */
export const fieldTexts = (field: unknown): Iterable<string> =>
  Array.isArray(field) && field.length > 0 ? listTexts(field) : [nestedJson(field)];

function* listTexts(items: readonly unknown[]): Generator<string> {
  const end = "\n ]";
  for (let at = 0; at < items.length; at += ITEMS_PER_TEXT) {
    const part = nestedJson(items.slice(at, at + ITEMS_PER_TEXT));
    yield `${at === 0 ? "[" : ","}${part.slice(1, -end.length)}`;
  }
  yield end;
}

const indentedJson = (value: unknown): string =>
  printableJson(JSON.stringify(withSortedKeys(value), undefined, 1));

/** JSON contains line feeds only between its parts. */
const nestedJson = (value: unknown): string => indentedJson(value).replaceAll("\n", "\n ");

/** What JSON does not escape of what `printable` does. */
const UNESCAPED = /[\u007f-\u009f\p{Cf}\p{Zl}\p{Zp}]|(?<=#)#(?=\w*\[)/gu;

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
