import {
  findAliasedChart,
  findChart,
  MAX_ADDRESS_LENGTH,
  type ChartReference,
} from "../../chart-reference.ts";
import { findPlaceholder } from "../../document/templated-yaml.ts";
import { splitImageReference } from "../../image-reference.ts";
import type { ChartUse, HelmFacts } from "./facts.ts";

/** A chart once the names of repositories are bound. */
export interface BoundChart {
  chart: ChartReference;
  raw: string;
  constraint: string | null;
  unbound: string | null;
}

/** The URLs that helmfiles give the names of repositories. */
export type RepositoryUrls = ReadonlyMap<string, ReadonlySet<string>>;

const ALIAS = /^(?:@|alias:)(?<alias>.+)$/;

/** A dependency of a Chart.yaml. Undefined for what lies in this checkout: `file://…`, or nothing, which is `charts/`. */
export function findReference(
  { name, repository, version }: ChartUse,
  own: RepositoryUrls,
  all: RepositoryUrls,
): BoundChart | undefined {
  if (repository === null || repository.length > MAX_ADDRESS_LENGTH) return undefined;
  const alias = ALIAS.exec(repository)?.groups?.["alias"];
  const chart = alias === undefined ? findChart(name, repository) : findNamedChart(name, alias, own, all);
  if (!chart) return undefined;
  const raw = chart.isGit ? repository : `${repository.replace(/\/+$/, "")}/${name}`;
  return bound(chart, raw, [repository, name], version);
}

/** A release of a helmfile. Undefined for what lies in this checkout, and for a mere name, which is a folder. */
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

/** The last segment is the chart's name. */
function findChartAt(url: string): ChartReference | undefined {
  const whole = url.replace(/\/+$/, "");
  const slash = whole.lastIndexOf("/");
  return findChart(whole.slice(slash + 1), whole.slice(0, slash));
}

/** The helmfile's own repository of that name, else the one URL that all helmfiles give it. */
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

/** A placeholder in the name leaves nothing to look for; one in the version leaves the chart known. */
function bound(
  chart: ChartReference,
  raw: string,
  names: readonly string[],
  version: string | null,
): BoundChart {
  const constraint = chart.isGit ? chart.ref : version;
  const [unnamed = null] = names.flatMap((name) => findPlaceholder(name) ?? []);
  return {
    chart: unnamed === null ? chart : { ...chart, lookups: [] },
    raw,
    constraint,
    unbound: unnamed ?? findPlaceholder(constraint ?? ""),
  };
}
