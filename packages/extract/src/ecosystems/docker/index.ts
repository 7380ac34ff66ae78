import type { Ecosystem } from "../../ecosystem.ts";
import type { DockerFacts } from "./facts.ts";
import { findFileKind } from "./file-kind.ts";
import { link } from "./link.ts";
import { read } from "./read.ts";

/** Container images: Dockerfiles, compose and bake files, and the workflow steps that push. */
export const docker: Ecosystem<DockerFacts> = {
  id: "docker",
  claims: (file) => findFileKind(file) !== undefined,
  read,
  link,
};
