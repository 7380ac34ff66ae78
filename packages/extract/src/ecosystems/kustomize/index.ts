import type { Ecosystem } from "../../ecosystem.ts";
import { isKustomization } from "./file-kind.ts";
import { link } from "./link.ts";
import { read, type KustomizeFacts } from "./read.ts";

/** Kustomizations and components. */
export const kustomize: Ecosystem<KustomizeFacts> = {
  id: "kustomize",
  claims: ({ path }) => isKustomization(path),
  read,
  link,
};
