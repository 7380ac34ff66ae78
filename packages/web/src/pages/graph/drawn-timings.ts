import { type Clock, CLOCKS } from "@knockon/contract/vocabulary/clock";
import { hasSomeNextRun, mayBeNextRun } from "./clock-lines.ts";
import { type Card, type CardEdge, type Layers } from "./layers.ts";
import { timingsOf } from "./sections.ts";
import { usualEdges } from "./usual-edges.ts";

/** How a line looks: its timing, or that of a stack of which only some get a change on their next run. */
export type LineKind = Clock | "may_next_run" | "some_next_run";

const KINDS: readonly LineKind[] = [
  ...CLOCKS.flatMap((clock) => (clock === "next_run" ? ([clock, "may_next_run"] as const) : clock)),
  "some_next_run",
];

/** The card that a repository is on, alone or in a group, of the first of these IDs that is drawn. */
export const centerOf = (
  { cards }: Pick<Layers, "cards">,
  ids: readonly (string | undefined)[],
): Card | undefined =>
  ids.flatMap(
    (id) =>
      cards.find(
        (card) => card.id === id || (card.kind === "group" && card.nodes.some((node) => node.id === id)),
      ) ?? [],
  )[0];

const kindOf = (line: CardEdge): LineKind =>
  hasSomeNextRun(line) ? "some_next_run" : mayBeNextRun(line) ? "may_next_run" : line.clock;

/** The columns whose cards have no separate lines at rest. */
const summedColumns = ({ columns, isSummed }: Layers) =>
  columns.filter(
    ({ at, parts, isBelow = false }) => parts !== undefined || isBelow || (isSummed === true && at !== 0),
  );

export interface DrawnKind {
  kind: LineKind;
  /** Without a root, no line of the other kinds is drawn until another card is pointed at: they keep a place. */
  isShown: boolean;
}

/**
 * The kinds of lines that a drawing has. Without a root, those of the lines at rest are first, so that they stay where they are while
 * another card is pointed at, whose kinds follow.
 */
export function drawnKinds(
  layers: Layers,
  { pointed, selected }: { pointed: string | undefined; selected: string | undefined },
): DrawnKind[] {
  const kindsOf = (lines: readonly CardEdge[]): LineKind[] => {
    const kinds = new Set(lines.map(kindOf));
    return KINDS.filter((kind) => kinds.has(kind));
  };
  if (layers.isRanked !== true) {
    const summed = summedColumns(layers).flatMap(({ at }) =>
      timingsOf(layers, at).map(({ clock, isMaximum }) =>
        isMaximum && clock === "next_run" ? "may_next_run" : clock,
      ),
    );
    const kinds = new Set<LineKind>([...kindsOf(usualEdges(layers)), ...summed]);
    return KINDS.filter((kind) => kinds.has(kind)).map((kind) => ({ kind, isShown: true }));
  }
  const around = (ids: readonly (string | undefined)[]): LineKind[] => {
    const id = centerOf(layers, ids)?.id;
    return kindsOf(layers.edges.filter(({ from, to }) => from === id || to === id));
  };
  const now = new Set([...around([selected, layers.held]), ...around([pointed, selected, layers.held])]);
  return [...new Set([...now, ...kindsOf(layers.edges)])].map((kind) => ({ kind, isShown: now.has(kind) }));
}
