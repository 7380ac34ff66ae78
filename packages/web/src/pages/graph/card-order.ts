import { mayBe } from "./card-text.ts";
import { afterOf, rankOfWhen } from "./condition.ts";
import { riskOf } from "./leading.ts";
import type { Card, CardEdge } from "./layers.ts";

/** What stands for several owners is below their groups, and archived repositories are below all. */
const placeOfRest = (card: Card): number =>
  card.kind === "repository" ? 0 : card.isArchived === true ? 2 : Number(card.isRest === true);

/** How many repositories of a group get a change on their next run, or, without a root, how many get one from a card. */
function countOf(card: Card): number {
  if (card.clock !== null && card.clock !== "next_run") return 0;
  if (card.kind === "repository") return card.clock === null ? riskOf(card.node) : 0;
  return card.withClock === null ? card.nodes.reduce((sum, node) => sum + riskOf(node), 0) : card.withClock;
}

/** Of a repository without a root: around one, the order is that of the impact. */
const dependentsOf = (card: Card): number =>
  card.kind === "repository" && card.clock === null ? card.node.fanIn : 0;

/** What follows others is behind what is edited at the same time. */
const FOLLOWING = 0.5;

/** The earliest first. Without a root, what others get on their next run is first. */
function rankOf(card: Card): number {
  if (card.clock !== null) {
    const follows = card.kind === "repository" && afterOf(card.node) !== undefined;
    return rankOfWhen({ clock: card.clock, isMaximum: mayBe(card) }) + (follows ? FOLLOWING : 0);
  }
  return countOf(card) > 0 ? 0 : 1;
}

/**
 * Puts the cards of a column in the order of their risk: repositories before groups of the same timing, groups by how many have
 * it. What stands for several owners is last. Among equals without a root, the most used are first, and else the given order stays.
 */
export const byRisk = (cards: readonly Card[]): Card[] =>
  cards.toSorted(
    (a, b) =>
      placeOfRest(a) - placeOfRest(b) ||
      rankOf(a) - rankOf(b) ||
      Number(a.kind === "group") - Number(b.kind === "group") ||
      countOf(b) - countOf(a) ||
      dependentsOf(b) - dependentsOf(a),
  );

/** Puts all groups below the repositories of a column, which would otherwise have them in between. */
export const groupsLast = (cards: readonly Card[]): Card[] =>
  cards.toSorted((a, b) => Number(a.kind === "group") - Number(b.kind === "group"));

/** From two hops on, puts cards of the same timing in the order of the ones that their lines come from, so that these do not cross. */
export function besideParents(cards: readonly Card[], lines: readonly CardEdge[]): Card[] {
  const columnOf = new Map(cards.map(({ id, column }) => [id, Math.abs(column)]));
  const parents = new Map<string, string[]>();
  for (const { from, to } of lines)
    for (const [one, other] of [
      [from, to],
      [to, from],
    ] as const)
      if ((columnOf.get(other) ?? 0) < (columnOf.get(one) ?? 0))
        parents.set(one, [...(parents.get(one) ?? []), other]);
  const places = new Map<string, number>();
  const ordered: Card[] = [];
  const byHops = Map.groupBy(cards, ({ column }) => Math.abs(column));
  for (const [hops, members] of [...byHops].toSorted(([a], [b]) => a - b)) {
    const placeOf = ({ id }: Card): number => {
      const found = (parents.get(id) ?? []).map((parent) => places.get(parent) ?? 0);
      return found.reduce((sum, place) => sum + place, 0) / Math.max(1, found.length);
    };
    const sorted =
      hops < 2
        ? members
        : members.toSorted(
            (a, b) => placeOfRest(a) - placeOfRest(b) || rankOf(a) - rankOf(b) || placeOf(a) - placeOf(b),
          );
    for (const [place, { id }] of sorted.entries()) places.set(id, place);
    ordered.push(...sorted);
  }
  return ordered;
}
