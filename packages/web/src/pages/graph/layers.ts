import { type Clock, CLOCKS } from "@knockon/contract/vocabulary/clock";
import { type Role, ROLES } from "@knockon/contract/vocabulary/role";
import { type GraphView, type ViewEdge, type ViewNode, isSelective } from "./graph-view.ts";

/** A repository, or a group of them that is drawn as one. */
export type Card = RepositoryCard | GroupCard;

interface CardBase {
  id: string;
  column: number;
  /** With a root, of the whole path from it; otherwise of the fastest edge to the column before. Null for the root and where it says nothing. */
  clock: Clock | null;
  /** The strongest role of the edges to the column before. */
  role: Role | null;
  /** Whether all of its column around a root have the same timing, or role, which the heading then says. */
  isTimedAbove?: boolean;
  isRoleAbove?: boolean;
}

export interface RepositoryCard extends CardBase {
  kind: "repository";
  node: ViewNode;
  isRoot: boolean;
  /** The key in `toggled` of the search parameters. Null if there is nothing to expand or collapse. */
  toggle: string | null;
  isExpanded: boolean;
  /** Whether no other card has a name with that start, so that its end can be cut. */
  isStartUnique?: boolean;
  /** Number of repositories that expanding it adds. */
  hidden: number;
  /** Number of repositories that get a change of the root through it, as in an impact. Absent if unknown. */
  passesOn?: number;
  /** In sections whose repositories pass it on to none, how many use it, if there is room. */
  usedBy?: number;
  /** Where lines are summed up, a repository between it and the root, and the others that are. */
  via?: ViewNode;
  others?: readonly ViewNode[];
  /** The one that stacks count it for. */
  way?: ViewNode;
  /** Of the root: the number of its dependents in the drawn hops, and the number of these. */
  dependents?: number;
  hops?: number;
  /** Whether it is a dependency and a dependent of the root, with a card on each side. */
  isInCycle?: boolean;
}

/** A repository between some and the root. */
export interface Way {
  via: ViewNode;
  /** Those that are reached through it, without those of a way before it. */
  nodes: readonly ViewNode[];
  /** Whether it is archived, or itself only reached through archived ones, so that it passes nothing on. */
  isBehindArchived: boolean;
}

export interface GroupCard extends CardBase {
  /** Beyond one hop, the repositories through which its own are reached, most first. */
  ways?: readonly Way[];
  /** Those that are a dependency and a dependent of the root, with a card or a group on each side. */
  inCycle?: readonly ViewNode[];
  kind: "group";
  title: string;
  nodes: ViewNode[];
  /** Number of its repositories with its clock. Null where the card has none. */
  withClock: number | null;
  /** The other clocks of its repositories. */
  clocks?: readonly Clock[];
  /** Number of repositories that get a change of the root through any of its repositories. Absent if unknown. */
  passesOn?: number;
  /** Whether it stands for several groups, which have no room. */
  isRest?: boolean;
  /** Whether it stands for an owner, or for several ones. */
  isOwner?: boolean;
  /** Whether it has the archived dependents of a column. */
  isArchived?: boolean;
  /** Whether others of the same owner beside it have their own cards. */
  isRemainder?: boolean;
  /** Of a cluster, the number of dependencies among its repositories. */
  within?: number;
  /** How it opens: within its column, or as a separate page. Null if it is the rest of an open group. */
  opens: { key: string; as: "group" | "cluster" } | null;
}

/** All edges between two cards, from the producer's card to the consumer's. */
export interface CardEdge {
  id: string;
  from: string;
  to: string;
  count: number;
  /** Of these, on the next run, and of those, what a version or a file decides. */
  nextRun: number;
  may: number;
  /** Whether a version decides it for those on the next run: without a root for all, or else for some. */
  isConditional: boolean;
  /** The slowest of any repository, and the fastest. */
  clock: Clock;
  fastest: Clock;
  role: Role;
}

export interface Column {
  at: number;
  title: string;
  /** What it means. */
  hint?: string;
  /** Whether the order of the columns is explained beside it. */
  isExplained?: boolean;
  /** The title above a narrow root. */
  shortTitle?: string;
  /** Number of repositories, also of those in groups. */
  count: number;
  /** Whether its cards are below those of the column beside it, with a separate heading. */
  isBelow?: boolean;
  /** The role of all uses between it and the root, if it is one, which cards then need not say. */
  role?: Role;
  /** Its cards are in sections by timing, each in a frame, with so many places beside each other. */
  parts?: number;
  /** Of the farthest dependencies, what follows. Undefined if that is not known. */
  beyond?: readonly AtHops[];
}

/** What is drawn. */
export interface Layers {
  cards: Card[];
  edges: CardEdge[];
  columns: Column[];
  /** Width of an edge by its count instead of style by its clock. The edges are sorted by count. */
  isAggregated: boolean;
  /** Edges after these are drawn only for the card that is pointed at. */
  shownEdges: number;
  /** Whether the cards of a column have an order that says something: what is used most is first. */
  isRanked?: boolean;
  /** The card whose lines are drawn while no other is pointed at. */
  held?: string | undefined;
  /** Without a root, which repositories of each card depend on one of those of a card, or these on them. */
  litBy?: (card: string) => ReadonlyMap<string, ReadonlySet<string>>;
  /** With a root, whether an edge between repositories that are drawn is: not from one side to the other, nor if a change of the root does not pass over it. */
  isShown?: (edge: ViewEdge) => boolean;
  /** With a root, the number of edges between repositories that are drawn, over which a change of it does not pass, so that they are not. */
  leftOut?: number;
  /** With a root, the repositories on both sides of it. */
  inCycle?: ReadonlySet<string>;
  /** With a root, whether one line per timing between columns stands for those of their cards, which are too many to be followed. */
  isSummed?: boolean;
  /** With a root, how many get a change of it that are not drawn, by hops, as far as they are known. Undefined if it follows every declaration, or if filters may hide them. */
  beyond?: readonly AtHops[];
}

