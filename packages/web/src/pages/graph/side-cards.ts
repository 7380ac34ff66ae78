import type { Clock } from "@knockon/contract/vocabulary/clock";
import { arrivalBy, passedOnBy, spreadsOn, whensOn } from "./arrivals.ts";
import { collapseColumn, type CollapseOptions, type Spread, usedBy } from "./collapse-column.ts";
import { afterOf, isConditionalAt } from "./condition.ts";
import { PLACE_DISTANCE } from "./frame-sizes.ts";
import { asDependency, toggleKey } from "./graph-search.ts";
import { type GraphView, hasOnlyArchivedWays, type ViewNode } from "./graph-view.ts";
import { deviating, linesOfCounts, versionsOfSection } from "./group-versions.ts";
import {
  type Card,
  type CardEdge,
  cardsOf,
  combineEdges,
  describeCards,
  fastestOf,
  type GroupCard,
  type RepositoryCard,
  slowestOf,
} from "./layers.ts";
import type { RootedOptions } from "./rooted-layers.ts";
import { divideSections, type FramedRoom } from "./sections.ts";
import { type DrawnSide, isDrawnOn, parentsOn } from "./sides.ts";
import { LEAST_NAMED } from "./version-room.ts";
import { byUse, coverOf, waysWithin } from "./ways.ts";
import { isCommit } from "../../format/format.ts";

/** What fits into a column. */
export interface ColumnRoom extends Pick<CollapseOptions, "rows" | "leastAlone" | "leastGroups"> {
  /** Of the column whose cards are in sections by timing. */
  framed?: ({ parts: number; width: number } & Pick<FramedRoom, "rows">) | undefined;
}

interface SideOptions extends Pick<RootedOptions, "root" | "grouping" | "open" | "selected" | "toggled"> {
  /** The repositories that are on both sides. */
  inCycle: ReadonlySet<string>;
  roomOf: (column: number) => ColumnRoom;
  /** Cards that may be added, so that those of both sides are not too many. */
  left: number;
  /** Whether cards say what is between them and the root, as lines do not. */
  hasVia: boolean;
}

