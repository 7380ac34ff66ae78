import { parseTree, printParseErrorCode, type Node, type ParseError } from "jsonc-parser";
import { SyntaxProblem } from "../ecosystem.ts";
import type { SourceFile } from "../source-file.ts";
import { guardDepth } from "./guard-depth.ts";
import type { DataNode } from "./node.ts";

/** One JSON value, with comments and trailing commas allowed. Throws SyntaxProblem. */
export function parseJson(file: SourceFile): DataNode {
  const errors: ParseError[] = [];
  const root = guardDepth(() => parseTree(file.text, errors, { allowTrailingComma: true }));
  const error = errors[0];
  if (error)
    throw new SyntaxProblem(`Invalid JSON: ${printParseErrorCode(error.error)}.`, file.lineAt(error.offset));
  if (!root) throw new SyntaxProblem("Invalid JSON: the file is empty.", 1);
  return guardDepth(() => convert(file, root));
}

function convert(file: SourceFile, node: Node): DataNode {
  const line = file.lineAt(node.offset);
  if (node.type === "array") {
    return { kind: "list", line, items: (node.children ?? []).map((child) => convert(file, child)) };
  }
  if (node.type !== "object") {
    const text = node.value === null ? "" : String(node.value);
    return { kind: "scalar", line, text, comment: null };
  }
  const entries = (node.children ?? []).flatMap((property) => {
    const [key, value] = property.children ?? [];
    if (!key || !value) return [];
    return [{ key: String(key.value), line: file.lineAt(key.offset), value: convert(file, value) }];
  });
  return { kind: "map", line, entries };
}
