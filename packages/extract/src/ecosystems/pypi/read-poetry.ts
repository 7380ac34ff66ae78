import { at, entriesOf, type DataNode } from "../../document/node.ts";
import type { PypiFacts } from "./facts.ts";
import { readTable } from "./read-table.ts";

/** The dependencies under `tool.poetry`, with the groups of today and the one of before. */
export function readPoetry(facts: PypiFacts, poetry: DataNode | undefined): void {
  readTable(facts, "poetry_dependencies", at(poetry, "dependencies"));
  readTable(facts, "poetry_dev_dependencies", at(poetry, "dev-dependencies"));
  for (const { value } of entriesOf(at(poetry, "group"))) {
    readTable(facts, "poetry_group", at(value, "dependencies"));
  }
}
