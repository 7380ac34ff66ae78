import { parseHcl, type HclBlock, type HclExpression } from "../../document/hcl.ts";
import { at, entriesOf, itemsOf, textOf, type DataNode } from "../../document/node.ts";
import type { SourceFile } from "../../source-file.ts";
import { expandVariables, type Expanded } from "./expand-variables.ts";
import { emptyFacts, type DockerFacts } from "./facts.ts";

/** The targets of a bake file in HCL or JSON. */
interface BakeTargets {
  tags: BakeText[];
  contexts: BakeText[];
  /** The defaults of `variable` blocks. */
  variables: ReadonlyMap<string, string>;
}

interface BakeText {
  text: string;
  line: number;
}

const IMAGE_CONTEXT = "docker-image://";

/** Reads the facts of a bake file: `tags` are published, image contexts are used. Throws SyntaxProblem. */
export function readBake(file: SourceFile): DockerFacts {
  const { tags, contexts, variables } = file.path.endsWith(".json")
    ? readJsonTargets(file)
    : readHclTargets(file);
  const facts = emptyFacts("bake");
  for (const { text, line } of tags) {
    facts.builds.push({ line, text: expand(text, variables).text, rule: "docker.bake" });
  }
  for (const { text, line } of contexts) {
    if (!text.startsWith(IMAGE_CONTEXT)) continue;
    const image = expand(text.slice(IMAGE_CONTEXT.length), variables);
    facts.uses.push({ line, ...image, rule: "docker.bake_context" });
  }
  return facts;
}

const expand = (text: string, variables: BakeTargets["variables"]): Expanded =>
  expandVariables(text, (name) => {
    const value = variables.get(name);
    return value === undefined ? undefined : { text: value, unbound: null };
  });

function readJsonTargets(file: SourceFile): BakeTargets {
  const root = file.json();
  const targets = entriesOf(at(root, "target")).map((target) => target.value);
  const variables = entriesOf(at(root, "variable")).flatMap(({ key, value }) => {
    const text = textOf(at(value, "default"));
    return text === undefined ? [] : [[key, text] as const];
  });
  return {
    tags: targets.flatMap((target) => itemsOf(at(target, "tags")).flatMap(asText)),
    contexts: targets.flatMap((target) =>
      entriesOf(at(target, "contexts")).flatMap((context) => asText(context.value)),
    ),
    variables: new Map(variables),
  };
}

const asText = (node: DataNode): BakeText[] =>
  node.kind === "scalar" ? [{ text: node.text, line: node.line }] : [];

/** Reads a `docker-bake.hcl`. Function calls (`tags = concat(…)`) are ignored. */
function readHclTargets(file: SourceFile): BakeTargets {
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

/** Returns the strings in a string, a list or an object, with `${…}` as written. */
function textsOf(value: HclExpression | undefined): BakeText[] {
  if (value?.kind === "list") return value.items.flatMap(textsOf);
  if (value?.kind === "object") return value.entries.flatMap((entry) => textsOf(entry.value));
  if (value?.kind !== "template") return [];
  const parts = value.parts.map((part) => ("literal" in part ? part.literal : `\${${part.code.trim()}}`));
  return [{ text: parts.join(""), line: value.line }];
}
