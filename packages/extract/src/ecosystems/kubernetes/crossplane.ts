import { at, entriesOf, itemsOf, scalarAt, type DataNode } from "../../document/node.ts";
import { boundText, useOf, type KubernetesFacts } from "./facts.ts";
import type { Manifest } from "./read.ts";

/** The fields that contain a dependency, by the kind of its package. */
const PACKAGE_KINDS = ["provider", "configuration", "function", "package"];

/** Adds the packages that a cluster installs, and the dependencies in a `crossplane.yaml`. */
export function readCrossplane({ node, group }: Manifest, facts: KubernetesFacts): void {
  if (group === "pkg.crossplane.io") {
    facts.uses.push(...useOf("image", "crossplane_package", scalarAt(node, "spec", "package")));
  }
  if (group !== "meta.pkg.crossplane.io") return;
  facts.packageLine ??= entriesOf(node).find(({ key }) => key === "kind")?.line ?? null;
  facts.uses.push(
    ...useOf("image", "crossplane_controller", scalarAt(node, "spec", "controller", "image")),
    ...itemsOf(at(node, "spec", "dependsOn")).flatMap(dependency),
  );
}

function dependency(entry: DataNode) {
  const version = boundText(scalarAt(entry, "version"));
  return PACKAGE_KINDS.flatMap((kind) =>
    useOf("image", "crossplane_depends_on", scalarAt(entry, kind), {
      version: version === null ? null : { text: version, versioning: "npm" },
    }),
  );
}
