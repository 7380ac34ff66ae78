import type { VersioningScheme } from "../../ecosystem.ts";

/** What one file of this ecosystem says, as plain JSON. */
export interface KubernetesFacts {
  uses: Use[];
  /** What other manifests of the repository may take by name. */
  sources: FluxSource[];
  sourceUses: FluxSourceUse[];
  /** The line of a Crossplane package's own manifest that says what it is. */
  packageLine: number | null;
}

/** One line that names an image, a git repository, a chart or an entry of a hub. */
export interface Use {
  what: "image" | "git" | "chart" | "hub";
  rule: string;
  line: number;
  /** An image with tag and digest, a URL, or the name in a hub's catalog, after substitution. */
  text: string;
  /** The chart's name within the repository at `text`; null of everything else. */
  chart: string | null;
  /** The version where it stands beside the text; null where it stands in it or nowhere. */
  version: Version | null;
  comment: string | null;
}

export interface Version {
  text: string;
  versioning: VersioningScheme;
}

/** The name of a Flux source, as its own manifest or a `sourceRef` gives it. */
export interface FluxName {
  kind: string;
  /** Null where the manifest leaves it to who applies it. */
  namespace: string | null;
  name: string;
}

export interface FluxSource extends FluxName {
  /** Empty of a HelmChart. */
  url: string;
  line: number;
  version: Version | null;
  /** Of a HelmChart: where it is taken from. */
  chart: FluxChart | null;
}

export interface FluxChart {
  name: string;
  version: Version | null;
  source: FluxName;
}

/** A manifest that takes from a source by its name: a Kustomization, or a release of a chart. */
export interface FluxSourceUse {
  rule: string;
  line: number;
  /** Of a chart that is named with its source. */
  chart: Omit<FluxChart, "source"> | null;
  source: FluxName;
}

export const noFacts = (): KubernetesFacts => ({ uses: [], sources: [], sourceUses: [], packageLine: null });
