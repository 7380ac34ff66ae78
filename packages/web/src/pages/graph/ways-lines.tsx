import { distinctName } from "./card-text.ts";
import { CycleCount, cycleWidth } from "./group-cycle.tsx";
import type { GroupCard, Way } from "./layers.ts";
import { countIn } from "./ways.ts";
import { formatCount } from "../../format/format.ts";
import { tabularWidth } from "../../format/text-width.ts";

/** Whether a stack says through which repositories its own are reached. */
export const hasWays = ({ ways = [] }: GroupCard): boolean => ways.length > 0;

/**
 * `12 via identity-46,` and `9 security-191, 8 via others`: through which repositories how many of a group are reached, as many as have room in so many lines,
 * and for how many it is through others. Without room for one, none.
 */
export function waysInLines({ ways = [] }: GroupCard, room: number, most = 2): string[] {
  const open = ways.filter(({ isBehindArchived }) => !isBehindArchived);
  const closed = behindArchivedInWords(ways);
  const words = [
    ...open.map(
      ({ via, nodes }, at) => `${formatCount(nodes.length)} ${at === 0 ? "via " : ""}${distinctName(via)}`,
    ),
    ...closed,
  ];
  /** How many others there are after so many words. */
  const rest = (end: number): string[] =>
    end >= open.length
      ? words.slice(end)
      : [`${formatCount(countIn(open.slice(end)))} via others`, ...closed];
  const fits = (line: string): boolean => tabularWidth(line) <= room;
  const lines: string[] = [];
  let start = 0;
  while (start < words.length && lines.length < most) {
    const isLast = lines.length === most - 1;
    const ends = words.map((_, at) => at + 1).filter((end) => end > start);
    const named = (end: number, mark: string): string =>
      words.slice(start, end).join(", ") + (end === words.length ? "" : mark);
    // Numbers of all matter more than a name.
    const whole = [...ends.toReversed(), ...(start > 0 && closed.length > 0 ? [start] : [])]
      .map((end) => [...words.slice(start, end), ...rest(end)].join(", "))
      .find(fits);
    if (isLast && whole !== undefined) return [...lines, whole];
    if (isLast && start > 0 && closed.some(fits))
      return [...lines.slice(0, -1), `${lines.at(-1) ?? ""} …`, ...closed];
    const end = ends.findLast((one) => fits(named(one, isLast ? ", …" : ",")));
    if (end === undefined) break;
    lines.push(named(end, isLast ? ", …" : ","));
    start = end;
  }
  // Less than two lines, and not all.
  return lines.map((line, at) => (at === lines.length - 1 && line.endsWith(",") ? `${line} …` : line));
}

/** `5 via archived ones`, which pass nothing on. None without these. */
export function behindArchivedInWords(ways: readonly Way[]): string[] {
  const count = countIn(ways.filter(({ isBehindArchived }) => isBehindArchived));
  return count === 0 ? [] : [`${formatCount(count)} via archived ones`];
}

/** How much higher lines of ways make a card, which has some space anyway. */
const HEIGHTS = [0, 14, 22];

export const heightOfWays = (card: GroupCard, room: number): number =>
  HEIGHTS[waysInLines(card, room).length] ?? 0;

interface WaysLinesProps {
  card: GroupCard;
  /** Of the text. */
  room: number;
  /** Whether the number of those in a cycle is at the end. */
  hasCycle: boolean;
}

/** The last lines of a stack beyond one hop. */
export const WaysLines = ({ card, room, hasCycle }: WaysLinesProps) => (
  <span className="tabular flex items-end text-12/3.5 text-muted">
    <span className="flex min-w-0 flex-col">
      {waysInLines(card, room - (hasCycle ? cycleWidth(card) : 0)).map((line) => (
        <span key={line} className="truncate">
          {line}
        </span>
      ))}
    </span>
    {hasCycle && <CycleCount of={card} className="ml-auto" />}
  </span>
);
