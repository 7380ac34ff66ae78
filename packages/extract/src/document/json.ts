import { parseTree, printParseErrorCode, type Node, type ParseError } from "jsonc-parser";
import { SyntaxProblem } from "../ecosystem.ts";
import type { SourceFile } from "../source-file.ts";
import { guardDepth, checkDepth, type DataNode, type MapEntry } from "./node.ts";

/** Parses JSON with comments and trailing commas. Throws SyntaxProblem. */
export function parseJson(file: SourceFile): DataNode {
  const errors: ParseError[] = [];
  const root = guardDepth(() => parseTree(file.text, errors, { allowTrailingComma: true }));
  const error = errors[0];
  if (error)
    throw new SyntaxProblem(`Invalid JSON: ${printParseErrorCode(error.error)}.`, file.lineAt(error.offset));
  if (!root) throw new SyntaxProblem("Invalid JSON: the file is empty.", 1);
  return guardDepth(() => convert(file, root, 0));
}

function convert(file: SourceFile, node: Node, depth: number): DataNode {
  const line = file.lineAt(node.offset);
  checkDepth(depth, line);
  const children = node.children ?? [];
  if (node.type === "object") {
    return { kind: "map", line, entries: children.flatMap((property) => entry(file, property, depth)) };
  }
  if (node.type === "array") {
    return { kind: "list", line, items: children.map((child) => convert(file, child, depth + 1)) };
  }
  return { kind: "scalar", line, text: scalarText(file, node), comment: null };
}

function entry(file: SourceFile, property: Node, depth: number): MapEntry[] {
  const [key, value] = property.children ?? [];
  if (!key || !value) return [];
  return [{ key: String(key.value), line: file.lineAt(key.offset), value: convert(file, value, depth + 1) }];
}

/** Unescapes strings. `null` becomes empty, numbers stay as written. */
function scalarText(file: SourceFile, node: Node): string {
  if (node.type === "string") return String(node.value);
  return node.type === "null" ? "" : file.text.slice(node.offset, node.offset + node.length);
}
