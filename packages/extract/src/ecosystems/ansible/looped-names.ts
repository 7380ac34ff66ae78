import { entriesOf, itemsOf, textOf, type DataNode } from "../../document/node.ts";
import type { SourceFile } from "../../source-file.ts";
import type { OfferedVariable } from "./role-variables.ts";

/** `vars['web_' ~ item]` or `lookup('vars', item ~ '_port')`, with nothing else in the name. */
const COMPUTED_OF_ITEM =
  /(?:\bvars\[\s*|\b(?:lookup|query|q)\(\s*["'](?:ansible\.builtin\.)?vars["']\s*,\s*)\(?\s*(?:["'](?<prefix>\w*)["']\s*[~+]\s*item|item\s*[~+]\s*["'](?<suffix>\w*)["'])\s*[\]),]/g;
const LOOP = /^(?:loop|with_items|with_list)$/;

/** Returns the variables whose names a task completes with the items of its list, and the number of places that read them. */
export function loopedNames(file: SourceFile): { names: OfferedVariable[]; count: number } {
  const names: OfferedVariable[] = [];
  let count = 0;
  const visit = (node: DataNode): void => {
    const entries = entriesOf(node);
    const list = entries.find(({ key }) => LOOP.test(key))?.value;
    const items = list?.kind === "list" ? itemsOf(list).map((item) => textOf(item)) : [];
    const isNamed = items.length > 0 && items.every((item) => item !== undefined && /^\w+$/.test(item));
    if (!isNamed) {
      for (const each of [...itemsOf(node), ...entries.map(({ value }) => value)]) visit(each);
      return;
    }
    for (const [text, line] of textsIn(node)) {
      for (const { groups = {} } of text.matchAll(COMPUTED_OF_ITEM)) {
        count += 1;
        for (const item of items)
          names.push({
            name: `${groups["prefix"] ?? ""}${item}${groups["suffix"] ?? ""}`,
            line,
            isRead: true,
          });
      }
    }
  };
  for (const document of file.yamlWithoutProblems()) visit(document);
  return { names, count };
}

/** Yields the texts of a task with their lines, also those in keys. */
function* textsIn(node: DataNode): Generator<[text: string, line: number]> {
  const text = textOf(node);
  if (text !== undefined) yield [text, node.line];
  for (const item of itemsOf(node)) yield* textsIn(item);
  for (const { key, line, value } of entriesOf(node)) {
    yield [key, line];
    yield* textsIn(value);
  }
}
