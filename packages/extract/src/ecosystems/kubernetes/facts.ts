import type { ScalarNode } from "../../document/node.ts";
import type { VersioningScheme } from "../../ecosystem.ts";
import type { PassedValues } from "../../chart-values.ts";
import type { NamedChart } from "../../named-chart.ts";
import { bind, NO_BINDINGS, type Bindings } from "./placeholder.ts";

export interface KubernetesFacts {
  uses: Use[];
  /** Charts that custom resources name. */
  namedCharts: NamedChart[];
  /** Flux sources, which other manifests of the repository refer to by name. */
  sources: FluxSource[];
  sourceUses: FluxSourceUse[];
  /** The values of HelmReleases without a chart, which patch those of the same name. */
  patches: { name: string; values: PassedValues }[];
  /** The line of `kind` in a `crossplane.yaml`. */
  packageLine: number | null;
}

/** A reference to an image, a git repository, a chart, or an entry of a Tekton hub. */
export interface Use {
  what: "image" | "git" | "chart" | "hub";
  rule: string;
  line: number;
  /** An image with tag and digest, a URL, or a name in a hub's catalog, after interpolation. */
  text: string;
  /** The name of a chart in the repository at `text`; null unless this is a chart. */
  chart: string | null;
  /** `text` is a Git repository, and `chart` the folder of a chart in it. */
  isGitChart?: true;
  /** The file of the repository at `text` that is used. Absent if this is not one file. */
  file?: string;
  /** The version in a separate field; null if it is part of `text` or missing. */
  version: Version | null;
  comment: string | null;
  /** The values that are passed to a chart. */
  values?: PassedValues;
}

export interface Version {
  text: string;
  versioning: VersioningScheme;
}

/** Identifies a Flux source, in its own manifest or in a `sourceRef`. */
export interface FluxName {
  kind: string;
  /** Null if the manifest does not specify it. */
  namespace: string | null;
  name: string;
}

export interface FluxSource extends FluxName {
  /** Empty for a HelmChart. */
  url: string;
  line: number;
  version: Version | null;
  /** The chart and source of a HelmChart, else null. */
  chart: FluxChart | null;
}

export interface FluxChart {
  name: string;
  version: Version | null;
  source: FluxName;
}

/** A reference to a source by name, in a Kustomization or a HelmRelease. */
export interface FluxSourceUse {
  rule: string;
  line: number;
  /** The chart, if it is specified together with its source. */
  chart: Omit<FluxChart, "source"> | null;
  source: FluxName;
  /** The name of a HelmRelease, and what it passes. */
  release?: { name: string; values: PassedValues };
}

export const emptyFacts = (): KubernetesFacts => ({
  uses: [],
  namedCharts: [],
  sources: [],
  sourceUses: [],
  patches: [],
  packageLine: null,
});

/** Null values in YAML. */
const NULLS = new Set(["", "null", "~"]);

interface Details extends Partial<Pick<Use, "chart" | "isGitChart" | "file" | "version" | "values">> {
  bindings?: Bindings;
}

/** Returns no use if the scalar is absent or empty. */
export function useOf(
  what: Use["what"],
  rule: string,
  scalar: ScalarNode | undefined,
  { bindings = NO_BINDINGS, chart = null, version = null, values, isGitChart, file }: Details = {},
): Use[] {
  const text = boundText(scalar, bindings);
  if (!scalar || text === null) return [];
  return [
    {
      what,
      rule: `kubernetes.${rule}`,
      line: scalar.line,
      text,
      chart,
      version: version && { ...version, text: bind(version.text, bindings) },
      comment: scalar.comment,
      ...(values && { values }),
      ...(isGitChart && { isGitChart }),
      ...(file !== undefined && { file }),
    },
  ];
}

/** Returns the interpolated text of a scalar; null if it is absent or empty. */
export function boundText(scalar: ScalarNode | undefined, bindings: Bindings = NO_BINDINGS): string | null {
  const text = scalar?.text.trim() ?? "";
  return NULLS.has(text) ? null : bind(text, bindings);
}
