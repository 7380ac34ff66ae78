import type { Clock } from "@knockon/contract/vocabulary/clock";
import { type Sizes, WIDE_CARD } from "./sizes.ts";
import {
  afterOf,
  briefConditionOf,
  fileConditionOf,
  isConditionalAt,
  type Timing,
  timingOfAll,
} from "./condition.ts";
import { hasOnlyArchivedWays, type ViewNode } from "./graph-view.ts";
import type { Card, GroupCard, Layers, RepositoryCard } from "./layers.ts";
import { framedColumn } from "./sections.ts";
import { type Ecosystem, ECOSYSTEMS, ecosystemOf } from "../../format/ecosystems.ts";
import { briefVersion, countOf, formatCount } from "../../format/format.ts";
import { textWidth } from "../../format/text-width.ts";
import { CLOCK_WORDS, inHeading, inWords, timingLabel } from "../../format/words.ts";

/** Narrower cards have no room for an icon. */
export const NARROW_CARD = 176;

/**
 * What a card says besides its name: when and the owner on separate lines, without and with an icon, or both and the role on one
 * line, below a heading with timings without the usual one, in a list without the role, below a heading that says when without that.
 */
export type Detail = "bare" | "tall" | "wide" | "timed" | "brief" | "list";

/** Whether owners have a separate line. */
export const isTall = (detail: Detail): boolean => detail === "bare" || detail === "tall";

export function detailOf({
  cardWidth = Infinity,
  isFramed = false,
  isSummed = false,
}: Partial<Sizes> = {}): Detail {
  if (isFramed) return "brief";
  return cardWidth < NARROW_CARD ? "bare" : cardWidth < WIDE_CARD || isSummed ? "tall" : "wide";
}

/** What a card says beside others: outside of sections, the heading counts timings. */
export const detailIn = ({ column }: Card, detail: Detail, layers: Pick<Layers, "columns">): Detail =>
  detail === "brief" && column !== 0 && column !== framedColumn(layers)?.at ? "timed" : detail;

/** The name of a repository without its organization. */
export const nameOf = ({ fullPath }: ViewNode): string => fullPath.slice(fullPath.lastIndexOf("/") + 1);

/** The organization of a repository, with its slash. */
export const prefixOf = ({ fullPath }: ViewNode): string => fullPath.slice(0, fullPath.lastIndexOf("/") + 1);

/** The organization where no name of a repository follows. */
export const organizationOf = (node: ViewNode): string => prefixOf(node).replace(/\/$/u, "");

export const hasSeveralOrganizations = (nodes: readonly ViewNode[]): boolean =>
  new Set(nodes.map(prefixOf)).size > 1;

/** The name of a repository, with its organization if others have the same. */
export const distinctName = (node: ViewNode): string =>
  node.sharesName === true ? node.fullPath : nameOf(node);

export const titleOf = (card: Card): string =>
  card.kind === "repository" ? nameOf(card.node) : card.opens === null ? `${card.title} · more` : card.title;

/** `via flux2 or 1 other`, with both names `via flux2 or flux-schema`, in short `via flux2 +1`: what is between a card and the root. `after flux2 bumps`, or `after flux2 or 1 other`, if nothing else has to be edited. */
export function viaOf({ via, others = [], node }: RepositoryCard, form?: "names" | "brief"): string {
  if (via === undefined) return "";
  const [other] = others;
  const after = afterOf(node);
  if (other === undefined) return after ?? `via ${nameOf(via)}`;
  const start = `${after === undefined ? "via" : "after"} ${nameOf(via)}`;
  if (form === "brief") return `${start} +${formatCount(others.length)}`;
  const isNamed = form === "names" && others.length === 1;
  return `${start} or ${isNamed ? nameOf(other) : countOf(others.length, "other", "others")}`;
}

/** Longer than two releases. */
const TWO_VERSIONS = 18;

/** `v1.24.1, v1.25.0`: what a repository declares of the root, or that of it, or of many the first and the number of others. Commits are short. */
export function versionsInBrief({ arrival }: ViewNode): string | undefined {
  const [first, ...others] = (arrival?.versions ?? []).map(briefVersion);
  if (first === undefined) return undefined;
  const all = [first, ...others].join(", ");
  return others.length === 0 || all.length <= TWO_VERSIONS ? all : `${first} +${others.length}`;
}

/** Whether a card says in words when it gets a change, because no heading does. Below a heading with timings, the pin is enough for the usual one. */
export const hasTiming = (card: Card, detail: Detail): boolean =>
  followerWithoutVia(card) !== undefined ||
  (detail !== "brief" && card.isTimedAbove !== true && !(detail !== "wide" && card.clock === "bump"));

