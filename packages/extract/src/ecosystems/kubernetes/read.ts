import { at, itemsOf, textOf, type DataNode, type MapNode } from "../../document/node.ts";
import type { SourceFile } from "../../source-file.ts";
import { readArgo } from "./argo.ts";
import { containerImages } from "./containers.ts";
import { CUSTOM_IMAGE, customImage } from "./custom-image.ts";
import { readCrossplane } from "./crossplane.ts";
import { noFacts, type KubernetesFacts } from "./facts.ts";
import { readFlux } from "./flux.ts";
import { NO_BINDINGS, within, type Bindings } from "./placeholder.ts";
import { readTekton } from "./tekton.ts";
import { isManifestTemplate, templateImages } from "./template.ts";
import type { Reading } from "./values.ts";

/** The manifest that a node is part of: the innermost map with `apiVersion` and `kind`. */
export interface Manifest {
  node: MapNode;
  /** Empty for the core group. */
  group: string;
  kind: string;
  bindings: Bindings;
  reading: Reading;
}

/** Policies hold patterns of manifests, schemas what manifests may hold, and both hold no use. */
const WITHOUT_USES =
  /(?:^|\.)(?:kyverno\.io|gatekeeper\.sh|apiextensions\.k8s\.io|kustomize\.config\.k8s\.io)$/;

/**
 * Facts of one file of manifests; its documents of other kinds are passed over. Of what a template engine has yet to make
 * into YAML, only images. Throws SyntaxProblem.
 */
export function read(file: SourceFile): KubernetesFacts {
  const facts = noFacts();
  if (isManifestTemplate(file.text)) return { ...facts, uses: templateImages(file.text) };
  const reading = { lines: file.text.split("\n"), parsed: new Set<string>() };
  for (const document of file.yaml()) {
    const manifest = findManifest(document, NO_BINDINGS, reading);
    if (manifest) visit(document, manifest, facts);
  }
  return { ...facts, uses: distinct(facts) };
}

/** What a manifest says of itself, and what a cluster says of it. */
const WITHOUT_IMAGES = new Set(["metadata", "status"]);

/** Manifests lie within others: in a List, in a template, in what another cluster is to run. */
function visit(node: DataNode, outer: Manifest, facts: KubernetesFacts): void {
  for (const item of itemsOf(node)) visit(item, outer, facts);
  if (node.kind !== "map") return;
  const own = findManifest(node, outer.bindings, outer.reading);
  const manifest = own ?? outer;
  if (WITHOUT_USES.test(manifest.group)) return;
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
  for (const { key, value } of node.entries) {
    if (own === undefined || !WITHOUT_IMAGES.has(key)) visit(value, manifest, facts);
  }
}

function findManifest(node: DataNode, outer: Bindings, reading: Reading): Manifest | undefined {
  const [apiVersion, kind] = [textOf(at(node, "apiVersion")), textOf(at(node, "kind"))];
  if (node.kind !== "map" || apiVersion === undefined || kind === undefined) return undefined;
  const group = apiVersion.includes("/") ? apiVersion.slice(0, apiVersion.indexOf("/")) : "";
  return { node, group, kind, bindings: within(outer, parameters(node, kind)), reading };
}

/** The values that a manifest's own parameters have unless somebody says otherwise, as `$(params.x)` or `${X}` asks for them. */
function parameters(manifest: DataNode, kind: string): [string, string][] {
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

/** An anchor that several manifests share is written once; an image that a kind is known for is no custom one. */
function distinct({ uses }: KubernetesFacts): KubernetesFacts["uses"] {
  const known = new Set(uses.filter(({ rule }) => rule !== CUSTOM_IMAGE).map(({ line }) => line));
  const own = uses.filter(({ rule, line }) => rule !== CUSTOM_IMAGE || !known.has(line));
  return [
    ...new Map(own.map((use) => [JSON.stringify([use.line, use.rule, use.text, use.chart]), use])).values(),
  ];
}