/** Returns the cards of the repositories on a side of a root, and the edges between these and the root. */
export function cardsOn(
  view: GraphView,
  side: DrawnSide,
  options: SideOptions,
): { cards: Card[]; edges: CardEdge[] } {
  const { sign, columnOf } = side;
  const { root, toggled, inCycle } = options;
  const whens = whensOn(view, root, side);
  const spreadOf = spreadsOn(view, root, side);
  const versionsOf = versionsAt(view, root, sign);
  const arrived = new Map(
    view.nodes.map((node) => {
      const hops = columnOf.get(node.id) ?? 0;
      const known = whens.get(node.id);
      const when = known ?? { clock: "unknown", isMaximum: false, isBehindArchived: hops !== 0 };
      const declared = Math.abs(hops) === 1 ? { versions: versionsOf(node.id) } : {};
      return [node.id, { ...node, arrival: { hops, ...when, ...declared } }] as const;
    }),
  );
  const soon = view.edges.filter(({ clock }) => clock === "next_run");
  const following = new Set(soon.map(({ source, target }) => `${source} ${target}`));
  /** The repositories through which one is reached. Of one that follows others without an edit, not those that it would have to bump. */
  const waysTo = (node: ViewNode): ViewNode[] => {
    const parents = parentsOn(side, node.id);
    const followed =
      afterOf(node) === undefined ? [] : parents.filter((id) => following.has(`${node.id} ${id}`));
    return (followed.length > 0 ? followed : parents).flatMap((id) => arrived.get(id) ?? []);
  };
  const nodes = new Map(
    [...arrived].map(([id, node]): [string, ViewNode] => {
      const { arrival } = node;
      const through = Math.abs(arrival.hops) > 1 ? byUse(waysTo(node)) : [];
      return [id, through.length === 0 ? node : { ...node, arrival: { ...arrival, through } }];
    }),
  );
  /** By column, the ways to all of it. */
  const waysBy = new Map(
    [...(sign === -1 || options.hasVia ? side.columns : [])].map(([column, ids]) => [
      column,
      coverOf(ids.flatMap((id) => nodes.get(id) ?? [])),
    ]),
  );
  /** What leads to most. Of dependencies, in the order of the ways to those of the next hop, as far as there is one. */
  const leadingOn = (node: ViewNode, column: number): Spread => {
    const spread = spreadOf(node.id);
    const ways = sign === -1 ? waysBy.get(column - 1) : undefined;
    if (ways === undefined) return spread;
    const place = ways.findIndex(({ via }) => via.id === node.id);
    // What is no way that a stack names leads on as well.
    return { ...spread, total: place === -1 ? Math.min(spread.total, LEAST_WAY) : ways.length - place };
  };
  /** Who has a card. */
  const shown = new Set([root]);
  /** From hop to hop the first card of those that are reached through one another, so that the way to one of each can be followed. */
  const chain = [root];
  const isChained = (id: string): boolean => chain.includes(id);
  const idOf = (id: string): string => (sign === -1 && inCycle.has(id) ? asDependency(id) : id);
  /** The same, what has a card first, as it can be found. */
  const drawnWaysTo = (node: ViewNode): ViewNode[] =>
    waysTo(node).toSorted(
      (a, b) =>
        Number(isChained(b.id)) - Number(isChained(a.id)) ||
        Number(shown.has(b.id)) - Number(shown.has(a.id)) ||
        b.fanIn - a.fanIn ||
        (a.fullPath < b.fullPath ? -1 : 1),
    );
  const repositoryCard = (node: ViewNode, column: number): RepositoryCard => {
    const next = side.shownBy(node.id);
    const hidden = next.filter((id) => !columnOf.has(id));
    // Archived dependents get nothing from it.
    const leads = hidden.some((id) => sign === -1 || !side.isByImpact || nodes.get(id)?.archived !== true);
    const isExpanded = side.isExpanded(node.id) && next.some((id) => hangsOnlyFrom(side, id, node.id));
    const passesOn = side.isByImpact ? node.affected?.onward?.repositories : undefined;
    const [via, ...others] = drawnWaysTo(node);
    return {
      kind: "repository",
      id: idOf(node.id),
      column,
      clock: null,
      role: null,
      node,
      isRoot: false,
      toggle: isExpanded || leads ? toggleKey(column, node.id) : null,
      isExpanded,
      hidden: hidden.length,
      ...(passesOn !== undefined && { passesOn }),
      ...(inCycle.has(node.id) && { isInCycle: true }),
      ...(options.hasVia && Math.abs(column) > 1 && via && { via, others }),
    };
  };
  let { left } = options;
  const members = [...side.columns].flatMap(([column, ids]) => {
    const inside = ids.flatMap((id) => nodes.get(id) ?? []);
    const parents = new Map(ids.map((id) => [id, parentsOn(side, id)]));
    // Of several ways, all that a card names can then be found.
    const whole = ids.filter((id) => parents.get(id)?.every((one) => shown.has(one)));
    const chained = whole.filter((id) => parents.get(id)?.some(isChained));
    // By one way, which does not depend on what else has a card.
    const only = ids.filter((id) => parents.get(id)?.every(isChained));
    const found = ids.filter((id) => parents.get(id)?.some((one) => shown.has(one)));
    const reached = new Set([only, chained, whole, found].find(({ length }) => length > 0));
    const collapse = (some: readonly ViewNode[], room: Pick<CollapseOptions, "rows" | "section">): Card[] => {
      const { alone, groups } = collapseColumn(column, some, {
        ...options,
        ...room,
        among: inside,
        left,
        isPinned: ({ id }) => idOf(id) === options.selected || toggled.has(toggleKey(column, id)),
        spreadOf: (node) => leadingOn(node, column),
        ...(options.hasVia && { isReached: ({ id }) => reached.has(id) }),
      });
      for (const { id } of alone) shown.add(id);
      left -= alone.length + groups.length;
      return [...alone.map((node) => repositoryCard(node, column)), ...groups];
    };
    const { framed, ...room } = options.roomOf(column);
    const cards = framed
      ? divideSections(inside, {
          ...framed,
          linesOf: (some) => (column > 0 ? linesOfCounts(versionsOfSection(some), framed.width) : 0),
        }).flatMap((section) => collapse(section.nodes, section))
      : collapse(inside, room);
    const alone = cards.flatMap((card) => (card.kind === "repository" ? card.node.id : []));
    const next = alone.find((id) => chained.includes(id)) ?? alone[0];
    if (next !== undefined) chain.push(next);
    return cards;
  });
  const vias = new Set(members.flatMap(namedBetween));
  const passedOn = passedOnBy(view, root, side);
  const isPassedOn = members.some((card) => card.kind === "repository" && (card.passesOn ?? 0) > 0);
  const hasUse = (column: number): boolean => {
    const { framed } = options.roomOf(column);
    const width = framed ? (framed.width + PLACE_DISTANCE) / framed.parts - PLACE_DISTANCE : 0;
    return side.isByImpact && !isPassedOn && width >= LEAST_NAMED;
  };
  const cards = members.map((card) => {
    if (card.kind === "repository") {
      const way = waysBy
        .get(card.column)
        ?.find(({ nodes: some }) => some.some(({ id }) => id === card.node.id))?.via;
      return {
        ...card,
        ...(options.hasVia && way && { way }),
        ...(hasUse(card.column) && { usedBy: usedBy(card.node) ?? 0 }),
      };
    }
    // Archived ones get no change that they could pass on.
    const passesOn = card.isArchived === true ? undefined : passedOn(card.nodes);
    const hasWays = options.hasVia && Math.abs(card.column) > 1;
    return {
      ...inOrder(card, { vias, inCycle }),
      ...(passesOn !== undefined && { passesOn }),
      ...(hasWays && { ways: waysWithin(waysBy.get(card.column) ?? [], card.nodes) }),
    };
  });
  const cardOf = cardsOf(cards).set(root, root);
  const edges = combineEdges(
    view.edges
      .filter((edge) => isDrawnOn(side, edge))
      .map((edge) => ({ ...edge, version: null, clock: arrivalBy(edge, whens, sign) })),
    (id) => cardOf.get(id),
  );
  const described = describeCards(cards, edges).map(withClock);
  return { cards: described, edges: edges.map((edge) => withSlowest(edge, described)) };
}

