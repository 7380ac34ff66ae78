import { scalarAt, type DataNode } from "../../document/node.ts";
import { parseImageReference } from "../../image-reference.ts";
import type { Use } from "./facts.ts";
import { findUnbound, mask } from "./placeholder.ts";
import { useOf } from "./use.ts";

export const CUSTOM_IMAGE = "kubernetes.custom_image";

/** The `image` of this very map, whatever operator reads it: only what can be nothing else, a path with a tag or digest. */
export function customImage(node: DataNode): Use[] {
  const scalar = scalarAt(node, "image");
  const text = scalar?.text.trim() ?? "";
  const isWhole = text.includes("/") && parseImageReference(mask(text))?.versionConstraint != null;
  return isWhole && findUnbound(text.slice(0, text.lastIndexOf("/"))) === null
    ? useOf("image", "custom_image", scalar)
    : [];
}
