import { entriesOf, itemsOf, scalarAt, type DataNode } from "../../document/node.ts";
import type { Use } from "./facts.ts";
import type { Manifest } from "./read.ts";
import { useOf } from "./use.ts";

/** Lists of containers, whatever kind of manifest has them: a pod's template has the same form in all of them. */
export const CONTAINERS: ReadonlyMap<string, string> = new Map([
  ["containers", "container"],
  ["initContainers", "init_container"],
  ["ephemeralContainers", "ephemeral_container"],
]);

/** The images that the lists of this very map name. */
export const containerImages = (node: DataNode, { bindings }: Manifest): Use[] =>
  entriesOf(node).flatMap(({ key, value }) => {
    const rule = CONTAINERS.get(key);
    if (rule !== undefined) return imagesOf(value, rule, bindings);
    return key === "volumes"
      ? itemsOf(value).flatMap((volume) =>
          useOf("image", "image_volume", scalarAt(volume, "image", "reference"), { bindings }),
        )
      : [];
  });

/** The images of a list of containers or steps. */
export const imagesOf = (list: DataNode | undefined, rule: string, bindings: Manifest["bindings"]): Use[] =>
  itemsOf(list).flatMap((container) => useOf("image", rule, scalarAt(container, "image"), { bindings }));
