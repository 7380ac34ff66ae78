import { at, entriesOf, itemsOf, scalarAt, type DataNode } from "../../document/node.ts";
import type { KubernetesFacts } from "./facts.ts";
import type { Manifest } from "./read.ts";
import { useOf, wordOf } from "./use.ts";

/** The fields in which a package names another, each by its kind. */
const PACKAGE_KINDS = ["provider", "configuration", "function", "package"];

/** Packages that a cluster installs, and the dependencies of a package (`crossplane.yaml`). */
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
  const version = wordOf(scalarAt(entry, "version"));
  return PACKAGE_KINDS.flatMap((kind) =>
    useOf("image", "crossplane_depends_on", scalarAt(entry, kind), {
      version: version === null ? null : { text: version, versioning: "npm" },
    }),
  );
}
