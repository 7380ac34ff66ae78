import { distinctName } from "./card-text.ts";
import { CycleCount, cycleWidth } from "./group-cycle.tsx";
import type { GroupCard } from "./layers.ts";
import { formatCount } from "../../format/format.ts";
import { tabularWidth } from "../../format/text-width.ts";

/** Whether a stack says through which repositories its own are reached. */
export const hasWays = ({ ways = [] }: GroupCard): boolean => ways.length > 0;

/** `12 via identity-46, 9 via security-191, …`: through which repositories how many of a group are reached, as many as have room, at the end only the first. Empty without room for that. */
export function waysInWords({ ways = [] }: GroupCard, room: number): string {
  const words = ways.map(({ via, count }) => `${formatCount(count)} via ${distinctName(via)}`);
  const fitting = words.map(
    (_, at) => words.slice(0, at + 1).join(", ") + (at + 1 < words.length ? ", …" : ""),
  );
  return [...words.slice(0, 1), ...fitting].findLast((some) => tabularWidth(some) <= room) ?? "";
}

interface WaysLineProps {
  card: GroupCard;
  /** Of the text. */
  room: number;
  /** Whether the number of those in a cycle is at its end. */
  hasCycle: boolean;
}

/** The last line of a stack beyond one hop. */
export const WaysLine = ({ card, room, hasCycle }: WaysLineProps) => (
  <span className="tabular flex items-center text-12/3.5 text-muted">
    {waysInWords(card, room - (hasCycle ? cycleWidth(card) : 0))}
    {hasCycle && <CycleCount of={card} className="ml-auto" />}
  </span>
);