/** The repositories between one and the root that its card names. */
function namedBetween(card: Card): string[] {
  if (card.kind === "group" || card.via === undefined) return [];
  const { via, others = [] } = card;
  return [via, ...(others.length === 1 ? others : [])].map(({ id }) => id);
}

/** Less than the place of any other. */
const LEAST_WAY = 0.5;

/** A group names first what is not archived, of that what other cards are reached through, then those on both sides of the root, then the one with another version. */
function inOrder(
  group: GroupCard,
  { vias, inCycle }: Record<"vias" | "inCycle", ReadonlySet<string>>,
): GroupCard {
  const other = group.column > 0 ? deviating(group.nodes) : undefined;
  const rankOf = (node: ViewNode): number =>
    8 * Number(!node.archived) +
    4 * Number(vias.has(node.id)) +
    2 * Number(inCycle.has(node.id)) +
    Number(node === other);
  const nodes = group.nodes.toSorted((a, b) => rankOf(b) - rankOf(a));
  const both = nodes.filter(({ id }) => inCycle.has(id));
  return { ...group, nodes, ...(both.length > 0 && { inCycle: both }) };
}

/** Returns the versions that decide when a change gets from one to the other, of the root and a repository next to it. */
function versionsAt({ edges }: GraphView, root: string, sign: DrawnSide["sign"]): (id: string) => string[] {
  const [near, far] = sign === 1 ? (["target", "source"] as const) : (["source", "target"] as const);
  const deciding = edges.filter((edge) => edge[near] === root && edge.decides !== false);
  const byRepository = Map.groupBy(deciding, (edge) => edge[far]);
  return (id) => {
    const found = (byRepository.get(id) ?? []).flatMap(({ version }) => version ?? []);
    // A release says more than a commit.
    return [...new Set(found)].toSorted((one, other) => Number(isCommit(one)) - Number(isCommit(other)));
  };
}

/** Whether collapsing `parent` hides a repository: no other expanded one of its column leads there. */
const hangsOnlyFrom = (
  { sign, before, columnOf, isExpanded }: DrawnSide,
  id: string,
  parent: string,
): boolean =>
  columnOf.get(id) === (columnOf.get(parent) ?? 0) + sign &&
  ![...(before.get(id) ?? [])].some(
    (other) => other !== parent && columnOf.get(other) === columnOf.get(parent) && isExpanded(other),
  );

/** Sets the clock of a card to the one of its repository, or of the fastest of a group. */
function withClock(card: Card): Card {
  if (card.clock === null) return card;
  const nodes = card.kind === "group" ? card.nodes : [card.node];
  const open = nodes.filter((node) => !hasOnlyArchivedWays(node));
  const found = (open.length > 0 ? open : nodes).map(({ arrival }) => ({
    clock: arrival?.clock ?? ("unknown" as const),
  }));
  const clock = fastestOf(found);
  if (card.kind === "repository") return { ...card, clock };
  const others = new Set<Clock>(found.flatMap((one) => (one.clock === clock ? [] : one.clock)));
  // What is only reached through archived ones has no timing.
  const count = nodes.length - found.filter((one) => one.clock !== clock).length;
  return { ...card, clock, withClock: count, clocks: [...others] };
}

/** Gives the line to a group the slowest clock of its repositories: to some of them, it may not lead directly. Of a dependent, a version may decide it. */
function withSlowest(edge: CardEdge, cards: readonly Card[]): CardEdge {
  const end = cards.find(({ id, column }) => id === (column < 0 ? edge.from : edge.to));
  const clocks = end?.kind === "group" && edge.clock === "next_run" ? (end.clocks ?? []) : [];
  const nodes = end === undefined ? [] : end.kind === "group" ? end.nodes : [end.node];
  const isConditional = nodes.some((node) => isConditionalAt(node, "next_run"));
  return { ...edge, isConditional, clock: clocks.reduce(slowestOf, edge.clock) };
}
