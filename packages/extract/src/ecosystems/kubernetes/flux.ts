import { inlineValues, joinValues, openValues, type PassedValues } from "../../chart-values.ts";
import { at, entriesOf, itemsOf, scalarAt, type DataNode } from "../../document/node.ts";
import {
  boundText,
  useOf,
  type FluxChart,
  type FluxName,
  type KubernetesFacts,
  type Use,
  type Version,
} from "./facts.ts";
import { valuesImages } from "./images.ts";
import type { Manifest } from "./read.ts";

/** Adds the sources in a Flux manifest and the references to them. */
export function readFlux({ node, group, kind, reading }: Manifest, facts: KubernetesFacts): void {
  const spec = at(node, "spec");
  if (group === "source.toolkit.fluxcd.io") readSource(node, kind, spec, facts);
  else if (group === "kustomize.toolkit.fluxcd.io" && kind === "Kustomization")
    readKustomization(node, spec, facts);
  else if (group === "helm.toolkit.fluxcd.io" && kind === "HelmRelease")
    readHelmRelease(node, spec, facts, reading.path);
}

function readSource(node: DataNode, kind: string, spec: DataNode | undefined, facts: KubernetesFacts): void {
  const name = textAt(node, "metadata", "name");
  const url = scalarAt(spec, "url");
  const version = kind === "OCIRepository" ? ociVersion(at(spec, "ref")) : gitVersion(at(spec, "ref"));
  if (kind === "GitRepository") facts.uses.push(...useOf("git", "flux_git_repository", url, { version }));
  const chart = kind === "HelmChart" ? chartOf(node, spec) : null;
  const address = boundText(url) ?? "";
  if (name === null || (address === "" && !chart)) return;
  const namespace = textAt(node, "metadata", "namespace");
  facts.sources.push({ kind, namespace, name, url: address, line: url?.line ?? node.line, version, chart });
}

function readKustomization(node: DataNode, spec: DataNode | undefined, facts: KubernetesFacts): void {
  facts.sourceUses.push(...sourceUse("flux_kustomization", node, spec, "sourceRef"));
  facts.uses.push(...itemsOf(at(spec, "images")).flatMap(kustomizeImage));
}

/** `newName` replaces `name`; `newTag` or `digest` replaces the tag. */
function kustomizeImage(image: DataNode): Use[] {
  const version = boundText(scalarAt(image, "digest")) ?? boundText(scalarAt(image, "newTag"));
  return useOf("image", "flux_image", scalarAt(image, "newName") ?? scalarAt(image, "name"), {
    version: version === null ? null : { text: version, versioning: "docker" },
  });
}

function readHelmRelease(
  node: DataNode,
  spec: DataNode | undefined,
  facts: KubernetesFacts,
  path: string,
): void {
  const template = at(spec, "chart", "spec");
  const release = { name: textAt(node, "metadata", "name") ?? "", values: releaseValues(spec, path) };
  const chart = chartOf(node, template);
  const line = scalarAt(template, "chart")?.line;
  if (chart && line !== undefined) {
    const { source, ...named } = chart;
    facts.sourceUses.push({ rule: "kubernetes.flux_helm_release", line, chart: named, source, release });
  }
  const referenced = sourceUse("flux_helm_release", node, spec, "chartRef");
  facts.sourceUses.push(...referenced.map((each) => ({ ...each, release })));
  if (!chart && referenced.length === 0 && release.name !== "") facts.patches.push(release);
  facts.uses.push(...valuesImages(at(spec, "values")));
}

/** https://fluxcd.io/flux/components/helm/helmreleases/#values */
const releaseValues = (spec: DataNode | undefined, path: string): PassedValues =>
  joinValues([
    inlineValues(at(spec, "values"), path),
    ...itemsOf(at(spec, "valuesFrom")).map((each) =>
      openValues(`valuesFrom: ${textAt(each, "kind") ?? ""} ${textAt(each, "name") ?? ""}`),
    ),
  ]);

/** Returns the chart of a HelmChart, or of the chart template in a HelmRelease. */
function chartOf(node: DataNode, spec: DataNode | undefined): FluxChart | null {
  const name = textAt(spec, "chart");
  const source = sourceName(node, at(spec, "sourceRef"));
  const version = textAt(spec, "version");
  if (name === null || !source) return null;
  return { name, version: version === null ? null : { text: version, versioning: "helm" }, source };
}

function sourceUse(
  rule: string,
  node: DataNode,
  spec: DataNode | undefined,
  key: string,
): KubernetesFacts["sourceUses"] {
  const entry = entriesOf(spec).find((candidate) => candidate.key === key);
  const source = sourceName(node, entry?.value);
  return entry && source ? [{ rule: `kubernetes.${rule}`, line: entry.line, chart: null, source }] : [];
}

/** The default namespace is that of the referring manifest. */
function sourceName(node: DataNode, reference: DataNode | undefined): FluxName | undefined {
  const [kind, name] = [textAt(reference, "kind"), textAt(reference, "name")];
  const namespace = textAt(reference, "namespace") ?? textAt(node, "metadata", "namespace");
  return kind === null || name === null ? undefined : { kind, name, namespace };
}

/** Uses the same precedence as Flux. */
function gitVersion(ref: DataNode | undefined): Version | null {
  const range = textAt(ref, "semver");
  const name = textAt(ref, "commit") ?? textAt(ref, "name");
  const text = name ?? (range === null ? (textAt(ref, "tag") ?? textAt(ref, "branch")) : `semver:${range}`);
  return text === null ? null : { text, versioning: "git" };
}

function ociVersion(ref: DataNode | undefined): Version | null {
  const [digest, range, tag] = [textAt(ref, "digest"), textAt(ref, "semver"), textAt(ref, "tag")];
  if (digest === null && range !== null) return { text: range, versioning: "npm" };
  const text = digest ?? tag;
  return text === null ? null : { text, versioning: "docker" };
}

const textAt = (node: DataNode | undefined, ...keys: string[]): string | null =>
  boundText(scalarAt(node, ...keys));
