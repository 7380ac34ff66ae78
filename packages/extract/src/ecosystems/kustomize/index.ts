import type { Ecosystem } from "../../ecosystem.ts";
import { link } from "./link.ts";
import { read, type KustomizeFacts } from "./read.ts";

/** The file names that kustomize recognizes. They are case-sensitive. */
const NAMES = new Set(["kustomization.yaml", "kustomization.yml", "Kustomization"]);

export const kustomize: Ecosystem<KustomizeFacts> = {
  id: "kustomize",
  extensions: /^(?:|ya?ml)$/,
  claims: ({ path }) => NAMES.has(path.slice(path.lastIndexOf("/") + 1)),
  read,
  link,
};
