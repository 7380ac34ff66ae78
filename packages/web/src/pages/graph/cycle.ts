import { distinctName } from "./card-text.ts";
import type { ViewNode } from "./graph-view.ts";
import { drawnNodes, type Layers } from "./layers.ts";
import { formatCount } from "../../format/format.ts";
import { ICON, tabularWidth, textWidth } from "../../format/text-width.ts";

/** The repositories on both sides of the root, by name, archived ones last. */
export function cycleOf(layers: Pick<Layers, "cards" | "inCycle">): ViewNode[] {
  const { inCycle } = layers;
  if (inCycle === undefined || inCycle.size === 0) return [];
  const nodes = new Map(
    drawnNodes(layers).flatMap((node) => (inCycle.has(node.id) ? [[node.id, node]] : [])),
  );
  return [...nodes.values()].toSorted(
    (a, b) => Number(a.archived) - Number(b.archived) || BY_NAME.compare(a.fullPath, b.fullPath),
  );
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

/** Before the names of archived repositories. */
export const ARCHIVED = "archived: ";

/** As many names as fit as a whole into lines of a width, of which the first has less room. */
export function namesInLines(
  nodes: readonly ViewNode[],
  { width, before, most }: { width: number; before: number; most: number },
): FittingNames {
  const end = (count: number): number => (count === 0 ? 0 : tabularWidth(` +${formatCount(count)}`));
  const firstArchived = nodes.findIndex((node) => node.archived);
  let [lines, taken] = [1, before];
  const shown: string[] = [];
  for (const [at, node] of nodes.entries()) {
    const rest = nodes.length - at - 1;
    const name = (at === firstArchived ? ARCHIVED : "") + distinctName(node);
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

/** What follows their number: ` with the root (6 archived)`. */
export function cycleInWords(nodes: readonly ViewNode[]): string {
  const archived = nodes.filter((node) => node.archived).length;
  return ` with the root${archived === 0 ? "" : ` (${formatCount(archived)} archived)`}`;
}

/** Of the number of repositories, with its icon, and of what it means. */
export const labelWidth = (nodes: readonly ViewNode[]): number =>
  ICON + tabularWidth(`${formatCount(nodes.length)} in a cycle${cycleInWords(nodes)}: `);

/** The names in a strip above a drawing of this width, and its height. */
export function cycleStrip(nodes: readonly ViewNode[], width: number): FittingNames & { height: number } {
  const found = namesInLines(nodes, {
    width: width - 2 * STRIP.padding,
    before: labelWidth(nodes),
    most: STRIP.lines(width),
  });
  return { ...found, height: nodes.length === 0 ? 0 : found.lines * STRIP.line + STRIP.around };
}
