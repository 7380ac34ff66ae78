import { at, itemsOf, scalarAt, type DataNode, type ScalarNode } from "../../document/node.ts";
import { boundText, useOf, type Use } from "./facts.ts";
import { embeddedImages, imagesOf, valuesImages, type Reading } from "./images.ts";
import type { Manifest } from "./read.ts";

/** Returns the uses in one map of an Argo CD, Workflows, Events or Rollouts manifest. */
export function readArgo(node: DataNode, { group, kind, bindings, reading }: Manifest): Use[] {
  if (group !== "argoproj.io") return [];
  if (kind === "Application" || kind === "ApplicationSet") return sourceUses(node, reading);
  return [
    ...useOf("image", "argo_step", scalarAt(node, "container", "image"), { bindings }),
    ...useOf("image", "argo_step", scalarAt(node, "script", "image"), { bindings }),
    ...imagesOf(at(node, "sidecars"), "argo_step", bindings),
  ];
}

/** Reads a source of an Application, or the git generator of an ApplicationSet, whose field is `revision`. */
function sourceUses(node: DataNode, reading: Reading): Use[] {
  const repository = scalarAt(node, "repoURL");
  if (!repository) return [];
  const revision = boundText(scalarAt(node, "targetRevision") ?? scalarAt(node, "revision"));
  const chart = boundText(scalarAt(node, "chart"));
  const images = itemsOf(at(node, "kustomize", "images")).flatMap((image) =>
    image.kind === "scalar" ? useOf("image", "argocd_kustomize_image", afterEquals(image)) : [],
  );
  const helm = at(node, "helm");
  return [
    ...sourceUse(repository, chart, revision),
    ...images,
    ...valuesImages(at(helm, "valuesObject")),
    ...embeddedImages(scalarAt(helm, "values"), reading),
  ];
}

function sourceUse(repository: ScalarNode, chart: string | null, revision: string | null): Use[] {
  const isOci = /^oci:\/\//i.test(repository.text.trim());
  if (chart !== null) {
    const version = revision === null ? null : { text: revision, versioning: "helm" as const };
    return useOf("chart", "argocd_chart", repository, { chart, version });
  }
  const version =
    revision === null ? null : { text: revision, versioning: isOci ? ("docker" as const) : ("git" as const) };
  return useOf(isOci ? "image" : "git", isOci ? "argocd_oci" : "argocd_source", repository, { version });
}

/** Returns `new:1.2` for `old=new:1.2`. */
const afterEquals = (image: ScalarNode): ScalarNode => ({
  ...image,
  text: image.text.slice(image.text.lastIndexOf("=") + 1),
});
