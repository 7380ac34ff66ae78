import { CLOCKS } from "@knockon/contract/vocabulary/clock";
import type { Grouping } from "./graph-search.ts";
import { isEnd, type ViewNode } from "./graph-view.ts";
import { ECOSYSTEMS, ecosystemOf } from "../../format/ecosystems.ts";
import { countOf } from "../../format/format.ts";
import { ownerWithin } from "../../format/words.ts";

/** Key of the group of everything that belongs to no other group. */
export const OTHER = "other";

export interface NodeGroup {
  key: string;
  title: string;
  nodes: ViewNode[];
  /** The groups that it opens into, by name. */
  parts?: NodeGroup[];
}

/** What a node has in common with others, also in the group of everything else. Undefined if it has nothing. */
export function commonKey(node: ViewNode, by: Grouping): string | undefined {
  const key = GROUP_KEYS[by](node);
  return key === OTHER ? undefined : key;
}

const MIN_MEMBERS = 2;

/** Groups nodes, the largest group first. Beyond `limit`, and for nodes that share no key, there is a last one. */
export function groupNodes(nodes: readonly ViewNode[], by: Grouping, limit: number): NodeGroup[] {
  const areTeams = by === "owner" && isOwnedByTeams(nodes);
  const keyOf = (node: ViewNode): string => (areTeams && !isTeam(node) ? OTHER : GROUP_KEYS[by](node));
  const groups = [...Map.groupBy(nodes, keyOf)]
    .map(([key, members]) => ({ key, title: titleOf(key, by, members), nodes: members }))
    .toSorted((a, b) => b.nodes.length - a.nodes.length || (a.key < b.key ? -1 : 1));
  const isOwn = ({ key, nodes: members }: NodeGroup): boolean =>
    key !== OTHER && (members.length >= MIN_MEMBERS || by === "ecosystem");
  const own = groups.filter(isOwn);
  const kept = own.length > limit ? own.slice(0, limit - 1) : own;
  const rest = groups.filter((group) => !kept.includes(group)).flatMap((group) => group.nodes);
  return rest.length === 0
    ? kept
    : [...kept, { key: OTHER, title: by === "owner" ? othersOf(rest) : "Other", nodes: rest }];
}

/** Number of owners of nodes. */
export const countOwners = (nodes: readonly ViewNode[]): number =>
  new Set(nodes.flatMap(({ ownerName }) => ownerName ?? [])).size;

/** `61 other owners`, or `No owner` if none has one. */
function othersOf(nodes: readonly ViewNode[]): string {
  const owners = countOwners(nodes);
  const hasNone = nodes.some(({ ownerName }) => ownerName === undefined);
  if (owners === 0) return titleOf(OTHER, "owner");
  return countOf(owners, "other owner", "other owners") + (hasNone ? " or none" : "");
}

/** The largest share that the group of everything else may have. */
const MOST_OTHER = 0.25;

const rankOf = ({ arrival }: ViewNode): number => CLOCKS.indexOf(arrival?.clock ?? "unknown");

/**
 * Groups nodes like `groupNodes`. If that leaves too much in the group of everything else, groups them by when they get a change
 * and what they are. If that tells nothing either, divides all by name into ranges of about the same size. Of owners with equally many of the
 * nodes, those with most among others are first.
 */
export function divideNodes(
  nodes: readonly ViewNode[],
  by: Grouping,
  limit: number,
  among: readonly ViewNode[] = nodes,
): NodeGroup[] {
  const groups = groupNodes(nodes, by, limit);
  const other = groups.find(({ key }) => key === OTHER)?.nodes.length ?? 0;
  const parts = partsOf(nodes, by);
  if (by === "owner") return groupByOwner(nodes, limit + 1, among);
  if (by === "ecosystem" || other <= nodes.length * MOST_OTHER || parts.length <= limit) return groups;
  // The place of the group of everything else is free.
  const count = limit + 1;
  const kinds = groupByKind(nodes, by, count);
  if (kinds.length >= TELLING_KINDS) return kinds;
  return rangesOf(nodes, parts, count);
}

/** To how many others they pass a change on. */
const onwardOf = (nodes: readonly ViewNode[]): number =>
  nodes.reduce((sum, { affected }) => sum + (affected?.onward?.repositories ?? 0), 0);

/**
 * Up to `limit` groups by owner: those with the most repositories that get a change first are first, then those with most among all, as in
 * an impact. Archived dependents count only among equals. The last one opens into all others.
 */
