import { guardDepth } from "../../document/guard-depth.ts";
import { findHclArgument, type HclAttribute, type HclBlock, type HclExpression } from "../../document/hcl.ts";
import type { Declaration } from "../../ecosystem.ts";
import { imageLookups, parseImageReference, splitImageReference } from "../../image-reference.ts";
import { bind, findUnbound, MARKS, restore, type Scope } from "./bind.ts";

export interface ImageUse {
  line: number;
  image: HclExpression;
}

/** `image = "…"` anywhere in a resource: in its blocks, in objects, and in the JSON that a container definition is. */
export const imageUses = (resources: readonly HclBlock[]): ImageUse[] =>
  guardDepth(() => resources.flatMap(inBlock));

const inBlock = ({ body }: HclBlock): ImageUse[] => [
  ...body.attributes.flatMap(inAttribute),
  ...body.attributes.flatMap(({ value }) => inValue(findHclArgument(value, "jsonencode"))),
  ...body.blocks.flatMap(inBlock),
];

const inAttribute = ({ name, line, value }: HclAttribute): ImageUse[] =>
  name === "image" && value.kind === "template" ? [{ line, image: value }] : inValue(value);

function inValue(value: HclExpression | undefined): ImageUse[] {
  if (value?.kind === "list") return value.items.flatMap(inValue);
  return value?.kind === "object" ? value.entries.flatMap(inAttribute) : [];
}

const HOST = /^(?:[^/]*\.[^/]*|[^/]+:\d+)\//;

/**
 * Many resources call other things images (a build environment, a disk): what counts names its registry and its
 * version. An unbound version leaves the image known.
 */
export function imageDeclaration(sourceFile: string, use: ImageUse, scope: Scope): Declaration[] {
  const written = bind(use.image, scope);
  const plain = written.text.replace(MARKS, "x");
  const { repository, versionConstraint } = splitImageReference(plain);
  if (!HOST.test(plain) || versionConstraint === null || !parseImageReference(plain)) return [];
  const name = written.text.slice(0, repository.length);
  const known = findUnbound(name, written) === null ? parseImageReference(name)?.name : undefined;
  return [
    {
      ecosystem: "terraform",
      dependencyType: "container_image",
      sourceFile,
      sourceLine: use.line,
      rawReference: restore(written.text, written),
      artifact: known ?? restore(name, written),
      versionConstraint: restore(written.text.slice(repository.length + 1), written),
      versioning: "docker",
      unbound: findUnbound(written.text, written),
      versionComment: null,
      lookups: known === undefined ? [] : imageLookups(known),
      evidence: { class: "manifest", rule: "terraform.image" },
    },
  ];
}
