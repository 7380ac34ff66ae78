import type { Card, GroupCard } from "./layers.ts";
import { type Ecosystem, ECOSYSTEMS, ecosystemOf } from "../../format/ecosystems.ts";
import { countOf, formatCount } from "../../format/format.ts";
import { CLOCK_WORDS, inHeading, inWords } from "../../format/words.ts";

/** The prefix that all paths share, which labels omit: an owner with its slash. */
export function commonOwner([first = "", ...others]: readonly string[]): string {
  const owner = first.slice(0, first.indexOf("/") + 1);
  return others.every((path) => path.startsWith(owner)) ? owner : "";
}

export const titleOf = (card: Card, owner: string): string =>
  card.kind === "repository"
    ? card.node.fullPath.slice(owner.length)
    : card.opens === null
      ? `${card.title} · more`
      : card.title;

/** The second line of a card. */
export function noteOf(card: Card): string {
  if (card.kind === "group") {
    const { clock, withClock, nodes } = card;
    if (clock === null || withClock === null) return countOf(nodes.length, "repository", "repositories");
    const all = formatCount(nodes.length);
    return `${withClock < nodes.length ? `${formatCount(withClock)} of ${all}` : all} ${CLOCK_WORDS[clock].label}`;
  }
  const { node, clock, role } = card;
  const words =
    clock === null
      ? [
          node.fanIn > 0
            ? countOf(node.fanIn, "dependent", "dependents")
            : countOf(node.fanOut, "dependency", "dependencies"),
        ]
      : [CLOCK_WORDS[clock].label, ...(role === null ? [] : [inWords(role)])];
  return words.join(" · ");
}

/** What a card does not show as text, for screen readers. */
export function hiddenTextOf(card: Card): string {
  if (card.kind === "group") return card.withClock === null ? "" : "repositories";
  const { node, isRoot, hidden } = card;
  return [
    ...(isRoot ? ["root"] : []),
    ...(node.mainType === null ? [] : [inHeading(node.mainType)]),
    ...(node.archived ? ["archived"] : []),
    ...(hidden > 0 ? [`${formatCount(hidden)} more behind it`] : []),
  ].join(", ");
}

/** The ecosystems of a group, most frequent first. */
export function ecosystemsOf({ nodes }: GroupCard): { ecosystem: Ecosystem; name: string; count: number }[] {
  const typed = nodes.flatMap(({ mainType }) => (mainType === null ? [] : ecosystemOf(mainType)));
  return [...Map.groupBy(typed, (ecosystem) => ecosystem)]
    .map(([ecosystem, { length }]) => ({ ecosystem, name: ECOSYSTEMS[ecosystem].name, count: length }))
    .toSorted((a, b) => b.count - a.count);
}
