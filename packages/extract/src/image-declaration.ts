import { findPlaceholder } from "./document/templated-yaml.ts";
import type { Declaration } from "./ecosystem.ts";
import { imageLookups, parseImageReference, splitImageReference } from "./image-reference.ts";

/** Longer texts are no image references. */
const MAX_LENGTH = 1024;

/**
 * The declaration of an image that a manifest with templates names. Undefined when the text is no image reference. An
 * unbound tag leaves the image known; an unbound name does not.
 */
export function imageDeclaration(
  from: Pick<Declaration, "ecosystem" | "sourceFile" | "sourceLine"> & { rule: string },
  text: string,
): Declaration | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const unbound = findPlaceholder(text);
  if (unbound === null && !parseImageReference(text)) return undefined;
  const nameLength = splitImageReference(withoutPunctuation(text)).repository.length;
  const written = text.slice(0, nameLength);
  const name = findPlaceholder(written) === null ? parseImageReference(written)?.name : undefined;
  if (name === undefined && findPlaceholder(written) === null) return undefined;
  return {
    ecosystem: from.ecosystem,
    dependencyType: "container_image",
    sourceFile: from.sourceFile,
    sourceLine: from.sourceLine,
    rawReference: text,
    artifact: name ?? written,
    versionConstraint: text.slice(nameLength + 1) || null,
    versioning: "docker",
    unbound,
    versionComment: null,
    lookups: name === undefined ? [] : imageLookups(name),
    evidence: { class: "manifest", rule: from.rule },
  };
}

/** The punctuation within `{{ … }}` divides nothing. */
const withoutPunctuation = (text: string): string =>
  text.replace(/\{\{[^{}]*\}\}/g, (template) => "_".repeat(template.length));