function groupByOwner(nodes: readonly ViewNode[], limit: number, among: readonly ViewNode[]): NodeGroup[] {
  const all = Map.groupBy(
    among.filter((node) => !isEnd(node)),
    ownerKey,
  );
  const allOf = (key: string): number => all.get(key)?.length ?? 0;
  const first = Math.min(...nodes.map(rankOf));
  // Also those that have a card.
  const urgent = (key: string): number =>
    (all.get(key) ?? []).filter((node) => rankOf(node) === first).length;
  const active = (members: readonly ViewNode[]): number => members.filter((node) => !isEnd(node)).length;
  const ranked = [...Map.groupBy(nodes, ownerKey)]
    .map(([key, members]) => ({
      key,
      title: ownerOf(members) ?? titleOf(key, "owner", members),
      nodes: members,
    }))
    .toSorted(
      (a, b) =>
        Number(a.key === OTHER) - Number(b.key === OTHER) ||
        urgent(b.key) - urgent(a.key) ||
        active(b.nodes) - active(a.nodes) ||
        allOf(b.key) - allOf(a.key) ||
        b.nodes.length - a.nodes.length ||
        onwardOf(b.nodes) - onwardOf(a.nodes) ||
        (a.key < b.key ? -1 : 1),
    );
  if (ranked.length <= limit) return ranked;
  const [kept, parts] = [ranked.slice(0, limit - 1), ranked.slice(limit - 1)];
  const members = new Set(parts.flatMap((part) => part.nodes));
  // As an impact counts them: without those of archived dependents only. Who has a group is not another one.
  const named = new Set(
    kept.flatMap((group) => group.nodes.slice(0, 1).flatMap((node) => ownersOf(node).slice(0, 1))),
  );
  const others = parts.flatMap((part) => part.nodes.filter((node) => !isEnd(node)).flatMap(ownersOf));
  const owners = new Set(others).difference(named).size;
  const title = `Others, ${owners > 1 ? owners : parts.length} owners`;
  return [...kept, { key: "more", title, nodes: nodes.filter((node) => members.has(node)), parts }];
}

/** The owners of a repository. */
export const ownersOf = ({ lineOwner, ownerName }: ViewNode): readonly string[] =>
  lineOwner?.names ?? (ownerName === undefined ? [] : [ownerName]);

/** The first owner of a repository, or its author. */
export const ownerKey = (node: ViewNode): string => ownersOf(node)[0]?.replaceAll(",", "") ?? OTHER;

/** The owner as cards name it: without the organization where that is the one of all its repositories. */
function ownerOf(members: readonly ViewNode[]): string | undefined {
  const names = members.map((node) =>
    node.lineOwner ? ownerWithin(node.lineOwner.names.slice(0, 1), node.fullPath) : node.owner,
  );
  const [owner, ...others] = new Set(names);
  return others.length === 0 ? owner : undefined;
}

/** So many kinds tell more than ranges of names. */
const TELLING_KINDS = 2;

/** Larger groups open into groups by name first. */
const LARGE = 40;

/** Up to `limit` groups by clock, the earliest first, and ecosystem, the most frequent first. Rare ecosystems are one group per clock. */
function groupByKind(nodes: readonly ViewNode[], by: Grouping, limit: number): NodeGroup[] {
  const clocks = [...Map.groupBy(nodes, rankOf)].toSorted(([a], [b]) => a - b);
  if (clocks.length > limit) return [];
  const divided = clocks.map(([rank, members]) => ({
    rank,
    groups: groupNodes(members, "ecosystem", Infinity),
  }));
  const count = (): number => divided.reduce((sum, { groups }) => sum + groups.length, 0);
  while (count() > limit) {
    const [most] = divided.toSorted((a, b) => b.groups.length - a.groups.length);
    if (!most || most.groups.length < 2) return [];
    const rare = most.groups.splice(-2).flatMap((group) => group.nodes);
    const members = new Set(rare);
    most.groups.push({ key: OTHER, title: "Other", nodes: nodes.filter((node) => members.has(node)) });
  }
  return divided.flatMap(({ rank, groups }) =>
    groups.map((group) => {
      const key = `${CLOCKS[rank]}.${group.key}`;
      const inside = group.nodes.length > LARGE ? groupNodes(group.nodes, by, Infinity) : [];
      const parts = inside.map((part) => ({ ...part, key: `${key}.${part.key}` }));
      const title = group.key === OTHER ? namesOfKinds(group.nodes) : group.title;
      return { ...group, key, title, ...(parts.length > 1 && { parts }) };
    }),
  );
}

/** `Docker, Go +3`: the most frequent kinds, and the number of others. */
function namesOfKinds(nodes: readonly ViewNode[]): string {
  const names = groupNodes(nodes, "ecosystem", Infinity).map(({ title }) => title);
  const more = names.length - NAMED_KINDS;
  return names.slice(0, NAMED_KINDS).join(", ") + (more > 0 ? ` +${more}` : "");
}

