import { at, itemsOf, scalarAt, type DataNode, type ScalarNode } from "../../document/node.ts";
import { imagesOf } from "./containers.ts";
import type { Use } from "./facts.ts";
import type { Manifest } from "./read.ts";
import { useOf, wordOf } from "./use.ts";
import { embeddedImages, valuesImages, type Reading } from "./values.ts";

/** What this very map of a manifest of Argo CD, Workflows, Events or Rollouts takes. */
export function readArgo(node: DataNode, { group, kind, bindings, reading }: Manifest): Use[] {
  if (group !== "argoproj.io") return [];
  if (kind === "Application" || kind === "ApplicationSet") return sourceUses(node, reading);
  return [
    ...useOf("image", "argo_step", scalarAt(node, "container", "image"), { bindings }),
    ...useOf("image", "argo_step", scalarAt(node, "script", "image"), { bindings }),
    ...imagesOf(at(node, "sidecars"), "argo_step", bindings),
  ];
}

/** A source of an Application, or the git generator of an ApplicationSet, which calls the same field `revision`. */
function sourceUses(node: DataNode, reading: Reading): Use[] {
  const repository = scalarAt(node, "repoURL");
  if (!repository) return [];
  const revision = wordOf(scalarAt(node, "targetRevision") ?? scalarAt(node, "revision"));
  const chart = wordOf(scalarAt(node, "chart"));
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

/** `old=new:1.2` takes `new:1.2`. */
const afterEquals = (image: ScalarNode): ScalarNode => ({
  ...image,
  text: image.text.slice(image.text.lastIndexOf("=") + 1),
});