/** How many repositories are that far from the root, and how many of them are archived, as far as that is known. */
export interface AtHops {
  hops: number;
  count: number;
  archived?: number;
}

/** Whether some repositories of a column have no card. */
export const hasGroups = ({ cards }: Pick<Layers, "cards">, at: number): boolean =>
  cards.some((card) => card.column === at && card.kind === "group");

/** The card of the repository that a drawing is about. Undefined for a whole organization. */
export const rootOf = ({ cards }: Pick<Layers, "cards">): RepositoryCard | undefined =>
  cards.find((card): card is RepositoryCard => card.kind === "repository" && card.isRoot);

/** All repositories that are drawn, alone or in groups: those on both sides of a root twice. */
export const drawnNodes = ({ cards }: Pick<Layers, "cards">): ViewNode[] =>
  cards.flatMap((card) => (card.kind === "group" ? card.nodes : card.node));

/** Their IDs. */
export const drawnIds = (layers: Pick<Layers, "cards">): Set<string> =>
  new Set(drawnNodes(layers).map(({ id }) => id));

/** The card of each repository, also in groups. */
export const cardsOf = (cards: readonly Card[]): Map<string, string> =>
  new Map(
    cards.flatMap((card) =>
      (card.kind === "group" ? card.nodes : [card.node]).map(({ id }) => [id, card.id] as const),
    ),
  );

/** Combines the edges between cards, with the slowest clock of any repository. `cardOf` returns the card of a repository. */
export function combineEdges(
  edges: readonly ViewEdge[],
  cardOf: (repositoryId: string) => string | undefined,
): CardEdge[] {
  const pairs = Map.groupBy(edges, ({ source, target }) => {
    const [from, to] = [cardOf(target), cardOf(source)];
    return from === undefined || to === undefined || from === to ? "" : `${from}\n${to}`;
  });
  pairs.delete("");
  return [...pairs].map(([id, between]) => {
    const [from = "", to = ""] = id.split("\n");
    const decided = between.filter(({ decides = true }) => decides);
    const timed = decided.length > 0 ? decided : between;
    return {
      id,
      from,
      to,
      count: between.length,
      nextRun: between.filter(({ clock }) => clock === "next_run").length,
      may: between.filter((edge) => edge.clock === "next_run" && isSelective(edge)).length,
      isConditional: timed.every((edge) => edge.clock !== "next_run" || isSelective(edge)),
      clock: slowestOfAll(timed),
      fastest: fastestOf(timed),
      role: strongestOf(between),
    };
  });
}

export const fastestOf = (edges: readonly Pick<ViewEdge, "clock">[]): Clock =>
  CLOCKS[Math.min(...edges.map(({ clock }) => CLOCKS.indexOf(clock)))] ?? "unknown";

/** Of a repository with several edges, the fastest counts. An unknown clock counts only if all are. */
function slowestOfAll(edges: readonly ViewEdge[]): Clock {
  const ends = Map.groupBy(edges, ({ source, target }) => `${source} ${target}`);
  const clocks = [...ends.values()].map(fastestOf).filter((clock) => clock !== "unknown");
  return clocks.reduce(slowestOf, clocks[0] ?? "unknown");
}

export const slowestOf = (a: Clock, b: Clock): Clock => (CLOCKS.indexOf(a) > CLOCKS.indexOf(b) ? a : b);

const strongestOf = (edges: readonly Pick<ViewEdge, "role">[]): Role =>
  ROLES[Math.min(...edges.map(({ role }) => ROLES.indexOf(role)))] ?? "runtime";

/** Sets clock and role of each card from its edges with the nearest column that is nearer to the root. */
export function describeCards(cards: readonly Card[], edges: readonly CardEdge[]): Card[] {
  const columns = new Map(cards.map(({ id, column }) => [id, column]));
  const before = new Map<string, { distance: number; edge: CardEdge }[]>();
  for (const edge of edges) {
    const [from = 0, to = 0] = [columns.get(edge.from), columns.get(edge.to)];
    if (to <= from) continue;
    const outer = to > 0 ? edge.to : edge.from;
    before.set(outer, [...(before.get(outer) ?? []), { distance: to - from, edge }]);
  }
  return cards.map((card) => {
    const all = before.get(card.id) ?? [];
    const least = Math.min(...all.map(({ distance }) => distance));
    const near = all.filter(({ distance }) => distance === least).map(({ edge }) => edge);
    return near.length > 0 ? { ...card, clock: fastestOf(near), role: strongestOf(near) } : card;
  });
}

/** Repositories by repository: who uses it (`dependents`), what it uses (`dependencies`). */
export function neighborsOf({ edges }: GraphView) {
  const dependents = new Map<string, Set<string>>();
  const dependencies = new Map<string, Set<string>>();
  const add = (map: Map<string, Set<string>>, key: string, value: string): void => {
    const known = map.get(key);
    if (known) known.add(value);
    else map.set(key, new Set([value]));
  };
  for (const { source, target } of edges) {
    if (source === target) continue;
    add(dependents, target, source);
    add(dependencies, source, target);
  }
  return { dependents, dependencies };
}
