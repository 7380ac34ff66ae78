import { versionsInBrief } from "./card-text.ts";
import type { ViewNode } from "./graph-view.ts";
import { briefVersion, formatCount } from "../../format/format.ts";
import { tabularWidth } from "../../format/text-width.ts";

/** What these declare of the root: `main`, `v1.2.0–v1.4.0`, `v1–v8` if all are the first of a major version, or `5 versions` that have no order. Empty without one. */
export function versionsOfAll(nodes: readonly ViewNode[]): string {
  const versions = [...new Set(nodes.flatMap(({ arrival }) => arrival?.versions ?? []).map(briefVersion))];
  const [first = "", ...others] = versions.toSorted(byNumber.compare);
  const last = others.at(-1);
  if (last === undefined) return first;
  return versions.every((version) => RELEASE.test(version))
    ? [first, last].map((version) => inShort(version, versions.every(isMajor))).join("–")
    : `${formatCount(versions.length)} versions`;
}

/** `v7 ×4 · v0 ×3 · 10 others`: how many declare which version of the root, most first, as far as there is room. Empty if all but one declare the same, or not even one has room. */
export function versionCounts(nodes: readonly ViewNode[], room = Infinity): string {
  const byVersion = [...Map.groupBy(nodes, (node) => versionsInBrief(node) ?? "")];
  const hasNone = byVersion.some(([version]) => version === "");
  if (byVersion.length < 2 || hasNone || deviating(nodes)) return "";
  const areMajor = byVersion.every(([version]) => isMajor(version));
  const counts = byVersion
    .toSorted(([a, some], [b, others]) => others.length - some.length || byNumber.compare(b, a))
    .map(([version, { length }]) => ({ version: inShort(version, areMajor), count: length }));
  const textWith = (named: number): string => {
    const rest = counts.slice(named).reduce((sum, { count }) => sum + count, 0);
    const words = counts.slice(0, named).map(({ version, count }) => `${version} ×${formatCount(count)}`);
    return [...words, ...(rest === 0 ? [] : [`${formatCount(rest)} others`])].join(" · ");
  };
  const texts = counts.map((_, at) => textWith(at + 1));
  return texts.findLast((text) => tabularWidth(text) <= room) ?? "";
}

/** The only one that declares something else of the root than all others. */
export function deviating(nodes: readonly ViewNode[]): ViewNode | undefined {
  const byVersion = Map.groupBy(nodes, ({ arrival }) => (arrival?.versions ?? []).join(" "));
  const [one, ...others] = [...byVersion.values()].filter(({ length }) => length === 1);
  return byVersion.size === 2 && others.length === 0 ? one?.[0] : undefined;
}

/** Of the first release of a major version. */
const MAJOR = /\.0\.0$/u;
const isMajor = (version: string): boolean => MAJOR.test(version);
const inShort = (version: string, areMajor: boolean): string =>
  areMajor ? version.replace(MAJOR, "") : version;
const RELEASE = /^v?\d+(\.\d+)*$/u;
const byNumber = new Intl.Collator("en", { numeric: true });
