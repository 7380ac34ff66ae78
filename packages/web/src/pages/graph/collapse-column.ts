import { rankOfWhen, type When, whenOf } from "./condition.ts";
import type { Grouping } from "./graph-search.ts";
import type { ViewNode } from "./graph-view.ts";
import { divideNodes, firstOwner, type NodeGroup } from "./grouping.ts";
import type { GroupCard } from "./layers.ts";
import { formatCount } from "../../format/format.ts";

/** Longer columns are collapsed into groups, so that the first view is whole and legible. */
export const LONG_COLUMN = 12;
/** Repositories that a collapsed column shows besides its groups, fewer where groups are owners, and so many of them not of the fastest clock. */
const SHOWN_ALONE = { least: 3, owners: 4, besides: 5 };
const slowerOf = (shownAlone: number): number => Math.min(2, Math.floor(shownAlone / 3));
/** Rows that the groups of a column need at least. */
const ROWS_OF_GROUPS = 4;
/** Also if many repositories are shown alone, because someone expanded them. */
const LEAST_GROUPS = 2;
/** Cards of an open group. The rest stays a group. */
const SHOWN_OF_GROUP = 40;
/** Cards in total, beyond which groups stay closed. */
export const MAX_CARDS = 150;

/** How many repositories are behind one, seen from the root, and how many of them on the next run. */
export interface Spread {
  nextRun: number;
  total: number;
}

/** How many repositories use one, as an impact counts them. Undefined for what it does not affect: the graph has not all of these. */
export const usedBy = ({ affected }: ViewNode): number | undefined => affected?.onward?.dependents;

/** The same, and else of those that are known here. */
export const usersOf = (node: ViewNode): number => usedBy(node) ?? node.fanIn;

export const NO_SPREAD: Spread = { nextRun: 0, total: 0 };

export interface CollapseOptions {
  grouping: Grouping;
  /** All repositories of the column, of which a section has some. */
  among?: readonly ViewNode[];
  open: ReadonlySet<string>;
  /** Cards that fit below each other. */
  rows?: number;
  /** All members get a change at this time, and their cards are rows of so many places. */
  section?: (When & { parts: number }) | undefined;
  /** Repositories that are shown alone at least, where there are few rows. */
  leastAlone?: number;
  /** Groups that there are at least besides the one of everything else, where there are few rows. */
  leastGroups?: number;
  /** Cards that may be added. */
  left?: number;
  /** Whether a repository is always a separate card. */
  isPinned: (node: ViewNode) => boolean;
  spreadOf?: (node: ViewNode) => Spread;
  /** Whether what is between one and the root has a card. Of those that lead on, these have one first, so that the way can be followed. */
  isReached?: (node: ViewNode) => boolean;
}

