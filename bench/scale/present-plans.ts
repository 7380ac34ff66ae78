import type { Plan } from "./plans.ts";
import { isSequential, isWasteful, type TableRead } from "./plans.ts";

const TEXT_LENGTH = 90;

/** Lists one line per statement: flags, text, and access to each table. */
export const presentPlans = (plans: Partial<Record<string, readonly Plan[]>>): string =>
  `S: sequential scan of more than 1,000 rows of a tenant table. F: a filter removes most rows. R: different access without
row-level security. Numbers are rows read.

${Object.entries(plans)
  .map(([phase, some = []]) => `Statements of a ${phase}\n${some.map(presentPlan).join("\n")}`)
  .join("\n\n")}`;

function presentPlan({ text, reads, unguarded }: Plan): string {
  const flags = [
    reads.some(isSequential) ? "S" : " ",
    reads.some(isWasteful) ? "F" : " ",
    unguarded ? "R" : " ",
  ];
  const without = unguarded ? ` (otherwise ${unguarded.map(presentAccess).join("; ")})` : "";
  return `${flags.join("")} ${shorten(text).padEnd(TEXT_LENGTH)}  ${reads.map(presentRead).join("; ")}${without}`.trimEnd();
}

/** Removes quotes and column lists. */
function shorten(statement: string): string {
  const text = statement.replaceAll('"', "").replaceAll(/\s+/g, " ").trim();
  const short = text.startsWith("select ")
    ? `select … ${text.slice(findFrom(text))}`
    : text.replace(INSERTED, "$1");
  return short.slice(0, TEXT_LENGTH);
}

const INSERTED = /^(insert into \w+) \(.*?\)/;

/** Returns the index of the statement's `from`, not of a subquery's among its columns, or 0. */
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
