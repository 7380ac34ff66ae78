import { at, scalarAt, textOf, type DataNode } from "../../document/node.ts";
import {
  emptyFacts,
  groupEntries,
  readCatalogs,
  readEntry,
  readGroup,
  type NpmFacts,
  type Package,
} from "./entry.ts";
import { isPackageName, nameOfPnpmOverride, nameOfResolution, nameOfSelector } from "./package-name.ts";

/** Reads a `package.json`. */
export function readManifest(root: DataNode): NpmFacts {
  const facts = { ...emptyFacts(), package: findPackage(root) };
  readGroup(facts, "dependencies", at(root, "dependencies"));
  readGroup(facts, "dev_dependencies", at(root, "devDependencies"));
  readGroup(facts, "peer_dependencies", at(root, "peerDependencies"));
  readGroup(facts, "optional_dependencies", at(root, "optionalDependencies"));
  readNpmOverrides(facts, at(root, "overrides"), "");
  readGroup(facts, "resolutions", at(root, "resolutions"), { nameOfKey: nameOfResolution });
  readPnpmOverrides(facts, at(root, "pnpm", "overrides"));
  readPackageManager(facts, root);
  readBunCatalogs(facts, root);
  return facts;
}

/** `-` is pnpm's word for leaving a package out. */
export function readPnpmOverrides(facts: NpmFacts, node: DataNode | undefined): void {
  for (const entry of groupEntries(facts, "pnpm_overrides", node)) {
    if (textOf(entry.value) === "-") continue;
    const name = nameOfPnpmOverride(entry.key);
    readEntry(facts, { group: "pnpm_overrides", catalog: null, name }, entry);
  }
}

/** npm's overrides nest: what stands below a package holds for its dependencies, `.` for the package itself. */
function readNpmOverrides(facts: NpmFacts, node: DataNode | undefined, parent: string): void {
  for (const entry of groupEntries(facts, "overrides", node)) {
    const name = entry.key === "." ? parent : nameOfSelector(entry.key);
    if (entry.value.kind === "map") readNpmOverrides(facts, entry.value, name);
    else readEntry(facts, { group: "overrides", catalog: null, name }, entry);
  }
}

/** `pnpm@9.1.0+sha512.…` */
function readPackageManager(facts: NpmFacts, root: DataNode): void {
  const manager = scalarAt(root, "packageManager");
  if (!manager) return;
  const { line } = manager;
  const name = nameOfSelector(manager.text);
  if (!isPackageName(name) || name === manager.text) {
    facts.problems.push({ line, message: `packageManager: "${manager.text}" is no name@version.` });
    return;
  }
  const specifier = manager.text.slice(name.length + 1);
  facts.entries.push({ group: "package_manager", line, name, specifier, catalog: null });
}

/** bun keeps its catalogs in the root manifest, beside the workspaces or in them. */
function readBunCatalogs(facts: NpmFacts, root: DataNode): void {
  const workspaces = at(root, "workspaces");
  if (!workspaces) return;
  readCatalogs(facts, root);
  readCatalogs(facts, workspaces);
}

function findPackage(root: DataNode): Package | null {
  const name = scalarAt(root, "name");
  if (!name || !isPackageName(name.text)) return null;
  return {
    name: name.text,
    line: name.line,
    version: textOf(at(root, "version")) ?? null,
    isPrivate: textOf(at(root, "private")) === "true",
    registryUrl: textOf(at(root, "publishConfig", "registry")) ?? null,
  };
}
