import { posix } from "node:path";
import type { Composition, Facts, ProducedArtifact } from "../../ecosystem.ts";
import { Scopes, unitScope } from "../../scope.ts";
import type { PackageUse, SwiftFacts } from "./read.ts";

type UsedRole = "runtime" | "build" | "dev" | "test";

/** Packages of commands, which no target names. */
const COMMAND = /(?:plugins?$|docc|swiftlint|swiftformat|swift-format)/;

/** Returns the name by which targets refer to a package: its identity, which is the last part of its URL. */
const nameOfUse = ({ name, text }: PackageUse): string =>
  name ?? (text.split("/").at(-1) ?? "").replace(/\.git$/, "").toLowerCase();

/** Returns the strongest use of a package by targets: `runtime` if none names it, as products can have any name. */
export function roleOfPackage({ targets }: SwiftFacts, name: string): UsedRole {
  const users = targets.filter(({ packages }) => packages.includes(name));
  if (users.some(({ kind }) => kind === "runtime")) return "runtime";
  const isPlugin = targets.some(({ plugins, kind }) => kind === "runtime" && plugins.includes(name));
  if (isPlugin) return "build";
  if (users.length > 0 || targets.some(({ plugins }) => plugins.includes(name))) return "test";
  return COMMAND.test(name) && targets.length > 0 ? "dev" : "runtime";
}

export const roleOfUse = (facts: SwiftFacts, use: PackageUse): UsedRole =>
  roleOfPackage(facts, nameOfUse(use));

type ScopeOf = (path: string) => string;

/** Every folder with a manifest has its own scope. */
export function packageScopes(artifacts: readonly ProducedArtifact[]): ScopeOf {
  const scopes = new Scopes(artifacts);
  const folders = new Set(artifacts.map(({ sourceFile }) => posix.dirname(sourceFile)));
  return (path) =>
    folders.has(posix.dirname(path)) ? scopes.of("swift", path) : unitScope("swift", posix.dirname(path));
}

/** A package is composed of the packages in folders that it uses outside tests. */
export function folderCompositions(manifests: readonly Facts<SwiftFacts>[], scopeOf: ScopeOf): Composition[] {
  const byFolder = new Map(manifests.map(({ path }) => [posix.dirname(path), path]));
  return manifests.flatMap(({ path, facts }) =>
    facts.folders.flatMap((folder) => {
      const role = roleOfPackage(facts, folder.name);
      const inner = byFolder.get(posix.join(posix.dirname(path), folder.path, "x", ".."));
      if (inner === undefined || (role !== "runtime" && role !== "build")) return [];
      return [{ outer: scopeOf(path), inner: scopeOf(inner) }];
    }),
  );
}
