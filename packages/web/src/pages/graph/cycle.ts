import { distinctName } from "./card-text.ts";
import type { ViewNode } from "./graph-view.ts";
import { drawnNodes, type Layers } from "./layers.ts";
import { formatCount } from "../../format/format.ts";
import { ICON, tabularWidth, textWidth } from "../../format/text-width.ts";

/** What is on both sides of a root. */
export interface Cycle {
  /** By name, archived ones last. */
  nodes: readonly ViewNode[];
  /** What follows their number: ` with the root; changes end there`. */
  words: string;
}

export function cycleOf(layers: Pick<Layers, "cards" | "columns" | "inCycle" | "beyond">): Cycle {
  const { inCycle = new Set(), columns, beyond } = layers;
  const found = new Map(
    drawnNodes(layers).flatMap((node) => (inCycle.has(node.id) ? [[node.id, node]] : [])),
  );
  const nodes = [...found.values()].toSorted(
    (a, b) => Number(a.archived) - Number(b.archived) || BY_NAME.compare(a.fullPath, b.fullPath),
  );
  // If no direct dependent passes changes on, these do not run around the cycle.
  const isEnd = beyond?.length === 0 && Math.max(...columns.map(({ at }) => at)) === 1;
  return { nodes, words: ` with the root${isEnd ? "; changes end there" : ""}` };
}

const BY_NAME = new Intl.Collator("en", { numeric: true });

/** Names that fit into so many lines, and which of them is the first of an archived repository. */
export interface FittingNames {
  names: string[];
  firstArchived: number;
  /** The number of others. */
  more: number;
  lines: number;
}

/** Before the names of archived repositories: `6 archived: `, or `all archived: `. */
export function archivedInWords(nodes: readonly ViewNode[]): string {
  const { length } = nodes.filter((node) => node.archived);
  return `${length === nodes.length ? "all" : formatCount(length)} archived: `;
}

/** As many names as fit as a whole into lines of a width, of which the first has less room. */
export function namesInLines(
  nodes: readonly ViewNode[],
  { width, before, most }: { width: number; before: number; most: number },
): FittingNames {
  const end = (count: number): number => (count === 0 ? 0 : tabularWidth(` +${formatCount(count)}`));
  const firstArchived = nodes.findIndex((node) => node.archived);
  // What is before the names may take more than a line.
  let [lines, taken] = [1 + Math.floor(before / width), before % width];
  const shown: string[] = [];
  for (const [at, node] of nodes.entries()) {
    const rest = nodes.length - at - 1;
    const name = (at === firstArchived ? archivedInWords(nodes) : "") + distinctName(node);
    const needed = textWidth(rest === 0 ? name : `${name},`) + (lines === most ? end(rest) : 0);
    if (taken + needed > width) {
      if (lines === most) break;
      [lines, taken] = [lines + 1, 0];
    }
    taken += textWidth(`${name}, `);
    shown.push(distinctName(node));
  }
  return { names: shown, firstArchived, more: nodes.length - shown.length, lines };
}

/** Of the strip with these names: its lines, and what is above and below them. On a tablet, lines are shorter, so there may be more. */
export const STRIP = { padding: 16, line: 15, around: 13, lines: (width: number) => (width < 1024 ? 5 : 3) };

/** Of the number of repositories, with its icon, and of what it means. */
export const labelWidth = ({ nodes, words }: Cycle): number =>
  ICON + tabularWidth(`${formatCount(nodes.length)} in a cycle${words}: `);

/** The names in a strip above a drawing of this width, and its height. */
export function cycleStrip(cycle: Cycle, width: number): FittingNames & { height: number } {
  const found = namesInLines(cycle.nodes, {
    width: width - 2 * STRIP.padding,
    before: labelWidth(cycle),
    most: STRIP.lines(width),
  });
  return { ...found, height: cycle.nodes.length === 0 ? 0 : found.lines * STRIP.line + STRIP.around };
}
