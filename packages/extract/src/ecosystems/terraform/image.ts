import { guardDepth } from "../../document/node.ts";
import { findHclArgument, type HclAttribute, type HclBlock, type HclExpression } from "../../document/hcl.ts";
import type { Declaration } from "../../ecosystem.ts";
import { imageLookups, parseImageReference, splitImageReference } from "../../image-reference.ts";
import { bind, findUnbound, PLACEHOLDERS, restore, type Scope } from "./bind.ts";

export interface ImageUse {
  line: number;
  image: HclExpression;
}

/** Returns every `image = "…"` in a resource: in its blocks, in objects, and in `jsonencode({ … })`. */
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
 * Requires a registry and a version because `image` can also be a build environment or a disk. An image with an unbound
 * version is still looked up.
 */
export function imageDeclaration(sourceFile: string, use: ImageUse, scope: Scope): Declaration[] {
  const bound = bind(use.image, scope);
  const plain = bound.text.replace(PLACEHOLDERS, "x");
  const { repository, versionConstraint } = splitImageReference(plain);
  if (!HOST.test(plain) || versionConstraint === null || !parseImageReference(plain)) return [];
  const name = bound.text.slice(0, repository.length);
  const known = findUnbound(name, bound) === null ? parseImageReference(name)?.name : undefined;
  return [
    {
      ecosystem: "terraform",
      dependencyType: "container_image",
      sourceFile,
      sourceLine: use.line,
      rawReference: restore(bound.text, bound),
      artifact: known ?? restore(name, bound),
      versionConstraint: restore(bound.text.slice(repository.length + 1), bound),
      versioning: "docker",
      unbound: findUnbound(bound.text, bound),
      versionComment: null,
      lookups: known === undefined ? [] : imageLookups(known),
      evidence: { class: "manifest", rule: "terraform.image" },
    },
  ];
}
