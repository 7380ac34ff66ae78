import { isPunctuation, isWord, type ScriptNode } from "../../document/ruby-elixir.ts";

/** Functions and keys that list dependencies. */
export const DEPENDENCIES = /deps|dependencies/;

/** Returns the function that starts at `node`. */
export const functionAt = (node: ScriptNode, next: ScriptNode | undefined): string | undefined =>
  (isWord(node, "def") || isWord(node, "defp")) && next?.kind === "name" ? next.text : undefined;

/** Returns the functions that lists of dependencies call, and that these call: `[kit_dep(), {:log, "~> 1.0"}]`. */
export function listingFunctions(nodes: readonly ScriptNode[]): Set<string> {
  const calls = new Map<string, Set<string>>();
  collectCalls(nodes, "", calls);
  const found = new Set([...calls.keys()].filter((name) => DEPENDENCIES.test(name)));
  for (const name of found)
    for (const called of calls.get(name) ?? []) if (calls.has(called)) found.add(called);
  return found;
}

/** Adds the names in each function of a file. A value of `deps:` counts as if it were in a function of that name. */
function collectCalls(nodes: readonly ScriptNode[], within: string, calls: Map<string, Set<string>>): void {
  let place = within;
  for (const [index, node] of nodes.entries()) {
    const name = functionAt(node, nodes[index + 1]);
    if (name !== undefined) calls.set((place = name), calls.get(name) ?? new Set());
    else if (node.kind === "group") collectCalls(node.items, place, calls);
    else if (node.kind === "name") {
      const before = nodes[index - 1];
      if (isPunctuation(before, ".")) continue;
      const key = before?.kind === "label" && DEPENDENCIES.test(before.text) ? before.text : place;
      calls.set(key, (calls.get(key) ?? new Set()).add(node.text));
    }
  }
}
