import type { Ecosystem } from "../../ecosystem.ts";
import { link } from "./link.ts";
import { read, type KustomizeFacts } from "./read.ts";

const NAMES = new Set(["kustomization.yaml", "kustomization.yml", "Kustomization"]);

/** The names that kustomize itself looks for, with their case. */
const isKustomization = (path: string): boolean => NAMES.has(path.slice(path.lastIndexOf("/") + 1));

/** Kustomizations and components. */
export const kustomize: Ecosystem<KustomizeFacts> = {
  id: "kustomize",
  claims: ({ path }) => isKustomization(path),
  read,
  link,
};
