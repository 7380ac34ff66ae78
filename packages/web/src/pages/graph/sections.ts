import { hasOnlyArchivedWays, isEnd, type ViewNode } from "./graph-view.ts";
import { afterOf, byWhen, type Timing, timingOfAll, type When, whenOf } from "./condition.ts";
import { type Card, type Column, drawnNodes, type Layers } from "./layers.ts";

/** What fits into a framed column: places beside each other and, for so many sections, some of them with groups, cards below each other. */
export interface FramedRoom {
  /** By the number of columns beside each other with the framed one, and whether others are below the root. */
  parts: (columns: number, hasStack: boolean) => number;
  /** The cards that fit into so many columns below the root, beside so many places. */
  stackedRows: (stacked: number, parts: number) => number;
  rows: (counts: SectionCounts) => number;
  /** The width of so many places in a frame. */
  widthOf: (parts: number, columns: number, hasStack: boolean) => number;
}

/** The sections of a framed column: how many there are, how many of them have groups, and the lines of versions of these. */
export interface SectionCounts {
  sections: number;
  withGroups: number;
  versionLines: number;
}

/** The column whose cards are in sections by timing. The frames show that they are all as far from the root. */
export const framedColumn = ({ columns }: Pick<Layers, "columns">): Column | undefined =>
  columns.find(({ parts }) => parts !== undefined);

interface SectionOptions extends Pick<FramedRoom, "rows"> {
  parts: number;
  /** The lines of versions of a section of these, if some are in groups. */
  linesOf: (nodes: readonly ViewNode[]) => number;
}

/** Divides the repositories of a framed column by timing, the earliest first, and its rows among them: all that one needs, or as many as others. */
export function divideSections(
  nodes: readonly ViewNode[],
  { parts, rows, linesOf }: SectionOptions,
): { nodes: ViewNode[]; rows: number; section: When & { parts: number } }[] {
  const found = byWhen(nodes, whenOf).map(({ when, members }) => ({
    when,
    members,
    // Archived ones may be one group.
    needed: Math.ceil((members.length - Math.max(0, members.filter(isEnd).length - 1)) / parts),
    lines: linesOf(members),
  }));
  const needs = found.map((one) => one.needed);
  /** With groups in some of them. */
  const rowsWith = (cut: typeof found): number =>
    rows({
      sections: found.length,
      withGroups: cut.length,
      versionLines: cut.reduce((sum, one) => sum + one.lines, 0),
    });
  const most = rowsWith([]);
  const isWhole = needs.reduce((sum, need) => sum + need, 0) <= most;
  const least = shareRows(needs, isWhole ? most : rowsWith(found));
  // Sections without groups leave the room for their heading to the others.
  const cut = found.filter(({ needed }, at) => (least[at] ?? 0) < needed);
  const given = cut.length === 0 ? least : shareRows(needs, rowsWith(cut));
  return found.map(({ when, members }, at) => ({
    nodes: members,
    rows: parts * (given[at] ?? 1),
    section: { ...when, parts },
  }));
}

/** Divides rows among cards that are below each other: all that one part needs, or as many as others. Of a remainder, the first get one more. */
export function shareRows(needs: readonly number[], rows: number): number[] {
  const given = needs.map(() => 0);
  let free = rows;
  // What needs least first, so that its rest is for the others.
  const ranked = [...needs.entries()].toSorted(([a, all], [b, other]) => all - other || b - a);
  for (const [at, [index, all]] of ranked.entries()) {
    const share = Math.min(all, Math.max(LEAST_ROWS, Math.floor(free / (ranked.length - at))));
    given[index] = share;
    free -= share;
  }
  return given;
}

/** A repository with a card and its group. */
export const LEAST_ROWS = 2;

/** When the repositories of a card of a section get a change: all at the same time. */
export const whenOfCard = (card: Card): When => {
  const [node] = drawnNodes({ cards: [card] });
  return node ? whenOf(node) : { clock: "unknown", isMaximum: false };
};

/** How many repositories of a section get a change when, and how many others would if they were not archived. */
export interface SectionTiming extends Timing {
  archived: number;
}

/** The cards of a framed column with the same timing. A group of archived ones is not apart if there are no others. */
export interface Section extends SectionTiming {
  repositories: Card[];
  groups: Card[];
}

/** The sections of the framed column, the earliest first. */
export function sectionsOf(layers: Pick<Layers, "cards" | "columns">): Section[] {
  const framed = framedColumn(layers);
  if (!framed) return [];
  const inside = layers.cards.filter(({ column }) => column === framed.at);
  return byWhen(inside, whenOfCard).map(({ when, members }) => {
    const nodes = drawnNodes({ cards: members });
    const groups = members.filter((card) => card.kind === "group");
    const hasGroups = groups.some(({ isArchived = false }) => !isArchived);
    return {
      ...timingOfAll(
        when,
        nodes.filter(({ archived }) => !archived),
      ),
      archived: nodes.filter(({ archived }) => archived).length,
      repositories: hasGroups ? members.filter(({ kind }) => kind === "repository") : members,
      groups: hasGroups ? groups : [],
    };
  });
}

/** How many repositories of a column are archived. */
export const archivedIn = ({ cards }: Pick<Layers, "cards">, at: number): number =>
  drawnNodes({ cards: cards.filter(({ column }) => column === at) }).filter(({ archived }) => archived)
    .length;

/** How many dependencies of a column are only reached through archived ones, without those that are archived. */
export const behindArchivedIn = ({ cards }: Pick<Layers, "cards">, at: number): number =>
  drawnNodes({ cards: cards.filter(({ column }) => column === at) }).filter(
    (node) => !node.archived && hasOnlyArchivedWays(node),
  ).length;

/** How many repositories of a column get a change when, the earliest first, or of dependencies the root. Archived ones, and dependencies that are only reached through these, are left out, unless all are: they get no change, and have none. */
export function timingsOf({ cards }: Pick<Layers, "cards">, at: number): Timing[] {
  const nodes = drawnNodes({ cards: cards.filter(({ column }) => column === at) });
  const active = nodes.filter((node) => !node.archived && !hasOnlyArchivedWays(node));
  return byWhen(active.length > 0 ? active : nodes, whenOf).map(({ when, members }) =>
    timingOfAll(when, members),
  );
}

/** Whether some get a change without an edit, after another repository has a new version. */
export const haveFollowers = (layers: Pick<Layers, "cards">): boolean =>
  drawnNodes(layers).some((node) => afterOf(node) !== undefined);