/** `after flux2 bumps`, unless that stands where others have what is between them and the root. */
const followerWithoutVia = (card: Card): string | undefined =>
  card.kind === "repository" && card.via === undefined ? afterOf(card.node) : undefined;

/** The second line of a card. */
export const noteOf = (card: Card, detail: Detail): string =>
  [...notesOf(card, detail), ...(card.kind === "repository" && card.node.archived ? ["archived"] : [])].join(
    " · ",
  );

/** Whether a version decides if a card gets a change at its time. */
export const mayBe = (card: Card): boolean =>
  (card.kind === "group" ? card.nodes : [card.node]).some((node) => isConditionalAt(node, card.clock));

/** When a repository gets a change: `if ci/run.sh changes`, `on next run`. Below a heading with timings, `may be` is enough. */
export const timingOf = (card: RepositoryCard, clock: Clock, detail?: Detail): string =>
  (clock === "next_run" ? briefConditionOf(card.node) : followerWithoutVia(card)) ??
  (detail === "timed" && mayBe(card) ? "may be" : timingLabel(clock, mayBe(card)));

/** For what the root uses one, or one uses it. Of what is farther, it would be that of one of several ways. Most dependencies are of the role that ships: only the others are named, unless the heading does. */
export const unusualRoleOf = ({ role, via, isRoleAbove = false }: RepositoryCard): string =>
  role === null || role === "runtime" || isRoleAbove || via !== undefined ? "" : inWords(role);

/** The parts of the second line of a card: first when it gets a change, or how many depend on it. */
export function notesOf(card: Card, detail: Detail): string[] {
  if (card.kind === "group") {
    const { clock, withClock, nodes, within } = card;
    const size = countOf(nodes.length, "repository", "repositories");
    if (detail === "brief" || card.isArchived === true) return [size];
    if (clock === null || withClock === null) {
      const inside = within ? ` · ${formatCount(within)} within` : "";
      return [isTall(detail) ? size : size + inside];
    }
    const when = `${formatCount(withClock)} ${timingLabel(clock, mayBe(card))}`;
    return !isTall(detail) && withClock < nodes.length ? [when, restOf(card)] : [when];
  }
  const { node, clock } = card;
  const when = clock === null ? usesOf(card, detail) : timingOf(card, clock, detail);
  if (isTall(detail)) return [when];
  // The heading of a section says it, and the one of the column how many depend on the root.
  const timing = hasTiming(card, detail) ? [when] : [];
  const role = unusualRoleOf(card);
  // Below `may be on next run`, it says what decides it, instead of the role and of the version at the end of the line.
  const file = detail === "brief" ? fileConditionOf(node) : undefined;
  const words = role === "" || clock === null || detail === "list" || file !== undefined ? [] : [role];
  const owner = node.owner === undefined ? [] : [shortOwner(node.owner)];
  const isConditional = clock === "next_run" && briefConditionOf(node) !== undefined;
  const all =
    detail === "list"
      ? // Other conditions name the version.
        [
          ...timing,
          ...owner,
          isConditional && fileConditionOf(node) === undefined ? undefined : versionsInBrief(node),
        ]
      : [...timing, viaOf(card), ...owner, file, ...words];
  return all.flatMap((word) => (word === undefined || word === "" ? [] : word));
}

/** `@acme/web +2`: an owner where there is little room. */
export const shortOwner = (owner: string): string => owner.replace(/ and (\d+) others?$/u, " +$1");

/** The third line of a narrow card: the owner, or how many of a group get a change later. */
export function moreOf(card: Card, room = Infinity): string {
  if (card.kind === "repository") {
    const { owner, archived } = card.node;
    const words = owner === undefined ? [] : [shortOwner(owner)];
    return [...words, ...(archived && card.isRoot ? ["archived"] : [])].join(" · ");
  }
  const { clock, withClock, nodes, within, opens } = card;
  if (clock === null && within) return `${formatCount(within)} within`;
  if (clock === null) return opens?.as === "cluster" ? "" : namesIn(nodes, room);
  return withClock !== null && withClock < nodes.length ? restOf(card) : "";
}

/** More names than fit into a card. */
const NAMED = 8;

