import type { ViewNode } from "./graph-view.ts";
import type { AtHops, Column } from "./layers.ts";
import type { DrawnSide } from "./sides.ts";
import { countOf, formatCount } from "../../format/format.ts";
import { sentenceCase } from "../../format/words.ts";

const SIDES = { right: "dependents", left: "dependencies" } as const;
const IN_ORGANIZATIONS = " in your organizations";

/** `no dependencies in your organizations`, or `shown` if filters hide them. */
export const emptySides = (sides: readonly DrawnSide[], root: ViewNode | undefined): string[] =>
  sides
    .filter(({ columns }) => columns.size === 0)
    .map(({ sign }) => {
      const isNone = (sign === 1 ? root?.fanIn : root?.fanOut) === 0;
      return `no ${SIDES[sign === 1 ? "right" : "left"]}${isNone ? IN_ORGANIZATIONS : " shown"}`;
    });

/** `Root · no dependencies in your organizations`, in short without the place. */
export const rootTitles = (empty: readonly string[]): Pick<Column, "title" | "shortTitle"> => ({
  title: ["Root", ...empty].join(" · "),
  shortTitle: ["Root", ...empty.map((words) => words.replace(IN_ORGANIZATIONS, ""))].join(" · "),
});

/** `Dependents · 2 hops`. */
export const titleOfColumn = (at: number): string =>
  `${sentenceCase(SIDES[at > 0 ? "right" : "left"])} · ${countOf(Math.abs(at), "hop", "hops")}`;

export const sumOf = (all: readonly AtHops[]): number => all.reduce((sum, { count }) => sum + count, 0);

/** ` (3 archived)` after a number of repositories. Empty for none. */
export const archivedInBrackets = (count: number): string =>
  count === 0 ? "" : ` (${formatCount(count)} archived)`;

/** `Show 8 more at 2 hops`, or `Show 9 more: 8 at 2 hops (3 archived), 1 at 3`. */
export function beyondInWords(beyond: readonly AtHops[], what = "more"): string {
  const [nearest, ...farther] = beyond;
  const all = formatCount(sumOf(beyond));
  if (nearest === undefined) return `Show ${all} ${what}`;
  const old = ({ archived = 0 }: AtHops): string => archivedInBrackets(archived);
  const at = `at ${countOf(nearest.hops, "hop", "hops")}${old(nearest)}`;
  if (farther.length === 0) return `Show ${all} ${what} ${at}`;
  const others = farther.map((one) => `${formatCount(one.count)} at ${one.hops}${old(one)}`);
  return `Show ${all} ${what}: ${[`${formatCount(nearest.count)} ${at}`, ...others].join(", ")}`;
}
