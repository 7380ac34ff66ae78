import type { Ecosystem } from "../../ecosystem.ts";
import { claims } from "./claims.ts";
import type { KubernetesFacts } from "./facts.ts";
import { link } from "./link.ts";
import { read } from "./read.ts";

/** Manifests of Kubernetes and of what runs in it: Argo CD and Workflows, Flux, Tekton, Crossplane. */
export const kubernetes: Ecosystem<KubernetesFacts> = { id: "kubernetes", claims, read, link };
