import { at, entriesOf, textOf, type DataNode, type MapEntry } from "../../document/node.ts";
import { addProblem, type PypiFacts, type Source } from "./facts.ts";
import { isPackageName, normalizeName } from "./package-name.ts";
import { findPlaceholder } from "./source.ts";
import { locationLines, tableSource } from "./table-source.ts";

/** Adds a map from names to constraints or tables, as Poetry and pipenv write them. */
export function readTable(facts: PypiFacts, group: string, node: DataNode | undefined): void {
  if (node && node.kind !== "map") addProblem(facts, node.line, `${group} is not a map of packages.`);
  for (const entry of entriesOf(node)) {
    if (entry.key === "python") continue;
    // A list gives one package several constraints, each for other platforms.
    const alternatives = entry.value.kind === "list" ? entry.value.items : [entry.value];
    for (const value of alternatives) addEntry(facts, group, entry, value);
  }
}

function addEntry(facts: PypiFacts, group: string, { key, line }: MapEntry, value: DataNode): void {
  if (!isPackageName(key)) {
    addProblem(facts, line, `${group}: "${key.slice(0, 100)}" names no package.`);
    return;
  }
  const source = tableSource(value) ?? { kind: "index" as const, constraint: constraintOf(value) };
  const written = writtenSource(source);
  facts.locationLines.push(...locationLines(value));
  facts.requirements.push({
    group,
    line: value.kind === "map" && value.line > line ? value.line : line,
    raw: written === "" ? key : `${key} ${written}`,
    name: normalizeName(key),
    source,
    unbound: source.kind === "path" ? null : findPlaceholder(written),
    isRedirectable: false,
  });
}

const constraintOf = (value: DataNode): string | null =>
  (value.kind === "scalar" ? value.text : textOf(at(value, "version"))) || null;

function writtenSource(source: Source): string {
  switch (source.kind) {
    case "index":
      return source.constraint ?? "";
    case "git":
      return source.ref === null ? `@ ${source.url}` : `@ ${source.url}@${source.ref}`;
    case "path":
      return `@ ${source.path}`;
    case "url":
      return `@ ${source.url}`;
    case "local":
    default:
      return "";
  }
}
