import {
  findAliasedChart,
  findChart,
  MAX_ADDRESS_LENGTH,
  type ChartReference,
} from "../../chart-reference.ts";
import { findPlaceholder } from "../../document/templated-yaml.ts";
import { splitImageReference } from "../../image-reference.ts";
import type { ChartUse, HelmFacts } from "./read.ts";

/** A chart reference with repository names resolved. */
export interface BoundChart {
  chart: ChartReference;
  raw: string;
  constraint: string | null;
  unbound: string | null;
}

/** The URLs of repository names in helmfiles. */
export type RepositoryUrls = ReadonlyMap<string, ReadonlySet<string>>;

const ALIAS = /^(?:@|alias:)(?<alias>.+)$/;

/**
 * Resolves a dependency of a Chart.yaml. Returns undefined for a local chart: `file://…`, or no repository (`charts/`).
 */
export function findReference(
  { name, repository, version }: ChartUse,
  own: RepositoryUrls,
  all: RepositoryUrls,
): BoundChart | undefined {
  if (repository === null || repository.length > MAX_ADDRESS_LENGTH) return undefined;
  const alias = ALIAS.exec(repository)?.groups?.["alias"];
  const chart = alias === undefined ? findChart(name, repository) : findNamedChart(name, alias, own, all);
  if (!chart) return undefined;
  const raw = chart.isGit ? repository : `${repository.replace(/(?<!\/)\/+$/, "")}/${name}`;
  return bound(chart, raw, [repository, name], version);
}

/** Resolves the chart of a helmfile's release. Returns undefined for a local folder, including a bare name. */
export function findHelmfileChart(
  { name: text, version }: ChartUse,
  own: RepositoryUrls,
  all: RepositoryUrls,
): BoundChart | undefined {
  if (text.length > MAX_ADDRESS_LENGTH) return undefined;
  if (/^oci:\/\//i.test(text)) {
    const { repository, versionConstraint } = splitImageReference(text);
    const chart = findChartAt(repository);
    return chart && bound(chart, text, [repository], version ?? versionConstraint);
  }
  const isUrl = text.includes("://");
  if (isUrl) {
    const chart = /^git(?:\+|::)/i.test(text) ? findChart("", text) : findChartAt(text);
    return chart && bound(chart, text, [text.replace(/\?.*$/, "")], version);
  }
  const [alias = "", name, ...more] = text
    .replace(/\{\{[^{}]*\}\}/g, (each) => each.replaceAll("/", "_"))
    .split("/");
  if (findPlaceholder(text) !== null) {
    const isLocal = /^\.{0,2}$/.test(alias);
    return isLocal ? undefined : bound(findAliasedChart(text, ""), text, [text], version);
  }
  if (/^\.{0,2}$/.test(alias) || !name || more.length > 0) return undefined;
  const chart = findNamedChart(name, alias, own, all);
  return chart && bound(chart, text, [chart.artifact], version);
}

/** The last segment of the URL is the chart's name. */
function findChartAt(url: string): ChartReference | undefined {
  const trimmed = url.replace(/(?<!\/)\/+$/, "");
  const slash = trimmed.lastIndexOf("/");
  return findChart(trimmed.slice(slash + 1), trimmed.slice(0, slash));
}

/** Looks up the name in the helmfile's own repositories, else in those of all helmfiles if they agree on one URL. */
function findNamedChart(
  name: string,
  alias: string,
  own: RepositoryUrls,
  all: RepositoryUrls,
): ChartReference | undefined {
  const urls = own.get(alias) ?? all.get(alias);
  const [url] = urls?.size === 1 ? urls : [];
  return url === undefined ? findAliasedChart(name, alias) : findChart(name, url);
}

export function repositoryUrls(files: readonly HelmFacts[]): RepositoryUrls {
  const urls = new Map<string, Set<string>>();
  for (const { name, url } of files.flatMap(({ repositories }) => repositories)) {
    urls.set(name, (urls.get(name) ?? new Set()).add(url));
  }
  return urls;
}

/** A placeholder in a name removes the lookups; a placeholder in a version does not. */
function bound(
  chart: ChartReference,
  raw: string,
  names: readonly string[],
  version: string | null,
): BoundChart {
  const constraint = chart.isGit ? chart.ref : version;
  const [unboundName = null] = names.flatMap((name) => findPlaceholder(name) ?? []);
  return {
    chart: unboundName === null ? chart : { ...chart, lookups: [] },
    raw,
    constraint,
    unbound: unboundName ?? findPlaceholder(constraint ?? ""),
  };
}
