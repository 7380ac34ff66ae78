import { distinctName } from "./card-text.ts";
import type { ViewNode } from "./graph-view.ts";
import { drawnNodes, type Layers } from "./layers.ts";
import { type FittingNames, namesInLines } from "./names-in-lines.ts";
import { countOf, formatCount } from "../../format/format.ts";
import { isBuiltIn, ROLE_WORDS } from "../../format/words.ts";
import { ICON, tabularWidth } from "../../format/text-width.ts";

/** What is on both sides of a root. */
export interface Cycle {
  /** By name, archived ones last. */
  nodes: readonly ViewNode[];
  /**
   * What is between their number and their names: ` with the root within 3 hops: `, unless nothing is farther. Where it is so, ` with the root.
   * None of them passes the root's change on, as all use it in CI only: `.
   */
  start: string;
}

export function cycleOf(layers: Pick<Layers, "cards" | "columns" | "inCycle" | "beyond">): Cycle {
  const { inCycle = new Set(), columns, beyond } = layers;
  const found = new Map(
    drawnNodes(layers).flatMap((node) => (inCycle.has(node.id) ? [[node.id, node]] : [])),
  );
  const nodes = [...found.values()].toSorted(
    (a, b) => Number(a.archived) - Number(b.archived) || BY_NAME.compare(a.fullPath, b.fullPath),
  );
  const isPassedOn = beyond?.length !== 0 || Math.max(...columns.map(({ at }) => at)) > 1;
  const role = columns.find(({ at }) => at === 1)?.role;
  const reason = role === undefined || isBuiltIn(role) ? "" : `, as all use it ${ROLE_WORDS[role].where}`;
  // What is not drawn may be in one, too.
  const isWhole = [{ beyond }, ...columns].every((side) => (side.beyond ?? []).length === 0);
  const hops = Math.max(...columns.map(({ at }) => Math.abs(at)));
  const within = isWhole ? "" : ` within ${countOf(hops, "hop", "hops")}`;
  const passing = isPassedOn ? "" : `. None of them passes the root's change on${reason}`;
  return { nodes, start: ` with the root${within}${passing}: ` };
}

const BY_NAME = new Intl.Collator("en", { numeric: true });

/** `25 (6 archived) in a cycle`, or `25 archived in a cycle` if all are. */
export function countInWords(nodes: readonly ViewNode[]): string {
  const archived = nodes.filter((node) => node.archived).length;
  const words =
    archived === 0 ? "" : archived === nodes.length ? " archived" : ` (${formatCount(archived)} archived)`;
  return `${formatCount(nodes.length)}${words} in a cycle`;
}

/** The names, of which the first archived one says that the others are too: `archived: infra-21`. */
export function cycleNames({ nodes }: Cycle): string[] {
  const first = nodes.findIndex((node) => node.archived);
  return nodes.map((node, at) => (at > 0 && at === first ? "archived: " : "") + distinctName(node));
}

/** Of the strip with these names: what is left and right of them, its lines, and what is above and below. On a tablet, lines are shorter, so there may be more. */
const STRIP = { beside: 24, line: 15, around: 13, lines: (width: number) => (width < 1024 ? 3 : 2) };

/** The width of what is before the names. */
export const widthBefore = ({ nodes, start }: Cycle): number =>
  ICON + tabularWidth(countInWords(nodes) + start);

/** The names in a strip above a drawing of this width, and its height at most. */
export function cycleStrip(cycle: Cycle, width: number): FittingNames & { height: number } {
  const found = namesInLines(cycleNames(cycle), {
    width: width - STRIP.beside,
    before: widthBefore(cycle),
    most: STRIP.lines(width),
  });
  return { ...found, height: cycle.nodes.length === 0 ? 0 : found.lines * STRIP.line + STRIP.around };
}
