import type { Facts } from "../../ecosystem.ts";
import { joinValues, type PassedValues } from "../../chart-values.ts";
import type { FluxName, FluxSource, FluxSourceUse, KubernetesFacts, Use } from "./facts.ts";

/** The source that `flux bootstrap` creates: the repository of the cluster itself. */
const OWN_SOURCE = "flux-system";

const RELEASE = "kubernetes.flux_helm_release";

export interface BoundUse {
  use: Use;
  /** The name of the source if it was not found, else null. */
  unbound: string | null;
}

type Find = (name: FluxName) => FluxSource | undefined;

/** Returns, per file, the uses of Flux sources that manifests refer to by name, and the OCI artifacts they define. */
export function createFluxUses(
  files: readonly Facts<KubernetesFacts>[],
): (facts: KubernetesFacts) => BoundUse[] {
  const find = createFinder(files.flatMap(({ facts }) => facts.sources));
  const charts = new Set(
    files.flatMap(({ facts }) =>
      facts.sourceUses.filter(({ rule }) => rule === RELEASE).flatMap(({ source }) => find(source) ?? []),
    ),
  );
  const patches = Map.groupBy(
    files.flatMap(({ facts }) => facts.patches),
    ({ name }) => name,
  );
  const withPatches = ({ release }: FluxSourceUse): { values?: PassedValues } => {
    if (!release) return {};
    const patching = patches.get(release.name)?.map(({ values }) => values) ?? [];
    return { values: joinValues([release.values, ...patching]) };
  };
  return ({ sources, sourceUses }) => [
    ...sources
      .filter(({ kind }) => kind === "OCIRepository")
      .map((source) => ({
        use: ociUse("kubernetes.flux_oci_repository", source.line, source, charts.has(source)),
        unbound: null,
      })),
    ...sourceUses.flatMap((use) =>
      resolve(use, find).map(({ use: found, unbound }) => ({
        use: found.what === "chart" ? { ...found, ...withPatches(use) } : found,
        unbound,
      })),
    ),
  ];
}

function createFinder(sources: readonly FluxSource[]): Find {
  const byName = new Map<string, FluxSource[]>();
  for (const source of sources) {
    const key = `${source.kind}/${source.name}`;
    const known = byName.get(key);
    if (known) known.push(source);
    else byName.set(key, [source]);
  }
  const found = new Map<string, FluxSource | undefined>();
  return ({ kind, name, namespace }) => {
    const key = JSON.stringify([kind, name, namespace]);
    if (!found.has(key)) found.set(key, choose(byName.get(`${kind}/${name}`) ?? [], namespace));
    return found.get(key);
  };
}

/**
 * Returns the source in the namespace. If either side has no namespace (Kustomize may add it), the name decides. Several
 * candidates, such as one per cluster, must be equal.
 */
function choose(candidates: readonly FluxSource[], namespace: string | null): FluxSource | undefined {
  const same = namespace === null ? [] : candidates.filter((source) => source.namespace === namespace);
  const byNameOnly = candidates.filter((source) => source.namespace === null || namespace === null);
  const eligible = same.length > 0 ? same : byNameOnly;
  const [first] = eligible;
  return first && eligible.every((source) => isSame(source, first)) ? first : undefined;
}

const isSame = (a: FluxSource, b: FluxSource): boolean =>
  a.url === b.url &&
  a.version?.text === b.version?.text &&
  JSON.stringify(a.chart) === JSON.stringify(b.chart);

function resolve(sourceUse: FluxSourceUse, find: Find): BoundUse[] {
  const { rule, line, source: name, chart } = sourceUse;
  const source = find(name);
  if (name.kind === "Bucket" || (name.kind === "GitRepository" && name.name === OWN_SOURCE && !source))
    return [];
  if (!source) return [{ use: unboundUse(sourceUse), unbound: `${name.kind}/${name.name}` }];
  const { url: text, version } = source;
  if (source.chart) {
    const isChain = source.chart.source.kind === "HelmChart";
    return isChain ? [] : resolve({ rule, line, chart: source.chart, source: source.chart.source }, find);
  }
  if (name.kind === "OCIRepository")
    return [{ use: ociUse(rule, line, source, rule === RELEASE), unbound: null }];
  const named = { rule, line, text, comment: null };
  if (name.kind === "GitRepository" && chart)
    return [
      { use: { ...named, what: "chart", chart: chart.name, isGitChart: true, version }, unbound: null },
    ];
  if (name.kind !== "HelmRepository")
    return [{ use: { ...named, what: "git", chart: null, version }, unbound: null }];
  if (!chart) return [];
  return [{ use: { ...named, what: "chart", chart: chart.name, version: chart.version }, unbound: null }];
}

/** The last segment of a chart's URL is its name. */
function ociUse(rule: string, line: number, { url, version }: FluxSource, isChart: boolean): Use {
  const slash = url.lastIndexOf("/");
  const split = isChart
    ? { text: url.slice(0, slash), chart: url.slice(slash + 1) }
    : { text: url, chart: null };
  return { what: isChart ? "chart" : "image", rule, line, version, comment: null, ...split };
}

const unboundUse = ({ rule, line, chart, source }: FluxSourceUse): Use => ({
  what: source.kind === "GitRepository" ? "git" : rule === RELEASE ? "chart" : "image",
  rule,
  line,
  text: chart?.name ?? source.name,
  chart: null,
  version: chart?.version ?? null,
  comment: null,
});
