import type { ViewNode } from "./graph-view.ts";
import type { Column } from "./layers.ts";
import { countOf } from "../../format/format.ts";
import { sentenceCase } from "../../format/words.ts";

const SIDES = { right: "dependents", left: "dependencies" } as const;
const IN_ORGANIZATIONS = " in your organizations";

/** `no dependencies in your organizations`, or `shown` if filters hide them. */
export const emptySides = (
  sides: readonly { sign: number }[],
  columns: ReadonlyMap<number, unknown>,
  root: ViewNode | undefined,
): string[] =>
  sides
    .filter(({ sign }) => !columns.has(sign))
    .map(({ sign }) => {
      const isNone = (sign === 1 ? root?.fanIn : root?.fanOut) === 0;
      return `no ${SIDES[sign === 1 ? "right" : "left"]}${isNone ? IN_ORGANIZATIONS : " shown"}`;
    });

/** `Root · no dependencies in your organizations`, in short without the place. */
export const rootTitles = (empty: readonly string[]): Pick<Column, "title" | "shortTitle"> => ({
  title: ["Root", ...empty].join(" · "),
  shortTitle: ["Root", ...empty.map((words) => words.replace(IN_ORGANIZATIONS, ""))].join(" · "),
});

/** `Dependents · 2 hops`, in short `2 hops`, or `Dependents` next to the root. `2 to 3 hops` if farther ones are counted with them. */
export function titlesOf(column: number, farthest = column): Pick<Column, "title" | "shortTitle"> {
  const side = column > 0 ? "right" : "left";
  const hops =
    farthest === column
      ? countOf(Math.abs(column), "hop", "hops")
      : `${column} to ${countOf(farthest, "hop", "hops")}`;
  const name = sentenceCase(SIDES[side]);
  return { title: `${name} · ${hops}`, shortTitle: Math.abs(column) === 1 ? name : hops };
}
