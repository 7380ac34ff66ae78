import { posix } from "node:path";
import { parseHcl, type HclBlock, type HclExpression } from "../../document/hcl.ts";
import { at, entriesOf, itemsOf, textOf, type DataNode } from "../../document/node.ts";
import type { SourceFile } from "../../source-file.ts";
import { expandVariables, type Expanded } from "./expand-variables.ts";
import { emptyFacts, type DockerFacts, type DockerfileUse } from "./facts.ts";

/** The targets of a bake file in HCL or JSON. */
interface BakeFile {
  targets: BakeTarget[];
  /** The defaults of `variable` blocks. */
  variables: ReadonlyMap<string, string>;
}

interface BakeTarget {
  name: string;
  /** Returns the texts of an attribute: those in a list, and the values of a map. */
  textsAt: (attribute: string) => BakeText[];
}

interface BakeText {
  text: string;
  line: number;
}

const IMAGE_CONTEXT = "docker-image://";

/** Reads the facts of a bake file: `tags` are published, image contexts are used. Throws SyntaxProblem. */
export function readBake(file: SourceFile): DockerFacts {
  const { targets, variables } = file.path.endsWith(".json") ? readJsonTargets(file) : readHclTargets(file);
  const facts = emptyFacts("bake");
  for (const { text, line } of targets.flatMap(({ textsAt }) => textsAt("tags"))) {
    facts.builds.push({ line, text: expand(text, variables).text, rule: "docker.bake" });
  }
  for (const { text, line } of targets.flatMap(({ textsAt }) => textsAt("contexts"))) {
    if (!text.startsWith(IMAGE_CONTEXT)) continue;
    const image = expand(text.slice(IMAGE_CONTEXT.length), variables);
    facts.uses.push({ line, ...image, rule: "docker.bake_context" });
  }
  const byName = new Map(targets.map((target) => [target.name, target]));
  for (const target of targets) facts.dockerfiles.push(dockerfileOf(file.path, target, byName, variables));
  return facts;
}

/** Bounds chains of `inherits`. */
const MAX_INHERITED = 20;

/** A target inherits missing attributes. Paths are relative to the folder of the file, or to the root. */
function dockerfileOf(
  path: string,
  target: BakeTarget,
  byName: ReadonlyMap<string, BakeTarget>,
  variables: BakeFile["variables"],
): DockerfileUse {
  const chain = new Set([target]);
  for (const each of chain) {
    for (const { text } of each.textsAt("inherits").toReversed()) {
      const parent = byName.get(text);
      if (parent && chain.size < MAX_INHERITED) chain.add(parent);
    }
  }
  const find = (attribute: string): string | undefined => {
    for (const each of chain) {
      const [found] = each.textsAt(attribute);
      if (found) return expand(found.text, variables).text;
    }
    return undefined;
  };
  const dockerfile = posix.join(find("context") ?? ".", find("dockerfile") ?? "Dockerfile");
  return {
    images: target.textsAt("tags").map(({ text }) => expand(text, variables).text),
    paths: [posix.join(posix.dirname(path), dockerfile), dockerfile],
    target: find("target") ?? null,
  };
}

const expand = (text: string, variables: BakeFile["variables"]): Expanded =>
  expandVariables(text, (name) => {
    const value = variables.get(name);
    return value === undefined ? undefined : { text: value, unbound: null };
  });

function readJsonTargets(file: SourceFile): BakeFile {
  const root = file.json();
  const variables = entriesOf(at(root, "variable")).flatMap(({ key, value }) => {
    const text = textOf(at(value, "default"));
    return text === undefined ? [] : [[key, text] as const];
  });
  const targets = entriesOf(at(root, "target")).map(({ key, value }): BakeTarget => {
    const textsAt = (attribute: string): BakeText[] => {
      const node = at(value, attribute);
      const nodes = [node, ...itemsOf(node), ...entriesOf(node).map((entry) => entry.value)];
      return nodes.flatMap((each) => (each ? asText(each) : []));
    };
    return { name: key, textsAt };
  });
  return { targets, variables: new Map(variables) };
}

const asText = (node: DataNode): BakeText[] =>
  node.kind === "scalar" ? [{ text: node.text, line: node.line }] : [];

/** Reads a `docker-bake.hcl`. Function calls (`tags = concat(…)`) are ignored. */
function readHclTargets(file: SourceFile): BakeFile {
  const { blocks } = parseHcl(file);
  const targets = blocks
    .filter((block) => block.type === "target")
    .map((block) => ({
      name: block.labels[0] ?? "",
      textsAt: (attribute: string) => textsOf(valueOf(block, attribute)),
    }));
  const variables = blocks
    .filter((block) => block.type === "variable")
    .flatMap((block) =>
      textsOf(valueOf(block, "default")).map(({ text }) => [block.labels[0] ?? "", text] as const),
    );
  return { targets, variables: new Map(variables) };
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
