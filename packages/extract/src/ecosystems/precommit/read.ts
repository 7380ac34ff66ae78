import { at, itemsOf, scalarAt, textOf, type DataNode } from "../../document/node.ts";
import { SyntaxProblem } from "../../ecosystem.ts";
import type { SourceFile } from "../../source-file.ts";

/** An entry of `repos`. */
export interface RepoUse {
  url: string;
  line: number;
  rev: string | null;
  comment: string | null;
}

/** An entry of a hook's `additional_dependencies`. */
export interface HookDependency {
  language: "node" | "python";
  text: string;
  line: number;
}

export type FileKind = "config" | "hooks";

export interface PreCommitFacts {
  repos: RepoUse[];
  dependencies: HookDependency[];
  /** The line of the first hook the repository provides; null for a configuration. */
  hooksLine: number | null;
}

/** Values of `repo` that are not URLs. */
const SPECIAL_REPOS = new Set(["local", "meta", "builtin"]);

/** Reads the facts of a configuration, or of the hooks a repository provides. Throws SyntaxProblem. */
export function readPreCommitFile(file: SourceFile, kind: FileKind | undefined): PreCommitFacts {
  const [document] = file.yaml();
  if (kind === "hooks") {
    const hooks = listOf(document, "Expected a list of hooks.");
    return {
      repos: [],
      dependencies: hooks.flatMap(hookDependencies),
      hooksLine: hooks[0]?.line ?? null,
    };
  }
  const entries = repoEntries(document);
  const hooks = entries.flatMap((entry) => itemsOf(at(entry, "hooks")));
  return {
    repos: entries.flatMap(repoUse),
    dependencies: hooks.flatMap(hookDependencies),
    hooksLine: null,
  };
}

/** In old versions of the format the document is the list itself. */
function repoEntries(document: DataNode | undefined): DataNode[] {
  const message = "Expected a map with a list of repos.";
  return document?.kind === "map" ? listOf(at(document, "repos"), message) : listOf(document, message);
}

function listOf(node: DataNode | undefined, message: string): DataNode[] {
  if (node && node.kind !== "list" && textOf(node) !== "") throw new SyntaxProblem(message, node.line);
  return itemsOf(node);
}

function repoUse(entry: DataNode): RepoUse[] {
  const repo = scalarAt(entry, "repo");
  if (!repo || repo.text === "") throw new SyntaxProblem("An entry of repos has no repo.", entry.line);
  if (SPECIAL_REPOS.has(repo.text)) return [];
  const rev = at(entry, "rev") ?? at(entry, "sha");
  if (rev && rev.kind !== "scalar") throw new SyntaxProblem("The rev must be a string.", rev.line);
  return [{ url: repo.text, line: repo.line, rev: rev?.text || null, comment: rev?.comment ?? null }];
}

/** Returns nothing for hooks that do not state their language: their package manager is unknown. */
function hookDependencies(hook: DataNode): HookDependency[] {
  const language = textOf(at(hook, "language"));
  if (language !== "node" && language !== "python") return [];
  return itemsOf(at(hook, "additional_dependencies")).flatMap((item) =>
    item.kind === "scalar" && item.text !== "" ? [{ language, text: item.text, line: item.line }] : [],
  );
}
