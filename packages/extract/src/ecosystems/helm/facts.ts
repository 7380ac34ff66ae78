/** What one file of this ecosystem says, as plain JSON. */
export interface HelmFacts {
  kind: FileKind;
  /** Of a Chart.yaml only. */
  chart: { name: string; version: string | null; line: number; isLibrary: boolean } | null;
  charts: ChartUse[];
  images: ImageUse[];
  /** Files of other helmfiles: `git::https://github.com/acme/deploy@helmfile.yaml?ref=v1`. */
  helmfiles: { text: string; line: number }[];
  /** The repositories that a helmfile gives names. */
  repositories: { name: string; url: string; line: number }[];
  /** Why the file could not be read; only the repository tells whether it is a chart's. */
  problem: { line: number | null; message: string } | null;
}

export type FileKind = "chart" | "requirements" | "values" | "helmfile";

export interface ChartUse {
  rule: string;
  /** The chart's name; of a release the whole chart: `acme/app`, `oci://…`, `./app`. */
  name: string;
  /** As written: `https://…`, `oci://…`, `@acme`, `file://…`; null of a release, and of what lies in `charts/`. */
  repository: string | null;
  version: string | null;
  line: number;
  repositoryLine: number;
}

export interface ImageUse {
  text: string;
  line: number;
}

export const emptyFacts = (kind: FileKind): HelmFacts => ({
  kind,
  chart: null,
  charts: [],
  images: [],
  helmfiles: [],
  repositories: [],
  problem: null,
});