/** Puts the earliest first, of these what has most behind it, then by path. Divides a long column into repositories that are shown alone, and groups. */
export function collapseColumn(
  column: number,
  members: readonly ViewNode[],
  {
    grouping,
    among = members,
    open,
    rows = LONG_COLUMN,
    section,
    leastAlone = SHOWN_ALONE.least,
    leastGroups = LEAST_GROUPS,
    left = MAX_CARDS,
    isPinned,
    spreadOf = () => NO_SPREAD,
    isReached = () => true,
  }: CollapseOptions,
): { alone: ViewNode[]; groups: GroupCard[] } {
  const rankOf = (node: ViewNode): number => rankOfWhen(whenOf(node));
  const spreads = new Map(members.map((node) => [node, spreadOf(node)]));
  const spread = (node: ViewNode): Spread => spreads.get(node) ?? NO_SPREAD;
  const bySpread = members.toSorted(
    (a, b) =>
      // The host allows no change of an archived one.
      Number(a.archived) - Number(b.archived) ||
      spread(b).nextRun - spread(a).nextRun ||
      spread(b).total - spread(a).total ||
      usersOf(b) - usersOf(a) ||
      (a.fullPath < b.fullPath ? -1 : 1),
  );
  // The order of an impact and of the table.
  const ranked = bySpread.toSorted((a, b) => rankOf(a) - rankOf(b));
  if (members.length <= Math.min(rows, left)) return { alone: ranked, groups: [] };
  const isFastest = (node: ViewNode): boolean =>
    ranked[0] !== undefined && rankOf(node) === rankOf(ranked[0]);
  const isSame = members.every(isFastest);
  const reachedFirst = bySpread.toSorted((a, b) => Number(isReached(b)) - Number(isReached(a)));
  const others = reachedFirst.filter((node) => node.fanIn > 0 && (isSame || !isFastest(node)));
  const spreading = reachedFirst.filter((node) => spread(node).total > 0);
  // Who has most behind it is never in a group, whenever it gets a change. One of the fastest has a card as well.
  const widest = spreading
    .toSorted((a, b) => Number(isReached(b)) - Number(isReached(a)) || spread(b).total - spread(a).total)
    .slice(0, 1);
  const fastestOne = isSame ? [] : ranked.slice(0, 1);
  // Where there is room for one only, it is that one.
  const leading = new Set([...(leastAlone <= 1 ? fastestOne : []), ...widest, ...fastestOne, ...spreading]);
  const most = grouping === "owner" ? SHOWN_ALONE.owners : LONG_COLUMN;
  const usual = Math.max(
    Math.min(most, Math.max(leastAlone, rows - SHOWN_ALONE.besides)),
    // All that lead to the next column, if they fit.
    leading.size <= rows - ROWS_OF_GROUPS ? leading.size : 0,
  );
  const fits = (count: number, groups: readonly NodeGroup[]): boolean =>
    rowsOf(count, groups, section?.parts) <= Math.ceil(rows / (section?.parts ?? 1));
  /** All that get a change have a card, and the others are one group, if these fit. */
  const onlyArchived = (): { alone: ViewNode[]; rest: ViewNode[] } | undefined => {
    const rest = ranked.filter((node) => isEnd(node) && spread(node).total === 0 && !isPinned(node));
    const alone = ranked.filter((node) => !rest.includes(node));
    const isRoomy = rest.length > 1 && alone.length < left && fits(alone.length, [archivedGroup(rest)]);
    return isRoomy ? { alone, rest } : undefined;
  };
  const divide = (shownAlone: number): { alone: ViewNode[]; rest: ViewNode[] } => {
    const fastest = isSame
      ? []
      : ranked
          .filter(isFastest)
          .slice(0, Math.max(shownAlone - slowerOf(shownAlone), shownAlone - others.length));
    const all = [...leading, ...fastest, ...others, ...(section ? ranked : [])];
    const first = new Set([...new Set(all)].slice(0, shownAlone));
    const alone = ranked.filter((node) => first.has(node) || isPinned(node)).slice(0, rows);
    return { alone, rest: ranked.filter((node) => !alone.includes(node)) };
  };
  const groupsOf = (rest: readonly ViewNode[], count: number): NodeGroup[] =>
    withoutArchived(rest, count, (some, places) => divideNodes(some, grouping, places, among));
  /** Whether each owner, prefix or kind of the others has a group, which begins a row of a section. One repository is no group. */
  const isWhole = ({ alone, rest }: ReturnType<typeof divide>): boolean => {
    const groups = groupsOf(rest, Infinity);
    const single = groups.filter(({ nodes }) => nodes.length === 1).length;
    const isFull = (alone.length + single) % (section?.parts ?? 1) === 0;
    return isFull && groups.length <= rows - alone.length;
  };
  const half = Math.max(usual, Math.ceil(rows / 2));
  const more = Array.from({ length: Math.max(0, rows - leastGroups - half) }, (_, at) => at + half + 1);
  const shownAlone = section
    ? (more.toReversed().find((count) => isWhole(divide(count))) ??
      fullRows(half, section.parts, leading.size <= half ? leading.size : 0))
    : usual;
  const { alone, rest } = onlyArchived() ?? divide(shownAlone);
  const owners = new Set(grouping === "owner" ? alone.flatMap((node) => firstOwner(node) ?? []) : []);
  // One place is for the group of everything else.
  const limit = Math.max(leastGroups, rows - alone.length - 1);
  let room = left - alone.length - limit - 1;
  const cardsOf = ({ key, title, nodes, parts: inside = [] }: NodeGroup): GroupCard[] => {
    const id = section
      ? `${column}.${section.isMaximum ? "may_" : ""}${section.clock}.${key}`
      : `${column}.${key}`;
    const isOpen = open.has(id);
    if (isOpen && inside.length > 0 && inside.length <= room) {
      room -= inside.length;
      return inside.flatMap(cardsOf);
    }
    const shown =
      isOpen || nodes.length === 1 ? Math.max(0, Math.min(nodes.length, SHOWN_OF_GROUP, room)) : 0;
    room -= shown;
    alone.push(...nodes.slice(0, shown));
    if (shown === nodes.length) return [];
    const opens = shown > 0 ? null : ({ key: id, as: "group" } as const);
    const hidden = nodes.slice(shown);
    const card = { id, column, clock: null, role: null, title, nodes: hidden, withClock: null };
    if (key === ARCHIVED)
      return [
        { kind: "group", ...card, title: `${formatCount(hidden.length)} archived`, opens, isArchived: true },
      ];
    const isRest = inside.length > 0;
    const owner = grouping === "owner" && !isRest && nodes[0] ? firstOwner(nodes[0]) : undefined;
    return [
      {
        kind: "group",
        ...card,
        opens,
        isRest,
        ...(grouping === "owner" && { isOwner: true, isRemainder: owner !== undefined && owners.has(owner) }),
      },
    ];
  };
  const fitting = [limit, limit - (section?.parts ?? 1) + 1]
    .map((count) => groupsOf(rest, count))
    .find((groups) => fits(alone.length, groups));
  const groups = (fitting ?? groupsOf(rest, limit)).flatMap(cardsOf);
  const places = new Map(ranked.map((node, at) => [node, at]));
  return { alone: alone.toSorted((a, b) => (places.get(a) ?? 0) - (places.get(b) ?? 0)), groups };
}

