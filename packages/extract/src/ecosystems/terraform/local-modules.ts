import { posix } from "node:path";
import type { Composition, Facts, ProducedArtifact } from "../../ecosystem.ts";
import { moduleFolderScope, scopeOf } from "../../scope.ts";
import { EXAMPLE } from "./artifacts.ts";
import { bind, findUnbound, type BoundText, type Scope } from "./bind.ts";
import type { TerraformFacts } from "./read.ts";

/** A folder that uses the module in another folder of the repository. */
export interface LocalCall {
  from: string;
  to: string;
}

const AT_ROOT = /^(?:get_repo_root|get_path_to_repo_root)\s*\(/;
const AT_FILE = /^(?:get_(?:original_)?terragrunt_dir\s*\(|path\.(?:module|root|cwd)$)/;

/** Returns the calls of local modules by folders that are not examples or tests. Only folders with files count. */
export function localCalls(
  files: readonly Facts<TerraformFacts>[],
  namesOf: (file: Facts<TerraformFacts>) => Scope,
): LocalCall[] {
  const folders = new Set(files.map(({ path }) => posix.dirname(path)));
  return files.flatMap((file) => {
    const from = posix.dirname(file.path);
    if (EXAMPLE.test(from)) return [];
    return file.facts.modules.flatMap(({ source }) => {
      const to = localFolder(from, bind(source, namesOf(file)));
      return to !== undefined && to !== from && folders.has(to) ? [{ from, to }] : [];
    });
  });
}

/** Terragrunt separates the folder to copy from the module by `//`. */
function localFolder(from: string, bound: BoundText): string | undefined {
  const first = findUnbound(bound.text.charAt(0), bound);
  const rest = (first === null ? bound.text : bound.text.slice(1)).replace(/\?.*$/s, "");
  if (findUnbound(rest, bound) !== null || rest.includes("://") || rest.includes("::")) return undefined;
  if (first === null) return rest.startsWith("/") ? undefined : normalize(from, rest);
  if (AT_ROOT.test(first)) return normalize(".", rest);
  return AT_FILE.test(first) ? normalize(from, rest) : undefined;
}

const normalize = (from: string, path: string): string =>
  posix.join(from, path.replaceAll("\\", "/")).replace(/(?<=.)\/$/, "");

/**
 * Returns the compositions of modules that other modules call. The name of a module is that of its folder, except one that a
 * registry names otherwise, which is built into its folder.
 */
export function moduleCompositions(
  calls: readonly LocalCall[],
  artifacts: readonly ProducedArtifact[],
): Composition[] {
  const scopes = new Map<string, string>();
  for (const artifact of artifacts) {
    const folder = posix.dirname(artifact.sourceFile);
    if (!scopes.has(folder)) scopes.set(folder, scopeOf(artifact));
  }
  const scopeIn = (folder: string): string => scopes.get(folder) ?? moduleFolderScope(folder);
  const renamed = [...scopes].filter(
    ([folder, scope]) =>
      folder !== "." && scope.startsWith("terraform_module:") && !scope.endsWith(`//${folder}`),
  );
  return [
    ...renamed.map(([folder, scope]) => ({ outer: moduleFolderScope(folder), inner: scope })),
    ...calls.map(({ from, to }) => ({ outer: scopeIn(from), inner: scopeIn(to) })),
  ];
}
