import { posix } from "node:path";
import { at, textOf, type DataNode } from "../../document/node.ts";

/** Words in the names of actions and workflows that publish. */
const PUBLISHING = /^(?:publish(?:er|ing)?|releas(?:e|es|er|ing)|goreleaser)$/;
/** Words in the names of actions, workflows and jobs that produce files. */
const PRODUCING =
  /^(?:build(?:s|er|ers|ing)?|crossbuild|compile|packag(?:e|es|er|ing)|bundle|docker|bake|kaniko|buildah|images?|containers?|oci|wheels?|cibuildwheel|maturin|binar(?:y|ies)|artifacts?|artefacts?|dist|push|deliver|delivery)$/;
/** Words in the names of actions that only prepare, check or describe. */
const ASSISTING =
  /^(?:set|setup|init|install|login|cache|check|checks|checker|verify|validate|lint|linter|test|tests|scan|scanner|draft|drafter|notes?|changelog|please|labels?|labeler|approve|comment|status|clean|cleanup|delete|prune|metadata|info|version|size|notify|trigger|wait|detect|download|upload|get|latest|report|summary|branch|branches|tag|tags|tagger|manager|dispatch|docs|pages|attest|provenance|sign|qemu|buildx)$/;

const wordsOf = (name: string): string[] => name.toLowerCase().split(/[^a-z\d]+/);

/**
 * Whether the name of an action or reusable workflow says that it produces the files that a job publishes. An action that only
 * builds counts if the name of its job or workflow says the same, because other jobs build in order to test.
 */
export function producesFiles(uses: string, context: readonly string[]): boolean {
  const [path = ""] = uses.split("@", 1);
  const words = wordsOf(posix.basename(path).replace(/\.ya?ml$/, ""));
  if (words.some((word) => ASSISTING.test(word))) return false;
  if (words.some((word) => PUBLISHING.test(word))) return true;
  return words.some((word) => PRODUCING.test(word)) && context.some(isProducing);
}

const isProducing = (name: string): boolean =>
  wordsOf(name).some((word) => PUBLISHING.test(word) || PRODUCING.test(word));

/** Returns the names that describe the purpose of a workflow or job. */
export const namesOf = (key: string, node: DataNode | undefined): string[] => [
  key,
  textOf(at(node, "name")) ?? "",
];
