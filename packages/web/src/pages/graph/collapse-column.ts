import { rankOfWhen, type When, whenOf } from "./condition.ts";
import type { Grouping } from "./graph-search.ts";
import { hasOnlyArchivedWays, isEnd, type ViewNode } from "./graph-view.ts";
import { divideNodes, type NodeGroup, OTHER, ownerKey } from "./grouping.ts";
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
  /** Whether all that is between one and the root has a card. Of those that lead on, these have one first, so that the way can be followed. */
  isReached?: (node: ViewNode) => boolean;
}

type Options = Required<Omit<CollapseOptions, "section">> & Pick<CollapseOptions, "section">;

/** Puts the earliest first, of these what has most behind it, then by path. Divides a long column into repositories that are shown alone, and groups. */
export function collapseColumn(
  column: number,
  members: readonly ViewNode[],
  given: CollapseOptions,
): { alone: ViewNode[]; groups: GroupCard[] } {
  const options: Options = {
    among: members,
    rows: LONG_COLUMN,
    leastAlone: SHOWN_ALONE.least,
    leastGroups: LEAST_GROUPS,
    left: MAX_CARDS,
    spreadOf: () => NO_SPREAD,
    isReached: () => true,
    ...given,
  };
  const order = orderOf(members, options);
  const { ranked } = order;
  if (members.length <= Math.min(options.rows, options.left)) return { alone: [...ranked], groups: [] };
  const { alone, rest } =
    archivedInOneGroup(order, options) ?? chooseCards(order, countAlone(order, options), options);
  const opened = openGroups(column, { alone, groups: fittingGroups({ alone, rest }, options) }, options);
  const places = new Map(ranked.map((node, at) => [node, at]));
  const placeOf = (node: ViewNode): number => places.get(node) ?? 0;
  return { alone: opened.alone.toSorted((a, b) => placeOf(a) - placeOf(b)), groups: opened.groups };
}

/** The repositories of a column, by what decides which of them have a card. */
interface Order {
  /** As in an impact and in the table. */
  ranked: readonly ViewNode[];
  /** Those that have a card before all others. */
  leading: ReadonlySet<ViewNode>;
  /** Those of the fastest clock, if others have another one. */
  fastest: readonly ViewNode[];
  /** Of the others, or of all if there is one clock, those that are used, what has most behind it first. */
  slower: readonly ViewNode[];
  isLeadingOn: (node: ViewNode) => boolean;
}

function orderOf(members: readonly ViewNode[], { spreadOf, isReached, leastAlone }: Options): Order {
  const rankOf = (node: ViewNode): number => rankOfWhen(whenOf(node));
  const spreads = new Map(members.map((node) => [node, spreadOf(node)]));
  const spread = (node: ViewNode): Spread => spreads.get(node) ?? NO_SPREAD;
  const isLeadingOn = (node: ViewNode): boolean => spread(node).total > 0;
  const bySpread = members.toSorted(
    (a, b) =>
      // The host allows no change of an archived one.
      Number(a.archived) - Number(b.archived) ||
      spread(b).nextRun - spread(a).nextRun ||
      spread(b).total - spread(a).total ||
      usersOf(b) - usersOf(a) ||
      (a.fullPath < b.fullPath ? -1 : 1),
  );
  const ranked = bySpread.toSorted((a, b) => rankOf(a) - rankOf(b));
  const isFastest = (node: ViewNode): boolean =>
    ranked[0] !== undefined && rankOf(node) === rankOf(ranked[0]);
  // What is only reached through archived ones has no timing.
  const isSame = members.every((node) => isFastest(node) || hasOnlyArchivedWays(node));
  const reachedFirst = bySpread.toSorted((a, b) => Number(isReached(b)) - Number(isReached(a)));
  const spreading = reachedFirst.filter(isLeadingOn);
  // Who has most behind it is never in a group, whenever it gets a change. One of the fastest has a card as well.
  const widest = spreading
    .toSorted(
      (a, b) =>
        Number(isReached(b)) - Number(isReached(a)) ||
        Number(a.archived) - Number(b.archived) ||
        spread(b).total - spread(a).total,
    )
    .slice(0, 1);
  const fastestOne = isSame ? [] : ranked.slice(0, 1);
  return {
    ranked,
    // Where there is room for one only, it is that one.
    leading: new Set([...(leastAlone <= 1 ? fastestOne : []), ...widest, ...fastestOne, ...spreading]),
    fastest: isSame ? [] : ranked.filter(isFastest),
    slower: reachedFirst.filter((node) => node.fanIn > 0 && !isEnd(node) && (isSame || !isFastest(node))),
    isLeadingOn,
  };
}

/** Those that have a card, and the others. */
interface Division {
  alone: ViewNode[];
  rest: ViewNode[];
}

/** Chooses so many that have a card. */
function chooseCards(
  { ranked, leading, fastest, slower }: Order,
  count: number,
  { section, isPinned, rows }: Options,
): Division {
  const soon = fastest.slice(0, Math.max(count - slowerOf(count), count - slower.length));
  const all = new Set([...leading, ...soon, ...slower, ...(section ? ranked : [])]);
  const first = new Set([...all].slice(0, count));
  const alone = ranked.filter((node) => first.has(node) || isPinned(node)).slice(0, rows);
  return { alone, rest: ranked.filter((node) => !alone.includes(node)) };
}

