import type { Plan } from "./plans.ts";
import { isSequential, isWasteful, type TableRead } from "./table-read.ts";

const TEXT_LENGTH = 90;

/** One line a statement: its marks, its text, and how each table is read. */
export const presentPlans = (plans: Partial<Record<string, readonly Plan[]>>): string =>
  `S reads more than 1,000 rows of a table of tenants from end to end, F filters most of them away, R would be read
otherwise without row-level security. Rows are those that are read.

${Object.entries(plans)
  .map(([of, some = []]) => `Statements of a ${of}\n${some.map(presentPlan).join("\n")}`)
  .join("\n\n")}`;

function presentPlan({ text, reads, unguarded }: Plan): string {
  const marks = [
    reads.some(isSequential) ? "S" : " ",
    reads.some(isWasteful) ? "F" : " ",
    unguarded ? "R" : " ",
  ];
  const without = unguarded ? ` (else ${unguarded.map(presentAccess).join("; ")})` : "";
  return `${marks.join("")} ${shorten(text).padEnd(TEXT_LENGTH)}  ${reads.map(presentRead).join("; ")}${without}`.trimEnd();
}

/** Without quotes and the list of columns. */
function shorten(statement: string): string {
  const text = statement.replaceAll('"', "").replaceAll(/\s+/g, " ").trim();
  const short = text.startsWith("select ")
    ? `select … ${text.slice(findFrom(text))}`
    : text.replace(INSERTED, "$1");
  return short.slice(0, TEXT_LENGTH);
}

const INSERTED = /^(insert into \w+) \(.*?\)/;

/** Where the statement's own `from` is, not that of a query among its columns; the start where it has none. */
function findFrom(text: string): number {
  let depth = 0;
  for (const { 0: found, index } of text.matchAll(/[()]|(?<!distinct )\bfrom\b/g)) {
    if (found === "from" && depth === 0) return index;
    if (found !== "from") depth += found === "(" ? 1 : -1;
  }
  return 0;
}

const presentAccess = ({ table, access }: TableRead): string => `${table}: ${access}`;

const presentRead = (read: TableRead): string =>
  `${presentAccess(read)} ${read.rows}${read.removed > 0 ? ` (${read.removed} filtered)` : ""}`;
