import { at, itemsOf, scalarAt, textOf, type DataNode } from "../../document/node.ts";
import { emptyFacts, type ChartUse, type HelmFacts } from "./facts.ts";
import { findInlineImages } from "./images.ts";

/** The parts of a helmfile, which may be several documents, share their repositories. */
export function readHelmfile(documents: readonly DataNode[]): HelmFacts {
  const releases = documents.flatMap((document) => [
    ...itemsOf(at(document, "releases")),
    ...templatesOf(document),
  ]);
  return {
    ...emptyFacts("helmfile"),
    charts: releases.flatMap((release) => [
      ...readRelease(release, "helm.release"),
      ...itemsOf(at(release, "dependencies")).flatMap((each) => readRelease(each, "helm.release_dependency")),
    ]),
    images: releases.flatMap((release) => findInlineImages(at(release, "values"))),
    helmfiles: documents.flatMap((document) =>
      ["helmfiles", "bases"].flatMap((key) => itemsOf(at(document, key)).flatMap(readPath)),
    ),
    repositories: documents.flatMap((document) =>
      itemsOf(at(document, "repositories")).flatMap(readRepository),
    ),
  };
}

/** What releases inherit. */
function templatesOf(document: DataNode): DataNode[] {
  const templates = at(document, "templates");
  return templates?.kind === "map" ? templates.entries.map(({ value }) => value) : [];
}

function readRelease(node: DataNode, rule: string): ChartUse[] {
  const chart = scalarAt(node, "chart");
  if (!chart?.text) return [];
  const version = scalarAt(node, "version")?.text.trim() || null;
  const { line } = chart;
  return [{ rule, name: chart.text.trim(), repository: null, version, line, repositoryLine: line }];
}

function readPath(node: DataNode): HelmFacts["helmfiles"] {
  const path = node.kind === "scalar" ? node : scalarAt(node, "path");
  return path && path.text !== "" ? [{ text: path.text.trim(), line: path.line }] : [];
}

function readRepository(node: DataNode): HelmFacts["repositories"] {
  const [name, address] = [textOf(at(node, "name")), scalarAt(node, "url")];
  const url = address?.text.trim();
  if (!name || !address || !url) return [];
  const isRegistry = textOf(at(node, "oci")) === "true" && !url.includes("://");
  return [{ name, url: isRegistry ? `oci://${url}` : url, line: address.line }];
}
