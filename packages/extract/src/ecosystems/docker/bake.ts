import { at, entriesOf, itemsOf, textOf, type DataNode } from "../../document/node.ts";
import type { SourceFile } from "../../source-file.ts";
import { readHclTargets } from "./bake-hcl.ts";
import type { BakeTargets, BakeText } from "./bake-targets.ts";
import { expandVariables, type Expanded } from "./expand-variables.ts";
import { emptyFacts, type DockerFacts } from "./facts.ts";

const IMAGE_CONTEXT = "docker-image://";

/** A target's `tags` are what it publishes; a context of another image is what it takes. */
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
