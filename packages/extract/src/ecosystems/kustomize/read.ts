import { at, itemsOf, scalarAt, textOf, type DataNode } from "../../document/node.ts";
import { parseTemplatedYaml } from "../../document/templated-yaml.ts";
import { SyntaxProblem } from "../../ecosystem.ts";
import type { SourceFile } from "../../source-file.ts";

export interface KustomizeFacts {
  /** False for a Flux resource of the same kind. */
  isKustomization: boolean;
  line: number;
  /** Local and remote files and folders. */
  sources: { rule: string; text: string; line: number }[];
  images: ImageUse[];
  charts: ChartUse[];
}

export interface ImageUse {
  /** The resulting image, with its new name, tag and digest. */
  text: string;
  line: number;
  /** The image that is replaced. */
  from: string;
  /** False if the image keeps the tag and digest of the base. */
  hasVersion: boolean;
}

export interface ChartUse {
  name: string;
  repository: string;
  version: string | null;
  line: number;
  repositoryLine: number;
}

/** Fields that list files and folders, which may be URLs. */
const SOURCE_FIELDS = {
  resources: "kustomize.resource",
  bases: "kustomize.base",
  components: "kustomize.component",
  crds: "kustomize.resource",
  configurations: "kustomize.resource",
  generators: "kustomize.resource",
  transformers: "kustomize.resource",
  validators: "kustomize.resource",
};

const NOTHING = new Set(["", "null", "~"]);

/** Reads the facts of a kustomization. Throws SyntaxProblem. */
export function read(file: SourceFile): KustomizeFacts {
  const root = parseTemplatedYaml(file).find((document) => textOf(document) !== "");
  if (root && root.kind !== "map") throw new SyntaxProblem("Expected a map.", root.line);
  if (!root || !isOfKustomize(root)) {
    return { isKustomization: false, line: 1, sources: [], images: [], charts: [] };
  }
  return {
    isKustomization: true,
    line: root.line,
    sources: Object.entries(SOURCE_FIELDS).flatMap(([field, rule]) =>
      itemsOf(at(root, field)).flatMap((item) => sourceOf(item, rule)),
    ),
    images: [...itemsOf(at(root, "images")), ...itemsOf(at(root, "imageTags"))].flatMap(imageOf),
    charts: [
      ...itemsOf(at(root, "helmCharts")).flatMap((chart) => chartOf(chart, "name", "repo", "version")),
      ...itemsOf(at(root, "helmChartInflationGenerator")).flatMap((chart) =>
        chartOf(chart, "chartName", "chartRepoUrl", "chartVersion"),
      ),
    ],
  };
}

/** Both fields are optional. */
function isOfKustomize(root: DataNode): boolean {
  const [kind, version] = [textOf(at(root, "kind")), textOf(at(root, "apiVersion"))];
  return (
    (kind === undefined || kind === "Kustomization" || kind === "Component") &&
    (version === undefined || version.startsWith("kustomize.config.k8s.io/") || NOTHING.has(version))
  );
}

/** A text with several lines is an inline resource. */
function sourceOf(item: DataNode, rule: string): KustomizeFacts["sources"] {
  const text = textOf(item)?.trim() ?? "";
  return NOTHING.has(text) || text.includes("\n") ? [] : [{ rule, text, line: item.line }];
}

function imageOf(node: DataNode): KustomizeFacts["images"] {
  const [oldName, newName] = [scalarAt(node, "name"), scalarAt(node, "newName")];
  const name = newName && !NOTHING.has(newName.text) ? newName : oldName;
  if (!name || NOTHING.has(name.text)) return [];
  const [tag, digest] = [fieldOf(node, "newTag"), fieldOf(node, "digest")];
  const text = `${name.text.trim()}${tag && `:${tag}`}${digest && `@${digest}`}`;
  const from = fieldOf(node, "name") || name.text.trim();
  return [{ text, line: name.line, from, hasVersion: tag !== "" || digest !== "" }];
}

function fieldOf(node: DataNode, key: string): string {
  const text = scalarAt(node, key)?.text.trim() ?? "";
  return NOTHING.has(text) ? "" : text;
}

/** A chart without a repository is local. */
function chartOf(node: DataNode, nameKey: string, repositoryKey: string, versionKey: string): ChartUse[] {
  const name = scalarAt(node, nameKey);
  const repository = fieldOf(node, repositoryKey);
  if (!name?.text || repository === "") return [];
  return [
    {
      name: name.text.trim(),
      repository,
      version: fieldOf(node, versionKey) || null,
      line: name.line,
      repositoryLine: at(node, repositoryKey)?.line ?? name.line,
    },
  ];
}
