import { distinctName } from "./card-text.ts";
import { CycleCount, cycleWidth } from "./group-cycle.tsx";
import type { GroupCard, Way } from "./layers.ts";
import { formatCount } from "../../format/format.ts";
import { tabularWidth } from "../../format/text-width.ts";

/** Whether a stack says through which repositories its own are reached. */
export const hasWays = ({ ways = [] }: GroupCard): boolean => ways.length > 0;

/**
 * `12 via identity-46,` and `9 security-191, 8 via others`: through which repositories how many of a group are reached, as many as have room in so many lines,
 * and for how many it is through others. Without room for one, none.
 */
export function waysInLines({ ways = [] }: GroupCard, room: number, most = 2): string[] {
  const words = ways.map(
    ({ via, nodes }, at) => `${formatCount(nodes.length)} ${at === 0 ? "via " : ""}${distinctName(via)}`,
  );
  const lines: string[] = [];
  let start = 0;
  while (start < words.length && lines.length < most) {
    const isLast = lines.length === most - 1;
    const forms = isLast ? [viaOthers, () => ", …"] : [() => ","];
    const found = forms.flatMap((rest) =>
      words.flatMap((_, at) => {
        const line =
          words.slice(start, at + 1).join(", ") + (at + 1 === words.length ? "" : rest(ways.slice(at + 1)));
        return at >= start && tabularWidth(line) <= room ? { line, end: at + 1, rest } : [];
      }),
    );
    // Numbers of all matter more than a name.
    const first = found.findLast(({ rest }) => rest === found[0]?.rest);
    if (first === undefined) break;
    lines.push(first.line);
    start = first.end;
  }
  // Less than two lines, and not all.
  return lines.map((line, at) => (at === lines.length - 1 && line.endsWith(",") ? `${line} …` : line));
}

/** `, 8 via others` */
const viaOthers = (ways: readonly Way[]): string =>
  `, ${formatCount(ways.reduce((sum, { nodes }) => sum + nodes.length, 0))} via others`;

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
