import type { Ecosystem } from "../../ecosystem.ts";
import type { KubernetesFacts } from "./facts.ts";
import { link } from "./link.ts";
import { read } from "./read.ts";

const YAML = /\.ya?ml$/i;
const MANIFEST = [/^["']?apiVersion["']?[ \t]*:/m, /^["']?kind["']?[ \t]*:/m];
/** Every manifest with a dependency contains one of these. */
const RELEVANT = /image|repoURL|toolkit\.fluxcd\.io|tekton\.dev|crossplane\.io/i;

const claims = ({ path, text }: { path: string; text: string }): boolean =>
  YAML.test(path) && RELEVANT.test(text) && MANIFEST.every((key) => key.test(text));

/** Manifests of Kubernetes, Argo, Flux, Tekton and Crossplane. */
export const kubernetes: Ecosystem<KubernetesFacts> = { id: "kubernetes", claims, read, link };
