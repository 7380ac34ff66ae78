import { byBalance, NEITHER } from "./balance.ts";
import { byRisk, groupsLast } from "./card-order.ts";
import { memberCard } from "./cluster-layers.ts";
import { collapseColumn, type CollapseOptions } from "./collapse-column.ts";
import type { Grouping } from "./graph-search.ts";
import type { GraphView, ViewEdge, ViewNode } from "./graph-view.ts";
import { type Card, cardsOf, type Column, combineEdges, type Layers } from "./layers.ts";
import { litPartsOf } from "./lit-parts.ts";
import { LEADING, mostOnNextRun, mostUsed, riskiestOf, spreadOfRisk } from "./leading.ts";

interface RepositoryOptions {
  grouping: Grouping;
  /** Long columns are collapsed into groups, of which these are open. */
  open: ReadonlySet<string>;
  selected?: string | undefined;
  /** The number of columns that fit into the window. */
  columns?: number;
  /** The number of cards that fit below each other, for so many columns. */
  rowsFor?: (columns: number) => number;
}

/**
 * Arranges all repositories of a small organization, those that others use on the left. Those without dependencies are one card
 * with a separate heading below the last column, since a sixth column would not fit into the window.
 */
export function repositoryLayers(view: GraphView, options: RepositoryOptions): Layers {
  const { grouping, open, selected, columns: most = Infinity, rowsFor } = options;
  const ends = new Set(view.edges.flatMap(({ source, target }) => [source, target]));
  const linked = byBalance(
    view.nodes.filter(({ id }) => ends.has(id)).map((node) => memberCard(node)),
    combineEdges(view.edges, (id) => id),
    most,
  );
  const isolated = view.nodes.filter(({ id }) => !ends.has(id));
  const last = linked.columns.at(-1);
  const columns = last ? linked.columns : [{ ...NEITHER, at: 0, count: isolated.length }];
  const below: Column | undefined =
    last && isolated.length > 0
      ? { ...NEITHER, at: last.at + 1, count: isolated.length, isBelow: true }
      : undefined;
  const columnOf = new Map(linked.cards.map(({ id, column }) => [id, column]));
  const held = view.nodes.find(({ id }) => id === selected) ?? riskiestOf(view.nodes);
  // Where not all have room, what is above the drawing has a card: what others get on their next run, then what is used most, and then the others on the next run.
  const [soon, used] = [mostOnNextRun(view.nodes), mostUsed(view.nodes).slice(0, LEADING)];
  const leading = new Set([...soon.slice(0, LEADING), ...used, ...soon]);
  const cards = columns.flatMap((column): Card[] => {
    const members = last ? view.nodes.filter(({ id }) => columnOf.get(id) === column.at) : isolated;
    // Two places below the last column are for those without dependencies, and for their heading.
    const rows = rowsFor && rowsFor(columns.length) - (column === last && isolated.length > 0 ? 2 : 0);
    // The repositories named above the drawing have a card as far as there is room for groups as well.
    const own = new Set(members);
    const pinned = [...leading].filter((node) => own.has(node));
    const fitting = pinned.slice(0, rows && rows - ROWS_OF_GROUPS);
    const named = new Set([held, ...fitting]);
    const isPinned = (node: ViewNode): boolean => named.has(node);
    const { alone, groups } = collapseColumn(column.at, members, {
      grouping,
      open,
      isPinned,
      spreadOf: spreadOfRisk,
      leastAlone: fitting.length > LEAST_ALONE ? 1 : LEAST_ALONE,
      leastGroups: 1,
      ...(rows !== undefined && { rows }),
    });
    return groupsLast(byRisk([...alone.map((node) => memberCard(node, column.at)), ...groups]));
  });
  if (below) cards.push(...isolatedCards(isolated, below.at, { open, isPinned: (node) => node === held }));
  const cardOf = cardsOf(cards);
  const edges = combineEdges(
    withoutRuns(view, (id) => cardOf.get(id)),
    (id) => cardOf.get(id),
  );
  return {
    cards,
    edges,
    columns: [...columns, ...(below ? [below] : [])],
    isAggregated: false,
    isRanked: true,
    held: held && cardOf.get(held.id),
    litBy: (card) => litPartsOf([{ edges: view.edges, cardOf: (id) => cardOf.get(id) }], card),
    shownEdges: Infinity,
  };
}

/** Nothing runs in an archived repository: a line to it is not one of the next run, and beside others in the same card it does not decide how a line looks. */
function withoutRuns({ nodes, edges }: GraphView, cardOf: (id: string) => string | undefined): ViewEdge[] {
  const archived = new Set(nodes.flatMap((node) => (node.archived ? node.id : [])));
  const lineOf = ({ source, target }: ViewEdge): string => `${cardOf(source)} ${cardOf(target)}`;
  const active = edges.filter(({ source }) => !archived.has(source));
  const lines = new Set(active.map(lineOf));
  const alone = edges.filter((edge) => archived.has(edge.source) && !lines.has(lineOf(edge)));
  return [
    ...active,
    ...alone.map((edge): ViewEdge => (edge.clock === "next_run" ? { ...edge, clock: "bump" } : edge)),
  ];
}

/** Rows for groups where the repositories named above the drawing would take all. */
const ROWS_OF_GROUPS = 2;

/** Repositories of a column that are shown alone at least, so that the column fits into a small window. */
const LEAST_ALONE = 2;

/** One card of all repositories without dependencies, until it is opened. */
function isolatedCards(
  nodes: readonly ViewNode[],
  column: number,
  { open, isPinned }: Pick<CollapseOptions, "open" | "isPinned">,
): Card[] {
  const id = `${column}.none`;
  const alone = nodes.length === 1 || open.has(id) ? nodes : nodes.filter(isPinned);
  const rest = nodes.filter((node) => !alone.includes(node));
  const opens = { key: id, as: "group" } as const;
  const group: Card = {
    kind: "group",
    id,
    column,
    clock: null,
    role: null,
    title: "No dependencies",
    nodes: rest,
    withClock: null,
    opens,
  };
  return [...alone.map((node) => memberCard(node, column)), ...(rest.length > 0 ? [group] : [])];
}
