import { entriesOf, type DataNode } from "../../document/node.ts";
import { emptyFacts, type PypiFacts } from "./facts.ts";
import { readTable } from "./read-table.ts";

const NO_PACKAGES = new Set(["source", "requires", "scripts", "pipenv"]);

/** Every other table of a Pipfile is a category of packages. */
export function readPipfile(root: DataNode): PypiFacts {
  const facts = emptyFacts();
  for (const { key, value } of entriesOf(root)) {
    if (NO_PACKAGES.has(key) || value.kind !== "map") continue;
    readTable(facts, key === "packages" ? "pipfile_packages" : "pipfile_dev_packages", value);
  }
  return facts;
}
