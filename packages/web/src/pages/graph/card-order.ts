import { CLOCKS } from "@knockon/contract/vocabulary/clock";
import type { Card } from "./layers.ts";

const isRest = (card: Card): boolean => card.kind === "group" && card.isRest === true;

/** How many repositories of a group get a change on their next run or, without a root, how many get one from a card. */
function countOf(card: Card): number {
  if (card.clock !== null && card.clock !== "next_run") return 0;
  if (card.kind === "repository") return card.clock === null ? card.node.nextRun : 0;
  return card.withClock ?? card.nodes.reduce((sum, { nextRun }) => sum + nextRun, 0);
}

/** The earliest first. Without a root, what others get on their next run is first. */
function rankOf(card: Card): number {
  if (card.clock !== null) return CLOCKS.indexOf(card.clock);
  return countOf(card) > 0 ? 0 : 1;
}

/**
 * Puts the cards of a column in the order of their risk: repositories before groups of the same timing, groups by how many have
 * it. What stands for several owners is last. Among equals, the given order stays.
 */
export const byRisk = (cards: readonly Card[]): Card[] =>
  cards.toSorted(
    (a, b) =>
      Number(isRest(a)) - Number(isRest(b)) ||
      rankOf(a) - rankOf(b) ||
      Number(a.kind === "group") - Number(b.kind === "group") ||
      countOf(b) - countOf(a),
  );
