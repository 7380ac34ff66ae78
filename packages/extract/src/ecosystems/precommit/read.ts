import { at, itemsOf, scalarAt, textOf, type DataNode } from "../../document/node.ts";
import { SyntaxProblem } from "../../ecosystem.ts";
import type { SourceFile } from "../../source-file.ts";

/** A repository of hooks. */
export interface RepoUse {
  url: string;
  line: number;
  rev: string | null;
  comment: string | null;
}

/** A package that a hook wants beside its own. */
export interface HookDependency {
  language: "node" | "python";
  text: string;
  line: number;
}

export type FileKind = "config" | "hooks";

export interface PreCommitFacts {
  repos: RepoUse[];
  dependencies: HookDependency[];
  /** The line of the first hook that the file offers to others. */
  offersAt: number | null;
}

/** What stands in the place of a URL for hooks that come from nowhere else. */
const NOWHERE = new Set(["local", "meta", "builtin"]);

/** Facts of a config or of the hooks that a repository offers. Throws SyntaxProblem. */
export function readPreCommitFile(file: SourceFile, kind: FileKind | undefined): PreCommitFacts {
  const [document] = file.yaml();
  if (kind === "hooks") {
    const hooks = listOf(document, "Hooks are a list.");
    return {
      repos: [],
      dependencies: hooks.flatMap(hookDependencies),
      offersAt: hooks[0]?.line ?? null,
    };
  }
  const entries = repoEntries(document);
  const hooks = entries.flatMap((entry) => itemsOf(at(entry, "hooks")));
  return {
    repos: entries.flatMap(repoUse),
    dependencies: hooks.flatMap(hookDependencies),
    offersAt: null,
  };
}

/** Former versions of the format were the list itself. */
function repoEntries(document: DataNode | undefined): DataNode[] {
  const message = "A configuration is a map with a list of repos.";
  return document?.kind === "map" ? listOf(at(document, "repos"), message) : listOf(document, message);
}

function listOf(node: DataNode | undefined, message: string): DataNode[] {
  if (node && node.kind !== "list" && textOf(node) !== "") throw new SyntaxProblem(message, node.line);
  return itemsOf(node);
}

function repoUse(entry: DataNode): RepoUse[] {
  const repo = scalarAt(entry, "repo");
  if (!repo || repo.text === "") throw new SyntaxProblem("An entry of repos names its repo.", entry.line);
  if (NOWHERE.has(repo.text)) return [];
  const rev = at(entry, "rev") ?? at(entry, "sha");
  if (rev && rev.kind !== "scalar") throw new SyntaxProblem("The rev is not a text.", rev.line);
  return [{ url: repo.text, line: repo.line, rev: rev?.text || null, comment: rev?.comment ?? null }];
}

/** Only of a hook that states its language: the packages of others cannot be told apart. */
function hookDependencies(hook: DataNode): HookDependency[] {
  const language = textOf(at(hook, "language"));
  if (language !== "node" && language !== "python") return [];
  return itemsOf(at(hook, "additional_dependencies")).flatMap((item) =>
    item.kind === "scalar" && item.text !== "" ? [{ language, text: item.text, line: item.line }] : [],
  );
}
