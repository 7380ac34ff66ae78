import { findChart, namedChartLookups } from "./chart-reference.ts";
import { at, entriesOf, itemsOf, scalarAt, type DataNode, type ScalarNode } from "./document/node.ts";
import { findPlaceholder } from "./document/templated-yaml.ts";
import type { Declaration, RepositoryIdentity } from "./ecosystem.ts";

/** A chart that data names next to its version: `chartName: web` and `version: 1.2.0`. */
export interface NamedChart {
  name: string;
  version: string;
  /** The URL of the chart's repository, or its local name, or null. */
  repository: string | null;
  line: number;
}

const CHART_FIELD = /(?:^|[\s"'{,])(?:(?:helm_?)?chart(?:_?name)?|catalog)["']?[ \t]*:/im;
/** Part of `CHART_FIELD`, and found much faster. */
const CHART_WORD = /hart|HART|atalog|ATALOG/;
const VERSION_FIELD = /(?:^|[\s"'{,])(?:(?:chart_?)?version|targetRevision)["']?[ \t]*:/im;

/** Whether a text may name a chart next to its version. Excludes nearly all files without parsing. */
export const mentionsChart = (text: string): boolean =>
  CHART_WORD.test(text) && CHART_FIELD.test(text) && VERSION_FIELD.test(text);

/** Fields with the name of a chart. */
const CHART_KEYS = ["chartName", "chart_name", "chart"];
/** Fields with the name of a chart if a catalog is next to them. */
const APP_KEYS = ["name", "appName", "app"];
/** Fields with a map that describes a chart. */
const CHART_MAPS = new Set(["chart", "helmChart"]);
const VERSION_KEYS = ["chartVersion", "chart_version", "version", "targetRevision"];
const REPOSITORY_KEYS =
  "repoURL repoUrl repositoryURL repositoryUrl repository repo chartRepository chartRepo helmRepository registry url".split(
    " ",
  );
/** Fields whose maps contain patterns and labels of other objects. */
export const LABEL_FIELDS: ReadonlySet<string> = new Set([
  "labels",
  "annotations",
  "matchLabels",
  "selector",
]);

const NAME = /^[a-z\d][\w.-]{0,100}$/i;
const VERSION = /^[v=<>~^ ]{0,4}(?:\d|\*$)[\w.+* ,|<>=~^-]{0,100}$/;

/** Returns the charts that the fields of a map name, and those in a map such as `chart: {name, version}`. */
export function namedChartsOf(node: DataNode): NamedChart[] {
  if (node.kind !== "map" || at(node, "sourceRef") !== undefined) return [];
  const name = textAt(node, CHART_KEYS) ?? (textAt(node, ["catalog"]) && textAt(node, APP_KEYS));
  return [
    ...chartOf(name, node),
    ...node.entries.flatMap(({ key, value }) =>
      CHART_MAPS.has(key) ? chartOf(textAt(value, ["name"]), value) : [],
    ),
  ];
}

/** Returns the charts that a document names at any depth. */
export const namedChartsBelow = (node: DataNode | undefined): NamedChart[] => [
  ...(node === undefined ? [] : namedChartsOf(node)),
  ...itemsOf(node).flatMap(namedChartsBelow),
  ...entriesOf(node).flatMap(({ key, value }) => (LABEL_FIELDS.has(key) ? [] : namedChartsBelow(value))),
];

function chartOf(name: ScalarNode | undefined, fields: DataNode): NamedChart[] {
  const version = textAt(fields, VERSION_KEYS)?.text ?? "";
  const isVersion = VERSION.test(version) || findPlaceholder(version) !== null;
  if (!name || !NAME.test(name.text) || !isVersion) return [];
  const repository = textAt(fields, REPOSITORY_KEYS)?.text ?? null;
  return [{ name: name.text, version, repository, line: name.line }];
}

function textAt(node: DataNode, keys: readonly string[]): ScalarNode | undefined {
  for (const key of keys) {
    const scalar = scalarAt(node, key);
    const text = scalar?.text.trim() ?? "";
    if (scalar && text !== "") return { ...scalar, text };
  }
  return undefined;
}

/**
 * Declares a chart by the URL of its repository. Without a URL, declares it as a chart of the repository's own organization,
 * or of the organization that the local name of its repository states, which counts only if a repository publishes it.
 */
export function namedChartDeclaration(
  { ecosystem, sourceFile }: Pick<Declaration, "ecosystem" | "sourceFile">,
  { fullPath }: RepositoryIdentity,
  { name, version, repository, line }: NamedChart,
): Declaration[] {
  const isAddress = repository !== null && /[/.:]/.test(repository);
  const url = isAddress && !repository.includes("://") ? `oci://${repository}` : repository;
  const found = url !== null && isAddress ? findChart(name, url) : undefined;
  if (isAddress && (!found || findPlaceholder(repository) !== null)) return [];
  const [owner = ""] = (repository ?? fullPath).split("/");
  return [
    {
      ecosystem,
      dependencyType: "helm_chart",
      sourceFile,
      sourceLine: line,
      rawReference: found ? `${repository?.replace(/\/{1,100}$/, "")}/${name}` : name,
      artifact: found?.artifact ?? name.toLowerCase(),
      versionConstraint: version,
      versioning: "helm",
      unbound: findPlaceholder(version),
      versionComment: null,
      lookups: found?.lookups ?? namedChartLookups(owner, name),
      evidence: { class: found ? "manifest" : "build_file", rule: `${ecosystem}.named_chart` },
      ...(found ? {} : { requiresProducer: true as const }),
    },
  ];
}
