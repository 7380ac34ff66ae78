import { at, entriesOf, itemsOf, scalarAt, textOf, type DataNode } from "../../document/node.ts";
import type { Role } from "@knockon/contract/vocabulary/role";
import { addProblem, emptyFacts, type Package, type PypiFacts } from "./facts.ts";
import { locationLines, readPoetry, tableSource } from "./read-tables.ts";
import { addToxToml } from "./read-tox.ts";
import { roleOfGroup } from "./purpose.ts";
import { addRequirement, isPackageName, normalizeName } from "./requirement.ts";

/** Reads the facts of a `pyproject.toml` for any supported tool. */
export function readPyproject(root: DataNode): PypiFacts {
  const tool = at(root, "tool");
  const facts: PypiFacts = {
    ...emptyFacts(),
    ...uvSources(tool),
    package: findPackage(root),
    isUvWorkspace: at(tool, "uv", "workspace") !== undefined,
  };
  addList(facts, "dependencies", at(root, "project", "dependencies"));
  addLists(facts, "optional_dependencies", at(root, "project", "optional-dependencies"), null);
  addLists(facts, "dependency_groups", at(root, "dependency-groups"), "dev");
  addList(facts, "build_requires", at(root, "build-system", "requires"), "build");
  readPoetry(facts, at(tool, "poetry"));
  addLists(facts, "pdm_dev_dependencies", at(tool, "pdm", "dev-dependencies"), "dev");
  for (const [key, role] of UV_LISTS)
    addList(facts, `uv_${key.replaceAll("-", "_")}`, at(tool, "uv", key), role);
  addHatch(facts, at(tool, "hatch"));
  addToxToml(facts, at(tool, "tox"));
  return facts;
}

/** Reads the metadata of a script, which only its developers run. */
export function readScriptTables(root: DataNode): PypiFacts {
  const { sources, locationLines: lines } = uvSources(at(root, "tool"));
  const facts: PypiFacts = { ...emptyFacts(), locationLines: lines };
  addList(facts, "script_dependencies", at(root, "dependencies"), "dev");
  const sourceOf = new Map(sources.map(({ name, source }) => [name, source]));
  const requirements = facts.requirements.map((each) => ({
    ...each,
    source: sourceOf.get(each.name ?? "") ?? each.source,
    isRedirectable: false,
  }));
  return { ...facts, requirements };
}

const uvSources = (tool: DataNode | undefined): Pick<PypiFacts, "locationLines" | "sources"> => ({
  locationLines: entriesOf(at(tool, "uv", "sources")).flatMap(({ value }) =>
    alternatives(value).flatMap(locationLines),
  ),
  sources: entriesOf(at(tool, "uv", "sources")).flatMap(({ key, value }) => {
    const source = preferredSource(value);
    return source ? [{ name: normalizeName(key), source }] : [];
  }),
});

/** Reads the facts of a `hatch.toml`, which has the tables of `tool.hatch`. */
export function readHatch(root: DataNode): PypiFacts {
  const facts = emptyFacts();
  addHatch(facts, root);
  return facts;
}

function addHatch(facts: PypiFacts, hatch: DataNode | undefined): void {
  for (const { key, value } of entriesOf(at(hatch, "envs"))) {
    const role = roleOfGroup(key) === "test" ? "test" : "dev";
    addList(facts, "hatch_dependencies", at(value, "dependencies"), role);
    addList(facts, "hatch_dependencies", at(value, "extra-dependencies"), role);
  }
}

const UV_LISTS: readonly [key: string, role: Role | null][] = [
  ["dev-dependencies", "dev"],
  ["constraint-dependencies", null],
  ["override-dependencies", null],
  ["build-constraint-dependencies", "build"],
];

/** Prefers a repository among several sources for different platforms. */
function preferredSource(node: DataNode) {
  const sources = alternatives(node).flatMap((each) => tableSource(each) ?? []);
  return sources.find(({ kind }) => kind === "git") ?? sources[0];
}

const alternatives = (node: DataNode): DataNode[] => (node.kind === "list" ? node.items : [node]);

/** `role` is that of lists whose name does not indicate one. */
function addLists(facts: PypiFacts, group: string, node: DataNode | undefined, role: Role | null): void {
  for (const { key, value } of entriesOf(node)) addList(facts, group, value, roleOfGroup(key) ?? role);
}

/** Skips `{include-group = …}`: the included group is read separately. */
function addList(
  facts: PypiFacts,
  group: string,
  node: DataNode | undefined,
  role: Role | null = null,
): void {
  if (node && node.kind !== "list") addProblem(facts, node.line, `${group} must be a list of requirements.`);
  for (const item of itemsOf(node)) {
    // PDM's syntax for editable paths.
    const text = textOf(item)?.replace(/^-e\s+/, "");
    if (text === undefined) continue;
    if (item.kind === "scalar" && /^(?:file:|\.{1,2}\/)/.test(text)) continue;
    addRequirement(facts, { group, role, line: item.line, text });
  }
}

function findPackage(root: DataNode): Package | null {
  const poetry = at(root, "tool", "poetry");
  const name = scalarAt(root, "project", "name") ?? scalarAt(poetry, "name");
  if (!name || !isPackageName(name.text)) return null;
  const version = textOf(at(root, "project", "version")) ?? textOf(at(poetry, "version")) ?? null;
  return {
    name: name.text,
    line: name.line,
    version: version === "" ? null : version,
    isVirtual:
      textOf(at(poetry, "package-mode")) === "false" || textOf(at(root, "tool", "uv", "package")) === "false",
  };
}
