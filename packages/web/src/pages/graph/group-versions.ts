import { distinctName, versionsInBrief } from "./card-text.ts";
import type { ViewNode } from "./graph-view.ts";
import { briefVersion, countOf, formatCount } from "../../format/format.ts";
import { tabularWidth } from "../../format/text-width.ts";

/** So many versions are counted one by one. */
const FEW = 3;

/** What the repositories of a stack declare of the root: one or two versions, `v0.0.0–v8.0.0` for more, or `9 versions` without an order. Empty if it is unknown for one of them. */
export function versionsIn(nodes: readonly ViewNode[]): string {
  if (countsOf(nodes).length === 0) return "";
  const all = [...new Set(nodes.flatMap(({ arrival }) => arrival?.versions ?? []).map(briefVersion))];
  const ordered = all.toSorted(byNumber.compare);
  return ordered.length <= 2
    ? ordered.join(", ")
    : rangeOf(ordered) || countOf(all.length, "version", "versions");
}

/** `v1.2.0–v1.4.0`, in full: of an action, `v1` is a tag that moves. Empty if one has no order. */
const rangeOf = (ordered: readonly string[]): string =>
  ordered.every((version) => RELEASE.test(version)) ? `${ordered[0]}–${ordered.at(-1)}` : "";

/** What the repositories of a section declare of the root. Each is empty if it says nothing. */
export interface SectionVersions {
  /** Of the active ones, where that takes few words: `v0.6.2, compliance also v0.6.1`. */
  active: string;
  /** Of the archived ones, if no active one declares it: `v0.2.0, v0.6.2`. */
  archived: string;
  /** How many of the active ones declare which of many versions, most first. */
  counts: readonly VersionCount[];
  /** What is before these if others are archived: `The 202: `. */
  start?: string;
}

type Counts = Pick<SectionVersions, "counts" | "start">;

interface VersionCount {
  version: string;
  /** Of repositories. */
  count: number;
}

export function versionsOfSection(nodes: readonly ViewNode[]): SectionVersions {
  const active = nodes.filter(({ archived }) => !archived);
  const counts = countsOf(active);
  const full = versionsInFull(active);
  const known = new Set(counts.map(({ version }) => version));
  const old = countsOf(nodes.filter(({ archived }) => archived)).map(({ version }) => version);
  const isCounted = full === "" && counts.length > 1;
  return {
    active: full,
    archived:
      old.length <= FEW && old.some((version) => !known.has(version))
        ? old.toSorted(byNumber.compare).join(", ")
        : "",
    counts: isCounted ? counts : [],
    ...(isCounted && active.length < nodes.length && { start: `The ${formatCount(active.length)}: ` }),
  };
}

/** Lines that the versions of a section take at most. */
const MOST_LINES = 2;

/** Of a version at the end of a line that has no room for all of it. */
const RAGGED = 72;

/** The lines that these need in a frame of this width. */
export const linesOfCounts = (all: Counts, width: number): number =>
  all.counts.length === 0 ? 0 : tabularWidth(countsInWords(all)) <= width ? 1 : MOST_LINES;

/** As many of these as fit into their lines, those of most repositories, in the order of versions: `The 177: v4.0.0 ×27, v5.0.0 ×31, 119 on 7 others`. No line ends between a version and its number. */
export const countsInLines = (all: Counts, width: number): string =>
  countsInWords(all, linesOfCounts(all, width) === 1 ? width : MOST_LINES * (width - RAGGED)).replaceAll(
    " ×",
    `${NO_BREAK}×`,
  );

function countsInWords({ counts, start = "" }: Counts, room = Infinity): string {
  const wordsWith = (named: number): string => {
    const rest = counts.slice(named);
    const more = `${formatCount(rest.reduce((sum, { count }) => sum + count, 0))} on ${countOf(rest.length, "other", "others")}`;
    const words = inOrder(counts.slice(0, named)).map(countInWords);
    return start + [...words, ...(rest.length > 0 ? [more] : [])].join(", ");
  };
  const named = Array.from(counts, (_, at) => at + 1).findLast(
    (some) => tabularWidth(wordsWith(some)) <= room,
  );
  return wordsWith(named ?? 1);
}

const countInWords = ({ version, count }: VersionCount): string => `${version} ×${formatCount(count)}`;

/** Older versions first. */
const inOrder = (counts: readonly VersionCount[]): VersionCount[] =>
  counts.toSorted((a, b) => byNumber.compare(a.version, b.version));

/** Versions by the number of repositories that declare them, most first. Empty if it is unknown for one of these. */
function countsOf(nodes: readonly ViewNode[]): VersionCount[] {
  const byVersion = Map.groupBy(nodes, (node) => versionsInBrief(node) ?? "");
  if (byVersion.has("")) return [];
  return [...byVersion]
    .map(([version, { length }]) => ({ version, count: length }))
    .toSorted((a, b) => b.count - a.count || byNumber.compare(b.version, a.version));
}

/** Which repositories of a stack declare what: `v0.6.2, compliance also v0.6.1`, or `v0.6.2 ×5 · v0.6.1 ×3`. Empty if all declare the same, or many versions. */
export function versionsInFull(nodes: readonly ViewNode[]): string {
  const counts = countsOf(nodes);
  if (counts.length < 2) return "";
  const other = deviating(nodes);
  if (other) {
    const usual = counts[0]?.version ?? "";
    const versions = (versionsInBrief(other) ?? "").split(", ");
    const also = versions.includes(usual) ? "also " : "";
    return `${usual}, ${distinctName(other)} ${also}${versions.filter((version) => version !== usual).join(", ")}`;
  }
  if (counts.length > FEW) return "";
  return counts.map(countInWords).join(" · ");
}

/** Which repository declares what, by name: `flux v0.2.0, haproxy_exporter v0.3.0`. Empty if all declare the same, or one has none. */
export function versionsByName(nodes: readonly ViewNode[]): string {
  const isMixed = countsOf(nodes).length > 1;
  return isMixed
    ? nodes.map((node) => `${distinctName(node)}${NO_BREAK}${versionsInBrief(node)}`).join(", ")
    : "";
}

const NO_BREAK = "\u{A0}";

/** The only one that declares something else of the root than all others. */
export function deviating(nodes: readonly ViewNode[]): ViewNode | undefined {
  const byVersion = Map.groupBy(nodes, ({ arrival }) => (arrival?.versions ?? []).join(" "));
  const [one, ...others] = [...byVersion.values()].filter(({ length }) => length === 1);
  return byVersion.size === 2 && others.length === 0 ? one?.[0] : undefined;
}

const byNumber = new Intl.Collator("en", { numeric: true });

const RELEASE = /^v?\d+(\.\d+)*$/u;
