import { Repeat } from "lucide-react";
import { distinctName } from "./card-text.ts";
import type { ViewNode } from "./graph-view.ts";
import type { GroupCard } from "./layers.ts";
import { cx } from "../../components/dom.ts";
import { formatCount } from "../../format/format.ts";
import { DISTANCE, ICON, tabularWidth, textWidth } from "../../format/text-width.ts";

/** Of the number of those of a group in a cycle with the root, with its distance. */
export const cycleWidth = ({ inCycle = [] }: GroupCard): number =>
  inCycle.length === 0 ? 0 : ICON + DISTANCE + tabularWidth(formatCount(inCycle.length));

/** Names of those in a cycle at most. */
const NAMED = 8;

/** `4: platform-315, …`: how many of a group are on the other side of the root, too, and as many of their names as fit. Empty if none does. */
export function cycleNamesIn({ inCycle = [] }: GroupCard, room: number): string {
  const count = `${formatCount(inCycle.length)}: `;
  const left = room - ICON - tabularWidth(count);
  // A number would be read as that of the other repositories of the group.
  const wordsOf = (nodes: readonly ViewNode[]): string =>
    nodes.map(distinctName).join(", ") + (nodes.length < inCycle.length ? ", …" : "");
  const fits = (nodes: readonly ViewNode[]): boolean => textWidth(wordsOf(nodes)) <= left;
  // A name that has room says more than their order.
  const fitting = inCycle.filter((node) => fits([node])).slice(0, NAMED);
  const named = fitting.map((_, at) => fitting.slice(0, at + 1)).findLast(fits);
  return named ? count + wordsOf(named) : "";
}

export const CycleNames = ({ card, room }: { card: GroupCard; room: number }) => (
  <span
    title={`In a dependency cycle with the root: ${(card.inCycle ?? []).map(distinctName).join(", ")}`}
    className="flex shrink-0 items-center gap-1"
  >
    <Repeat aria-hidden className="size-3" />
    <span className="sr-only">In a cycle with the root </span>
    {cycleNamesIn(card, room)}
  </span>
);

/** The number of those. */
export const CycleCount = ({ of: { inCycle }, className }: { of: GroupCard; className: string }) =>
  inCycle !== undefined && (
    <span
      title={`${formatCount(inCycle.length)} in a dependency cycle with the root`}
      className={cx("tabular flex shrink-0 items-center gap-0.5 text-12 text-muted", className)}
    >
      <Repeat aria-hidden className="size-3" />
      {formatCount(inCycle.length)}
      <span className="sr-only"> in a cycle with the root</span>
    </span>
  );
