import type { Ecosystem } from "../../ecosystem.ts";
import type { KubernetesFacts } from "./facts.ts";
import { link } from "./link.ts";
import { read } from "./read.ts";

const YAML = /\.ya?ml$/i;
const MANIFEST = [/^["']?apiVersion["']?[ \t]*:/m, /^["']?kind["']?[ \t]*:/m];
/** Without any of these a manifest takes nothing that is read here. */
const TAKES = /image|repoURL|toolkit\.fluxcd\.io|tekton\.dev|crossplane\.io/i;

/** YAML with `apiVersion` and `kind` that some manifest of this ecosystem could be, or a template of one. */
const claims = ({ path, text }: { path: string; text: string }): boolean =>
  YAML.test(path) && TAKES.test(text) && MANIFEST.every((key) => key.test(text));

/** Manifests of Kubernetes and of what runs in it: Argo CD and Workflows, Flux, Tekton, Crossplane. */
export const kubernetes: Ecosystem<KubernetesFacts> = { id: "kubernetes", claims, read, link };
