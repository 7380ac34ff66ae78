import {
  embeddedValues,
  inlineValues,
  joinValues,
  noValues,
  openValues,
  setValue,
  type PassedValues,
} from "../../chart-values.ts";
import { at, itemsOf, scalarAt, textOf, type DataNode, type ScalarNode } from "../../document/node.ts";
import { boundText, useOf, type Use } from "./facts.ts";
import { embeddedImages, imagesOf, valuesImages, type Reading } from "./images.ts";
import type { Manifest } from "./read.ts";

/** Returns the uses in one map of an Argo CD, Workflows, Events or Rollouts manifest. */
export function readArgo(node: DataNode, manifest: Manifest): Use[] {
  const { group, kind, bindings } = manifest;
  if (group !== "argoproj.io") return [];
  if (kind === "Application" || kind === "ApplicationSet") return sourceUses(node, manifest);
  return [
    ...useOf("image", "argo_step", scalarAt(node, "container", "image"), { bindings }),
    ...useOf("image", "argo_step", scalarAt(node, "script", "image"), { bindings }),
    ...imagesOf(at(node, "sidecars"), "argo_step", bindings),
  ];
}

/** Reads a source of an Application, or the git generator of an ApplicationSet, whose field is `revision`. */
function sourceUses(node: DataNode, manifest: Manifest): Use[] {
  const repository = scalarAt(node, "repoURL");
  if (!repository) return [];
  const revision = boundText(scalarAt(node, "targetRevision") ?? scalarAt(node, "revision"));
  const chart = boundText(scalarAt(node, "chart"));
  const images = itemsOf(at(node, "kustomize", "images")).flatMap((image) =>
    image.kind === "scalar" ? useOf("image", "argocd_kustomize_image", afterEquals(image)) : [],
  );
  const helm = at(node, "helm");
  const values = helm || chart !== null ? chartValues(helm, manifest) : undefined;
  const folder = boundText(scalarAt(node, "path"));
  return [
    ...sourceUse(repository, { chart, folder, revision, values }),
    ...images,
    ...valuesImages(at(helm, "valuesObject")),
    ...embeddedImages(scalarAt(helm, "values"), manifest.reading),
  ];
}

/** https://argo-cd.readthedocs.io/en/stable/user-guide/helm/ */
function chartValues(helm: DataNode | undefined, { node: application, reading }: Manifest): PassedValues {
  const text = scalarAt(helm, "values");
  return joinValues([
    inlineValues(at(helm, "valuesObject"), reading.path),
    ...(text ? [embeddedValues(text.text, blockLine(text, reading), reading.path)] : []),
    ...itemsOf(at(helm, "parameters")).map((item) => setValue(scalarAt(item, "name"), reading.path)),
    ...itemsOf(at(helm, "fileParameters")).map((item) => setValue(scalarAt(item, "name"), reading.path)),
    ...itemsOf(at(helm, "valueFiles")).map((item) => valuesFile(textOf(item) ?? "", application)),
  ]);
}

/** Returns the line before the first line of a text: that of its key if it is a block scalar. */
const blockLine = ({ text, line }: ScalarNode, { lines }: Reading): number =>
  lines[line]?.trim() === text.split("\n", 1)[0]?.trim() ? line : line - 1;

/** `$values/apps/web.yaml` is a file of the source with `ref: values`. Other paths are files of the chart. */
function valuesFile(text: string, application: DataNode): PassedValues {
  const [, name, path] = /^\$([\w-]+)\/(.+)$/.exec(text) ?? [];
  if (name === undefined || path === undefined)
    return text.includes("://") ? openValues("A values file is remote") : noValues();
  if (path.includes("{{") || path.includes("$")) return openValues("The name of a values file is computed");
  const spec = [at(application, "spec"), at(application, "spec", "template", "spec")];
  const sources = spec.flatMap((each) => itemsOf(at(each, "sources")));
  const source = sources.find((each) => textOf(at(each, "ref")) === name);
  return { ...noValues(), files: [`${textOf(at(source, "repoURL")) ?? ""}\0${path}`] };
}

/** A folder with Helm's options is a chart. */
function sourceUse(
  repository: ScalarNode,
  {
    chart,
    folder,
    revision,
    values,
  }: {
    chart: string | null;
    folder: string | null;
    revision: string | null;
    values: PassedValues | undefined;
  },
): Use[] {
  const isOci = /^oci:\/\//i.test(repository.text.trim());
  if (chart !== null) {
    const version = revision === null ? null : { text: revision, versioning: "helm" as const };
    return useOf("chart", "argocd_chart", repository, { chart, version, ...(values && { values }) });
  }
  const version =
    revision === null ? null : { text: revision, versioning: isOci ? ("docker" as const) : ("git" as const) };
  if (values && folder !== null && !isOci)
    return useOf("chart", "argocd_source", repository, { chart: folder, isGitChart: true, version, values });
  return useOf(isOci ? "image" : "git", isOci ? "argocd_oci" : "argocd_source", repository, { version });
}

/** Returns `new:1.2` for `old=new:1.2`. */
const afterEquals = (image: ScalarNode): ScalarNode => ({
  ...image,
  text: image.text.slice(image.text.lastIndexOf("=") + 1),
});
