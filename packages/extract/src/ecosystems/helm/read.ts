import { at, entriesOf, itemsOf, scalarAt, textOf, type DataNode } from "../../document/node.ts";
import { parseTemplatedYaml } from "../../document/templated-yaml.ts";
import { SyntaxProblem } from "../../ecosystem.ts";
import type { SourceFile } from "../../source-file.ts";
import { emptyFacts, type ChartUse, type FileKind, type HelmFacts } from "./facts.ts";
import { readHelmfile } from "./helmfile.ts";
import { findImages } from "./images.ts";

/** The problem of a file that may not be a chart's is a fact: whether it is told, the repository decides. */
export function read(file: SourceFile, kind: FileKind): HelmFacts {
  try {
    return readDocuments(kind, parseTemplatedYaml(file));
  } catch (error) {
    if (!(error instanceof SyntaxProblem)) throw error;
    return { ...emptyFacts(kind), problem: { line: error.line, message: error.message } };
  }
}

function readDocuments(kind: FileKind, documents: readonly DataNode[]): HelmFacts {
  const written = documents.filter((document) => document.kind !== "scalar" || document.text !== "");
  for (const { kind: form, line } of written) {
    if (form !== "map") throw new SyntaxProblem("The file holds no map.", line);
  }
  if (kind === "helmfile") return readHelmfile(written);
  const [root] = written;
  if (kind === "values") return { ...emptyFacts(kind), images: findImages(root) };
  const charts = itemsOf(at(root, "dependencies")).flatMap(readDependency);
  return { ...emptyFacts(kind), charts, chart: kind === "chart" ? readChart(root) : null };
}

function readChart(root: DataNode | undefined): HelmFacts["chart"] {
  const name = entriesOf(root).find((entry) => entry.key === "name");
  const text = textOf(name?.value)?.trim();
  if (!name || !text) return null;
  const version = scalarAt(root, "version")?.text.trim() || null;
  return {
    name: text,
    version,
    line: name.line,
    isLibrary: scalarAt(root, "type")?.text.trim() === "library",
  };
}

function readDependency(node: DataNode): ChartUse[] {
  const name = scalarAt(node, "name");
  if (!name?.text) return [];
  const repository = scalarAt(node, "repository");
  return [
    {
      rule: "helm.dependency",
      name: name.text.trim(),
      repository: repository?.text.trim() || null,
      version: scalarAt(node, "version")?.text.trim() || null,
      line: name.line,
      repositoryLine: repository?.line ?? name.line,
    },
  ];
}
