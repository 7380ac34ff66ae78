import { parseHcl, type HclBlock, type HclBody, type HclExpression } from "../../document/hcl.ts";
import {
  at,
  entriesOf,
  itemsOf,
  scalarAt,
  textOf,
  type DataNode,
  type ScalarNode,
} from "../../document/node.ts";
import type { SourceFile } from "../../source-file.ts";
import { emptyFacts, type PublishedBox, type VagrantFacts } from "./facts.ts";

/** Post-processors that upload a box to a registry. */
const UPLOADS = new Set(["vagrant-cloud", "vagrant-registry"]);
const USER_VARIABLE = /\{\{\s*user\s+[`"](?<name>[^`"{}]+)[`"]\s*\}\}/g;

/** Whether a JSON file is a template that publishes a box. */
export const isTemplate = (text: string): boolean =>
  text.includes('"box_tag"') && text.includes('"post-processors"');

/** Reads a template in the legacy JSON format. Throws SyntaxProblem. */
export function readJsonTemplate(file: SourceFile): VagrantFacts {
  const document = file.json();
  const variables = new Map(
    entriesOf(at(document, "variables")).map(({ key, value }) => [key, textOf(value) ?? ""]),
  );
  const literal = ({ line, text }: ScalarNode): HclExpression => ({
    kind: "template",
    line,
    parts: [
      {
        literal: text.replace(USER_VARIABLE, (written, name: string) => variables.get(name) || written),
      },
    ],
  });
  const published = itemsDeep(at(document, "post-processors")).flatMap((item): PublishedBox[] => {
    const tag = scalarAt(item, "box_tag");
    const version = scalarAt(item, "version");
    if (!tag || !UPLOADS.has(textOf(at(item, "type")) ?? "")) return [];
    return [{ line: tag.line, tag: literal(tag), version: version ? literal(version) : null }];
  });
  return { ...emptyFacts(), published };
}

/** Post-processors may be in nested lists. */
const itemsDeep = (node: DataNode | undefined): DataNode[] =>
  itemsOf(node).flatMap((item) => (item.kind === "list" ? itemsDeep(item) : [item]));

/** Reads a template in HCL. Throws SyntaxProblem. */
export function readHclTemplate(file: SourceFile): VagrantFacts {
  const { blocks } = parseHcl(file);
  return {
    ...emptyFacts(),
    published: blocks.flatMap((block) => (block.type === "build" ? publishedIn(block.body) : [])),
    names: blocks.flatMap(namesIn),
  };
}

const publishedIn = ({ blocks }: HclBody): PublishedBox[] =>
  blocks.flatMap(({ type, labels, body }) => {
    if (type === "post-processors") return publishedIn(body);
    const tag = valueOf(body, "box_tag");
    if (type !== "post-processor" || !UPLOADS.has(labels[0] ?? "") || !tag) return [];
    return [{ line: tag.line, tag, version: valueOf(body, "version") ?? null }];
  });

const valueOf = ({ attributes }: HclBody, name: string): HclExpression | undefined =>
  attributes.find((attribute) => attribute.name === name)?.value;

/** `variable "x" { default = … }`, `locals { x = … }` and `local "x" { expression = … }`. */
function namesIn({ type, labels: [label = ""], body, line }: HclBlock): VagrantFacts["names"] {
  if (type === "locals") return body.attributes.map((each) => ({ ...each, name: `local.${each.name}` }));
  if (type !== "variable" && type !== "local") return [];
  const value = valueOf(body, type === "variable" ? "default" : "expression");
  return value ? [{ name: `${type === "variable" ? "var" : "local"}.${label}`, line, value }] : [];
}
