import { parseHcl, type HclBlock, type HclExpression } from "../../document/hcl.ts";
import type { SourceFile } from "../../source-file.ts";
import type { BakeTargets, BakeText } from "./bake-targets.ts";

/** A `docker-bake.hcl`. What functions compute (`tags = concat(…)`) stays unread. Throws SyntaxProblem. */
export function readHclTargets(file: SourceFile): BakeTargets {
  const { blocks } = parseHcl(file);
  const targets = blocks.filter((block) => block.type === "target");
  const variables = blocks
    .filter((block) => block.type === "variable")
    .flatMap((block) =>
      textsOf(valueOf(block, "default")).map(({ text }) => [block.labels[0] ?? "", text] as const),
    );
  return {
    tags: targets.flatMap((target) => textsOf(valueOf(target, "tags"))),
    contexts: targets.flatMap((target) => textsOf(valueOf(target, "contexts"))),
    variables: new Map(variables),
  };
}

const valueOf = (block: HclBlock, name: string): HclExpression | undefined =>
  block.body.attributes.find((attribute) => attribute.name === name)?.value;

/** The strings of a string, a list or an object, with `${…}` as written. */
function textsOf(value: HclExpression | undefined): BakeText[] {
  if (value?.kind === "list") return value.items.flatMap(textsOf);
  if (value?.kind === "object") return value.entries.flatMap((entry) => textsOf(entry.value));
  if (value?.kind !== "template") return [];
  const parts = value.parts.map((part) => ("literal" in part ? part.literal : `\${${part.code.trim()}}`));
  return [{ text: parts.join(""), line: value.line }];
}
