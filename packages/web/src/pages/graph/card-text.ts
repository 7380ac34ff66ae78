import type { ViewNode } from "./graph-view.ts";
import type { Card, GroupCard, RepositoryCard } from "./layers.ts";
import { type Ecosystem, ECOSYSTEMS, ecosystemOf } from "../../format/ecosystems.ts";
import { countOf, formatCount } from "../../format/format.ts";
import { CLOCK_WORDS, inHeading, inWords } from "../../format/words.ts";

const namespaceOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf("/")));

/** The owner or, if that is not known, the namespace. */
const ownerOf = ({ owner, fullPath }: ViewNode): string => owner ?? namespaceOf(fullPath);

/** Narrower cards have no room for an icon. */
export const NARROW_CARD = 176;

/** The least widths of a card with room in its second line for more than the timing, also for the owner. */
const WIDE = { role: 240, owner: 300 };

/** What a card says besides its name: only when, with an icon, also the role, or also the owner. */
export type Detail = "bare" | "clock" | "role" | "owner";

/** Whether the second line has only room for the timing. */
export const isNarrowDetail = (detail: Detail): boolean => detail === "bare" || detail === "clock";

/** Second lines of wide cards have the role, and the owners if there are several. */
export function detailOf(cards: readonly Card[], width = Infinity): Detail {
  if (width < NARROW_CARD) return "bare";
  if (width < WIDE.role) return "clock";
  if (width < WIDE.owner) return "role";
  const nodes = cards.flatMap((card) => (card.kind === "group" ? card.nodes : card.node));
  return new Set(nodes.map(ownerOf)).size > 1 ? "owner" : "role";
}

export const titleOf = (card: Card): string =>
  card.kind === "repository"
    ? card.node.fullPath.slice(card.node.fullPath.lastIndexOf("/") + 1)
    : card.opens === null
      ? `${card.title} · more`
      : card.title;

/** The second line of a card. */
export function noteOf(card: Card, detail: Detail): string {
  if (card.kind === "group") {
    const { clock, withClock, nodes, within } = card;
    if (clock === null || withClock === null) {
      const inside = within ? ` · ${formatCount(within)} within` : "";
      return `${countOf(nodes.length, "repository", "repositories")}${inside}`;
    }
    const all = formatCount(nodes.length);
    const some = `${formatCount(withClock)} of ${all}`;
    if (detail === "bare" && withClock < nodes.length) return some;
    const when = CLOCK_WORDS[clock].label;
    return `${withClock < nodes.length ? some : all} ${detail === "bare" ? when.replace(/^when /u, "") : when}`;
  }
  const { node, clock, role } = card;
  const words =
    clock === null
      ? [usesOf(card)]
      : [CLOCK_WORDS[clock].label, ...(role === null || isNarrowDetail(detail) ? [] : [inWords(role)])];
  if (node.archived && !isNarrowDetail(detail)) words.push("archived");
  const owner = detail === "owner" ? ownerOf(node) : "";
  const [first = "", ...others] = words;
  return [first, ...(owner === "" ? [] : [owner]), ...others].join(" · ");
}

const usesOf = ({ node: { fanIn, fanOut } }: RepositoryCard): string =>
  fanIn === 0 ? countOf(fanOut, "dependency", "dependencies") : countOf(fanIn, "dependent", "dependents");

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
