import { invalidSyntax, type Declaration, type Problem } from "../../ecosystem.ts";
import { imageLookups, parseImageReference, splitImageReference } from "../../image-reference.ts";
import type { ImageUse } from "./facts.ts";

/** Undefined when the text is no image reference. An unbound tag leaves the image known; an unbound name does not. */
export function findDeclaration(file: string, use: ImageUse): Declaration | undefined {
  if (use.unbound === null && !parseImageReference(use.text)) return undefined;
  const { repository, versionConstraint } = splitImageReference(use.text);
  const name = parseImageReference(repository)?.name;
  return {
    ecosystem: "docker",
    dependencyType: "container_image",
    sourceFile: file,
    sourceLine: use.line,
    rawReference: use.text,
    artifact: name ?? repository,
    versionConstraint,
    versioning: "docker",
    unbound: use.unbound,
    versionComment: null,
    lookups: name === undefined ? [] : imageLookups(name),
    evidence: { class: "manifest", rule: use.rule },
  };
}

export const notAnImage = (file: string, { text, line }: ImageUse): Problem =>
  invalidSyntax("docker", file, { line, message: `"${text.slice(0, 80)}" is no image reference.` });