/** As many names of repositories of a group as fit as a whole, and `+5` for the others. Both are empty if not even one name does. */
export function fittingNames(nodes: readonly ViewNode[], room = Infinity): { names: string; more: string } {
  const names = nodes.map(distinctName);
  const partsWith = (count: number) => ({
    names: names.slice(0, count).join(", "),
    more: count < names.length ? `+${formatCount(names.length - count)}` : "",
  });
  const fits = ({ names: some, more }: ReturnType<typeof partsWith>): boolean =>
    textWidth(more === "" ? some : `${some} ${more}`) <= room;
  const counts = Array.from({ length: Math.min(NAMED, names.length) }, (_, at) => partsWith(at + 1));
  return counts.findLast(fits) ?? { names: "", more: "" };
}

/** The same in a line: `search-1, search-9 +5`. */
export const namesIn = (nodes: readonly ViewNode[], room?: number): string =>
  Object.values(fittingNames(nodes, room)).filter(Boolean).join(" ");

/** `20 when bumped`, or `20 later` if they differ. */
function restOf({ nodes, withClock, clocks }: GroupCard): string {
  const count = formatCount(nodes.length - (withClock ?? 0));
  const [only, ...others] = clocks ?? [];
  return `${count} ${only !== undefined && others.length === 0 ? CLOCK_WORDS[only].label : "later"}`;
}

/** The archived ones of a group of others, which are in no timing. */
export const archivedOf = ({ nodes, isArchived = false }: GroupCard): ViewNode[] =>
  isArchived ? [] : nodes.filter(({ archived }) => archived);

/** How many repositories of a group get a change when, the earliest first. Those of several others are one number. */
export function splitOf(card: GroupCard): Timing[] {
  const { clock, withClock, clocks = [] } = card;
  if (clock === null || withClock === null) return [];
  const archived = new Set(archivedOf(card));
  const nodes = card.nodes.filter((node) => !archived.has(node) && !hasOnlyArchivedWays(node));
  const rest = nodes.filter(({ arrival }) => arrival?.clock !== clock).length;
  const may = nodes.filter((node) => isConditionalAt(node, clock)).length;
  const [other = "unknown"] = clocks;
  const { followers } = timingOfAll({ clock, isMaximum: false }, nodes);
  const split: Timing[] = [
    { clock, count: nodes.length - rest - may, isMaximum: false, followers },
    { clock, count: may, isMaximum: true },
    { clock: other, count: rest, isMaximum: false },
  ];
  return split.filter(({ count }) => count > 0);
}

/** `29 dependents, 12 on next run`. A narrow card has an icon for the latter. */
function usesOf({ node, dependents, hops }: RepositoryCard, detail: Detail): string {
  const { fanOut, nextRun } = node;
  const fanIn = dependents ?? node.fanIn;
  if (fanIn === 0) return countOf(fanOut, "dependency", "dependencies");
  if (hops !== undefined && hops > 1 && dependents !== undefined)
    return `${countOf(dependents, "dependent", "dependents")}, ${countOf(hops, "hop", "hops")}`;
  if (detail === "bare") return `used by ${formatCount(fanIn)}`;
  const all = countOf(fanIn, "dependent", "dependents");
  return detail !== "wide" || nextRun === 0 || dependents !== undefined
    ? all
    : `${all}, ${formatCount(nextRun)} ${CLOCK_WORDS.next_run.label}`;
}

/** What a card does not show as text, for screen readers. */
export function hiddenTextOf(card: Card, detail?: Detail): string {
  if (card.kind === "group") return card.withClock === null || detail === "brief" ? "" : "repositories";
  const { node, isRoot, hidden } = card;
  return [
    ...(isRoot ? ["root"] : []),
    ...(node.mainType === null ? [] : [inHeading(node.mainType)]),
    ...(node.archived ? ["archived"] : []),
    ...(node.owner === undefined ? [] : [`owner ${node.owner}`]),
    ...(hidden > 0 ? [`${formatCount(hidden)} more one hop further`] : []),
  ].join(", ");
}

/** The ecosystems of a group, most frequent first. */
function ecosystemsOf({ nodes }: GroupCard): { ecosystem: Ecosystem; name: string; count: number }[] {
  const typed = nodes.flatMap(({ mainType }) => (mainType === null ? [] : ecosystemOf(mainType)));
  return [...Map.groupBy(typed, (ecosystem) => ecosystem)]
    .map(([ecosystem, { length }]) => ({ ecosystem, name: ECOSYSTEMS[ecosystem].name, count: length }))
    .toSorted((a, b) => b.count - a.count);
}

const SHOWN_ECOSYSTEMS = 2;

/** Those whose icons a card of a group has. */
export const shownEcosystems = (card: GroupCard) => ecosystemsOf(card).slice(0, SHOWN_ECOSYSTEMS);