/** All that get a change have a card, and the others are one group. Undefined if these do not fit. */
function archivedInOneGroup({ ranked, isLeadingOn }: Order, options: Options): Division | undefined {
  const rest = ranked.filter((node) => isEnd(node) && !isLeadingOn(node) && !options.isPinned(node));
  const alone = ranked.filter((node) => !rest.includes(node));
  const isRoomy = rest.length > 1 && alone.length < options.left;
  return isRoomy && fits(alone.length, [archivedGroup(rest)], options) ? { alone, rest } : undefined;
}

/** How many have a card. In a section, these fill rows, and if possible so many that each owner, prefix or kind of the others has a group. */
function countAlone(order: Order, options: Options): number {
  const { grouping, rows, section, leastAlone, leastGroups } = options;
  const leading = order.leading.size;
  const most = grouping === "owner" ? SHOWN_ALONE.owners : LONG_COLUMN;
  const usual = Math.max(
    Math.min(most, Math.max(leastAlone, rows - SHOWN_ALONE.besides)),
    // All that lead to the next column, if they fit.
    leading <= rows - ROWS_OF_GROUPS ? leading : 0,
  );
  if (!section) return usual;
  const { parts } = section;
  const half = Math.max(usual, Math.ceil(rows / 2));
  const more = Array.from({ length: Math.max(0, rows - leastGroups - half) }, (_, at) => at + half + 1);
  const isWhole = (count: number): boolean => {
    const { alone, rest } = chooseCards(order, count, options);
    const groups = groupsOf(rest, Infinity, options);
    // One repository is no group.
    const single = groups.filter(({ nodes }) => nodes.length === 1).length;
    return (alone.length + single) % parts === 0 && groups.length <= rows - alone.length;
  };
  return more.findLast(isWhole) ?? fullRows(half, parts, leading <= half ? leading : 0);
}

const groupsOf = (
  rest: readonly ViewNode[],
  count: number,
  { grouping, among }: Pick<Options, "grouping" | "among">,
): NodeGroup[] => divideActive(rest, count, (some, places) => divideNodes(some, grouping, places, among));

const fits = (
  count: number,
  groups: readonly NodeGroup[],
  { rows, section }: Pick<Options, "rows" | "section">,
): boolean => rowsOf(count, groups, section?.parts) <= Math.ceil(rows / (section?.parts ?? 1));

/** Groups that there may be. One place is for the group of everything else. */
const groupLimit = (alone: number, { rows, leastGroups }: Options): number =>
  Math.max(leastGroups, rows - alone - 1);

function fittingGroups({ alone, rest }: Division, options: Options): NodeGroup[] {
  const limit = groupLimit(alone.length, options);
  const { parts = 1 } = options.section ?? {};
  const fitting = [limit, limit - parts + 1]
    .map((count) => groupsOf(rest, count, options))
    .find((groups) => fits(alone.length, groups, options));
  return fitting ?? groupsOf(rest, limit, options);
}

/** The cards of groups. Those of open ones, and what is the only one of a group, are shown alone. */
function openGroups(
  column: number,
  chosen: { alone: readonly ViewNode[]; groups: readonly NodeGroup[] },
  options: Options,
): { alone: ViewNode[]; groups: GroupCard[] } {
  const { grouping, open, section, left } = options;
  const alone = [...chosen.alone];
  const isOfOwner = grouping === "owner";
  const owners = new Set(isOfOwner ? alone.map(ownerKey) : []);
  let room = left - alone.length - groupLimit(alone.length, options) - 1;
  const cardsOf = ({ key, title, nodes, parts = [] }: NodeGroup): GroupCard[] => {
    const id = section
      ? `${column}.${section.isMaximum ? "may_" : ""}${section.clock}.${key}`
      : `${column}.${key}`;
    const isOpen = open.has(id);
    if (isOpen && parts.length > 0 && parts.length <= room) {
      room -= parts.length;
      return parts.flatMap(cardsOf);
    }
    const shown =
      isOpen || nodes.length === 1 ? Math.max(0, Math.min(nodes.length, SHOWN_OF_GROUP, room)) : 0;
    room -= shown;
    alone.push(...nodes.slice(0, shown));
    if (shown === nodes.length) return [];
    const opens = shown > 0 ? null : ({ key: id, as: "group" } as const);
    const hidden = nodes.slice(shown);
    const card = { kind: "group", id, column, clock: null, role: null, withClock: null, opens } as const;
    if (key === ARCHIVED)
      return [{ ...card, nodes: hidden, title: `${formatCount(hidden.length)} archived`, isArchived: true }];
    const isRest = parts.length > 0;
    const isRemainder = isOfOwner && !isRest && key !== OTHER && owners.has(key);
    return [{ ...card, nodes: hidden, title, isRest, ...(isOfOwner && { isOwner: true, isRemainder }) }];
  };
  const groups = chosen.groups.flatMap(cardsOf);
  return { alone, groups };
}

/** No name of an owner. */
const ARCHIVED = "~archived";

const archivedGroup = (nodes: ViewNode[]): NodeGroup => ({ key: ARCHIVED, title: "", nodes });

/** Divides all but archived dependents, which are the last group. */
function divideActive(
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

/** The rows of so many repositories that are shown alone, with those that are the only one of a group, and below these of the groups. That of archived ones is below them only with others. */
function rowsOf(alone: number, groups: readonly NodeGroup[], parts = 1): number {
  if (groups.every(({ key }) => key === ARCHIVED)) return Math.ceil((alone + groups.length) / parts);
  const single = groups.filter(({ nodes }) => nodes.length === 1).length;
  return Math.ceil((alone + single) / parts) + Math.ceil((groups.length - single) / parts);
}