const NAMED_KINDS = 2;

/** Divides nodes by name into ranges of about the same size, which open into their parts. */
function rangesOf(nodes: readonly ViewNode[], parts: readonly NodeGroup[], count: number): NodeGroup[] {
  let before = 0;
  const ranges = Map.groupBy(parts, (part) => {
    const middle = before + part.nodes.length / 2;
    before += part.nodes.length;
    return Math.floor((middle * count) / nodes.length);
  });
  return [...ranges.values()].flatMap((inside): NodeGroup[] => {
    const [first, last] = [inside[0], inside.at(-1)];
    if (!first || !last || first === last) return inside;
    const members = new Set(inside.flatMap((part) => part.nodes));
    return [
      {
        key: `${first.key}..${last.key}`,
        title: `${first.key} to ${last.key}`,
        nodes: nodes.filter((node) => members.has(node)),
        parts: inside,
      },
    ];
  });
}

/** All groups by name. A node without a key is a separate group. */
const partsOf = (nodes: readonly ViewNode[], by: Grouping): NodeGroup[] => {
  const nameOf = (node: ViewNode): string => {
    const key = GROUP_KEYS[by](node);
    return key === OTHER ? node.fullPath : key;
  };
  return [...Map.groupBy(nodes, nameOf)]
    .map(([key, members]) => ({ key, title: titleOf(key, by, members), nodes: members }))
    .toSorted((a, b) => (a.key < b.key ? -1 : 1));
};

const GROUP_KEYS: Record<Grouping, (node: ViewNode) => string> = {
  // Commas separate keys in the URL.
  owner: ({ ownerName }) => ownerName?.replaceAll(",", "") ?? OTHER,
  namespace: ({ fullPath }) => fullPath.slice(0, Math.max(0, fullPath.lastIndexOf("/"))) || OTHER,
  prefix: ({ fullPath }) => /^[^-_.]+/u.exec(fullPath.slice(fullPath.lastIndexOf("/") + 1))?.[0] ?? OTHER,
  ecosystem: ({ mainType }) => (mainType === null ? OTHER : ecosystemOf(mainType)),
};

function titleOf(key: string, by: Grouping, members: readonly ViewNode[] = []): string {
  if (by === "owner") return key === OTHER ? "No owner" : (members[0]?.ownerName ?? key);
  if (by === "ecosystem") return key in ECOSYSTEMS ? kindOf(key as keyof typeof ECOSYSTEMS, members) : key;
  return by === "prefix" ? `${key}*` : `${key}/*`;
}

/** `Go`, `Docker`: the name of the ecosystem, or `Helm` where all that is of Kubernetes are charts of it. */
function kindOf(ecosystem: keyof typeof ECOSYSTEMS, members: readonly ViewNode[]): string {
  const areCharts = members.length > 0 && members.every(({ mainType }) => mainType === "helm_chart");
  return areCharts ? "Helm" : ECOSYSTEMS[ecosystem].name;
}

/** Numbers of groups that tell repositories apart: rather many, otherwise a few. */
const TELLING = [6, 3];

/** Groups in a column are by owner where most repositories have one. */
export const groupingInColumns = (nodes: readonly ViewNode[], otherwise: Grouping): Grouping =>
  nodes.filter(({ ownerName }) => ownerName !== undefined).length * 2 > nodes.length ? "owner" : otherwise;

/** Whether most repositories have a team as their owner: persons, who own few, are then no groups. */
const isOwnedByTeams = (nodes: readonly ViewNode[]): boolean =>
  nodes.filter(isTeam).length * 2 > nodes.length;

const isTeam = ({ ownerName }: ViewNode): boolean =>
  ownerName?.startsWith("@") === true && ownerName.includes("/");

/** Returns the first grouping that divides the nodes into several groups with most of them: by owner only if most have a team. */
export function chooseGrouping(nodes: readonly ViewNode[]): Grouping {
  const isTelling = (by: Grouping, least: number): boolean => {
    const groups = groupNodes(nodes, by, Infinity).filter(({ key }) => key !== OTHER);
    const covered = groups.reduce((sum, group) => sum + group.nodes.length, 0);
    const largest = Math.max(0, ...groups.map((group) => group.nodes.length));
    return groups.length >= least && covered >= nodes.length / 2 && largest <= nodes.length * 0.8;
  };
  const [found] = TELLING.flatMap((least) =>
    ([...(isOwnedByTeams(nodes) ? (["owner"] as const) : []), "namespace", "prefix"] as const).filter((by) =>
      isTelling(by, least),
    ),
  );
  return found ?? "ecosystem";
}