/** Whether it is an archived dependent, which gets no change. */
const isEnd = ({ archived, arrival }: ViewNode): boolean => archived && (arrival?.hops ?? 0) > 0;

/** No name of an owner. */
const ARCHIVED = "~archived";

const archivedGroup = (nodes: ViewNode[]): NodeGroup => ({ key: ARCHIVED, title: "", nodes });

/** Divides all but archived dependents, which are the last group. */
function withoutArchived(
  nodes: readonly ViewNode[],
  limit: number,
  divide: (nodes: readonly ViewNode[], limit: number) => NodeGroup[],
): NodeGroup[] {
  const ended = nodes.filter(isEnd);
  if (ended.length === 0) return divide(nodes, limit);
  const going = nodes.filter((node) => !isEnd(node));
  return [...(going.length === 0 ? [] : divide(going, Math.max(1, limit - 1))), archivedGroup(ended)];
}

/** Groups begin a row below those that are shown alone, which are at least so many. */
function fullRows(count: number, parts: number, least: number): number {
  const full = Math.floor(count / parts);
  return parts * Math.max(1, full * parts < least ? full + 1 : full);
}

/** The rows of so many repositories that are shown alone, with those that are the only one of a group, and below these of the groups. */
function rowsOf(alone: number, groups: readonly NodeGroup[], parts = 1): number {
  const single = groups.filter(({ nodes }) => nodes.length === 1).length;
  return Math.ceil((alone + single) / parts) + Math.ceil((groups.length - single) / parts);
}
