import { posix } from "node:path";
import { at, entriesOf, itemsOf, scalarAt, textOf, type DataNode } from "./document/node.ts";
import type { SourceFile } from "./source-file.ts";

/** A chart that chartpress publishes, and the images that it builds for the chart. */
export interface PressedChart {
  name: string;
  line: number;
  /** The URL of the chart repository, or null if none is stated. */
  published: string | null;
  images: { name: string; line: number; dockerfile: string }[];
}

const CHARTPRESS = /(?:^|\/)chartpress\.ya?ml$/;

export const isChartpress = (path: string): boolean => CHARTPRESS.test(path);

/** Reads a `chartpress.yaml` (https://github.com/jupyterhub/chartpress). Throws SyntaxProblem. */
export function readChartpress(file: SourceFile): PressedChart[] {
  const folder = posix.dirname(file.path);
  return itemsOf(at(file.yaml()[0], "charts")).flatMap((chart) => {
    const name = scalarAt(chart, "name");
    if (!name) return [];
    const prefix = textOf(at(chart, "imagePrefix")) ?? "";
    const images = entriesOf(at(chart, "images")).map(({ key, line, value }) => ({
      name: textOf(at(value, "imageName")) ?? prefix + key,
      line,
      dockerfile: posix.join(folder, dockerfileOf(key, value)),
    }));
    return [{ name: name.text, line: name.line, published: publishedAt(chart), images }];
  });
}

/** Without a URL, the charts are on the pages of the repository that they are pushed to. */
function publishedAt(chart: DataNode): string | null {
  const published = textOf(at(chart, "repo", "published"));
  if (published !== undefined) return published;
  const { owner, name } =
    /^(?<owner>[\w.-]+)\/(?<name>[\w.-]+)$/.exec(textOf(at(chart, "repo", "git")) ?? "")?.groups ?? {};
  return owner === undefined ? null : `https://${owner}.github.io/${name}`;
}

const dockerfileOf = (key: string, image: DataNode): string =>
  textOf(at(image, "dockerfilePath")) ??
  posix.join(textOf(at(image, "contextPath")) ?? `images/${key}`, "Dockerfile");
