import { at, itemsOf, textOf, type DataNode, type MapNode } from "../../document/node.ts";
import { parseReadableYaml } from "../../document/yaml.ts";
import { LABEL_FIELDS, mentionsChart, namedChartsOf } from "../../named-chart.ts";
import type { SourceFile } from "../../source-file.ts";
import { readArgo } from "./argo.ts";
import { readCrossplane } from "./crossplane.ts";
import { emptyFacts, type KubernetesFacts } from "./facts.ts";
import { readFlux } from "./flux.ts";
import { containerImages, CUSTOM_IMAGE, customImage, type Reading } from "./images.ts";
import { NO_BINDINGS, withValues, type Bindings } from "./placeholder.ts";
import { readTekton } from "./tekton.ts";
import { isManifestTemplate, templateImages } from "./template.ts";

/** The manifest that contains a node: the innermost map with `apiVersion` and `kind`. */
export interface Manifest {
  node: MapNode;
  /** The API group; `""` for the core group. */
  group: string;
  kind: string;
  bindings: Bindings;
  reading: Reading;
}

/** API groups of policies and schemas, which contain patterns of manifests, and of kustomize. */
const IGNORED_GROUPS =
  /(?:^|\.)(?:kyverno\.io|gatekeeper\.sh|apiextensions\.k8s\.io|kustomize\.config\.k8s\.io)$/;

/**
 * Reads the facts of a file with manifests. Ignores other documents. Of a template that is not valid YAML, reads only
 * images. Throws SyntaxProblem.
 */
export function read(file: SourceFile): KubernetesFacts {
  const facts = emptyFacts();
  if (isManifestTemplate(file.text)) return { ...facts, uses: templateImages(file.text) };
  const reading = {
    path: file.path,
    lines: file.text.split("\n"),
    parsed: new Set<string>(),
    hasCharts: mentionsChart(file.text),
  };
  for (const document of manifestsOf(file)) {
    const manifest = findManifest(document, NO_BINDINGS, reading);
    if (manifest) visit(document, manifest, facts);
  }
  return { ...facts, uses: distinct(facts) };
}

/** A definition of custom resources, which has no dependencies. In many repositories they are most of the YAML. */
const DEFINITION = /^apiVersion:[ \t]*["']?apiextensions\.k8s\.io\//m;
const SEPARATOR = /^(?=---(?:[ \t\r]|$))/m;

/** Returns the documents of a file, without parsing definitions of custom resources. */
function manifestsOf(file: SourceFile): DataNode[] {
  if (!DEFINITION.test(file.text)) return file.yaml();
  const parts = file.text.split(SEPARATOR).map((text) => ({ text, isLeftOut: DEFINITION.test(text) }));
  if (parts.every(({ text, isLeftOut }) => isLeftOut || /^(?:---)?\s*$/.test(text))) return [];
  const rest = parts.map(({ text, isLeftOut }) => (isLeftOut ? emptied(text) : text)).join("");
  const { documents, skipped } = parseReadableYaml(rest);
  file.skipped = skipped;
  return documents;
}

/** Keeps the separator and the number of lines. */
const emptied = (text: string): string => {
  const lines = text.replaceAll(/[^\n]+/g, "");
  return text.startsWith("---") ? `---${lines}` : lines;
};

/** Fields of a manifest that describe it or report its state. */
const SKIPPED_FIELDS = new Set(["metadata", "status"]);

/** Visits nested manifests as well, such as those in a List, in a template, or for another cluster. */
function visit(node: DataNode, outer: Manifest, facts: KubernetesFacts): void {
  for (const item of itemsOf(node)) visit(item, outer, facts);
  if (node.kind !== "map") return;
  const own = findManifest(node, outer.bindings, outer.reading);
  const manifest = own ?? outer;
  if (IGNORED_GROUPS.test(manifest.group)) return;
  if (own) {
    readFlux(own, facts);
    readCrossplane(own, facts);
  }
  facts.uses.push(
    ...containerImages(node, manifest),
    ...customImage(node),
    ...readArgo(node, manifest),
    ...readTekton(node, manifest),
  );
  if (outer.reading.hasCharts && hasNamedCharts(manifest)) facts.namedCharts.push(...namedChartsOf(node));
  for (const { key, value } of node.entries) {
    if (!LABEL_FIELDS.has(key) && (own === undefined || !SKIPPED_FIELDS.has(key)))
      visit(value, manifest, facts);
  }
}

/** Whether a manifest is a custom resource. Argo CD names the location of its charts. */
const hasNamedCharts = ({ group }: Manifest): boolean =>
  group.includes(".") && group !== "argoproj.io" && !group.endsWith(".k8s.io");

function findManifest(node: DataNode, outer: Bindings, reading: Reading): Manifest | undefined {
  const [apiVersion, kind] = [textOf(at(node, "apiVersion")), textOf(at(node, "kind"))];
  if (node.kind !== "map" || apiVersion === undefined || kind === undefined) return undefined;
  const group = apiVersion.includes("/") ? apiVersion.slice(0, apiVersion.indexOf("/")) : "";
  return { node, group, kind, bindings: withValues(outer, parameterDefaults(node, kind)), reading };
}

/** Returns the defaults of a manifest's parameters, by the names in `$(params.x)` and `${X}`. */
function parameterDefaults(manifest: DataNode, kind: string): [string, string][] {
  const spec = at(manifest, "spec");
  const isTemplate = kind === "Template";
  const declared = itemsOf(isTemplate ? at(manifest, "parameters") : at(spec, "params"));
  return declared.flatMap((parameter): [string, string][] => {
    const name = textOf(at(parameter, "name"));
    const value = textOf(at(parameter, isTemplate ? "value" : "default"));
    if (name === undefined || value === undefined || value === "") return [];
    return isTemplate
      ? [[name, value]]
      : [
          [`params.${name}`, value],
          [`inputs.params.${name}`, value],
        ];
  });
}

/** Removes duplicates caused by aliases, and custom images on a line that has another image rule. */
function distinct({ uses }: KubernetesFacts): KubernetesFacts["uses"] {
  const known = new Set(uses.filter(({ rule }) => rule !== CUSTOM_IMAGE).map(({ line }) => line));
  const own = uses.filter(({ rule, line }) => rule !== CUSTOM_IMAGE || !known.has(line));
  return [
    ...new Map(own.map((use) => [JSON.stringify([use.line, use.rule, use.text, use.chart]), use])).values(),
  ];
}
