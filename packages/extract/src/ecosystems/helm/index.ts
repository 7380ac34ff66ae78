import type { Ecosystem } from "../../ecosystem.ts";
import type { HelmFacts } from "./facts.ts";
import { findFileKind } from "./file-kind.ts";
import { link } from "./link.ts";
import { read } from "./read.ts";

/** Charts, the images in their values, and helmfiles. */
export const helm: Ecosystem<HelmFacts> = {
  id: "helm",
  claims: (file) => findFileKind(file) !== undefined,
  read,
  link,
};
