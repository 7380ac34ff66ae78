import {
  parseHclTemplate,
  type HclAttribute,
  type HclBlock,
  type HclBody,
  type HclExpression,
} from "../../document/hcl.ts";
import { entriesOf, itemsOf, type DataNode, type MapEntry } from "../../document/node.ts";
import { SourceFile } from "../../source-file.ts";

/** The number of labels of each block. In JSON, labels are nested keys, which only the schema distinguishes from attributes. */
const LABELS = new Map([
  ["terraform", 0],
  ["locals", 0],
  ["module", 1],
  ["variable", 1],
  ["output", 1],
]);

/** Converts Terraform's JSON syntax (`*.tf.json`) to an HCL body. Throws SyntaxProblem. */
export function readJsonSyntax(file: SourceFile): HclBody {
  const blocks = toList(file.json())
    .flatMap(entriesOf)
    .flatMap((entry) => blocksOf(entry.key, LABELS.get(entry.key), entry, []));
  return { attributes: [], blocks };
}

/** JSON allows one block or a list of blocks. */
const toList = (node: DataNode): DataNode[] => (node.kind === "list" ? itemsOf(node) : [node]);

function blocksOf(type: string, missing: number | undefined, entry: MapEntry, labels: string[]): HclBlock[] {
  if (missing === undefined) return [];
  return toList(entry.value).flatMap((node) =>
    missing > 0
      ? entriesOf(node).flatMap((inner) => blocksOf(type, missing - 1, inner, [...labels, inner.key]))
      : [{ type, labels, line: entry.line, body: bodyOf(type, node) }],
  );
}

function bodyOf(type: string, node: DataNode): HclBody {
  const isBlock = (entry: MapEntry): boolean => type === "terraform" && entry.key === "required_providers";
  const entries = entriesOf(node);
  return {
    attributes: entries.filter((entry) => !isBlock(entry)).map(attributeOf),
    blocks: entries.filter(isBlock).flatMap((entry) => blocksOf(entry.key, 0, entry, [])),
  };
}

const attributeOf = (entry: MapEntry): HclAttribute => ({
  name: entry.key,
  line: entry.line,
  value: expressionOf(entry.value),
});

function expressionOf(node: DataNode): HclExpression {
  if (node.kind === "map") return { kind: "object", line: node.line, entries: node.entries.map(attributeOf) };
  if (node.kind === "list") return { kind: "list", line: node.line, items: node.items.map(expressionOf) };
  return { kind: "template", line: node.line, parts: parseHclTemplate(new SourceFile("", node.text)) };
}
