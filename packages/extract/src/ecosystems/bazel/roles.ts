import { posix } from "node:path";
import type { Composition, Facts, ProducedArtifact } from "../../ecosystem.ts";
import { isWithinRepository } from "../../repository-path.ts";
import { scopeOf as scopeOfArtifact, Scopes, unitScope } from "../../scope.ts";
import { isModuleFile, type BazelFacts, type Use } from "./read.ts";

type UsedRole = "runtime" | "build" | "dev";

/** Rules and toolchains, by the names that the registry's modules have. */
const BUILD =
  /^(?:io_bazel_)?rules_|_rules$|^bazel_(?!tools$)|^platforms$|^gazelle$|toolchains?(?:_|$)|_bazel$/;
const DEVELOPMENT = /^(?:buildifier\w*|stardoc|\w*lint)$/;

/** An override has the role of its module. */
export function rolesIn({ facts }: Facts<BazelFacts>): (use: Use) => UsedRole {
  const development = new Set(
    facts.uses.flatMap((use) => (use.rule === "bazel.dev_dependency" ? [nameOf(use)] : [])),
  );
  return (use) => {
    const name = nameOf(use);
    if (name === undefined) return "runtime";
    if (development.has(name) || DEVELOPMENT.test(name)) return "dev";
    return BUILD.test(name) ? "build" : "runtime";
  };
}

const nameOf = (use: Use): string | undefined => (use.kind === "image" ? undefined : use.name.text);

type ScopeOf = (path: string) => string;

/** Every `MODULE.bazel` has its own scope. Other files belong to the nearest module. */
export function moduleScopes(artifacts: readonly ProducedArtifact[]): ScopeOf {
  const scopes = new Scopes(artifacts);
  const produced = new Set(artifacts.map(({ sourceFile }) => sourceFile));
  return (path) =>
    posix.basename(path) === "MODULE.bazel" && !produced.has(path)
      ? unitScope("bazel", posix.dirname(path))
      : scopes.of("bazel", path);
}

interface Modules {
  files: readonly Facts<BazelFacts>[];
  artifacts: readonly ProducedArtifact[];
  scopeOf: ScopeOf;
}

/** A module is composed of the repository's own modules that it needs, by folder or by name. */
export function localCompositions(
  file: Facts<BazelFacts>,
  { files, artifacts, scopeOf }: Modules,
): Composition[] {
  const { path, facts } = file;
  if (!isModuleFile(path)) return [];
  const roleOf = rolesIn(file);
  const paths = new Set(files.map((each) => each.path));
  const byName = new Map(artifacts.map((artifact) => [artifact.name, scopeOfArtifact(artifact)]));
  const folders = new Map(facts.localModules.map((module) => [module.name, module.path]));
  return facts.uses
    .filter((use) => use.kind === "module" && roleOf(use) !== "dev")
    .flatMap((use) => {
      const name = nameOf(use) ?? "";
      const folder = folders.get(name);
      const manifest =
        folder !== undefined && isWithinRepository(path, folder)
          ? posix.join(posix.dirname(path), folder, "MODULE.bazel")
          : undefined;
      const inner = manifest !== undefined && paths.has(manifest) ? scopeOf(manifest) : byName.get(name);
      return inner === undefined ? [] : [{ outer: scopeOf(path), inner }];
    });
}
