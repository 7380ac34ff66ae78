import {
  isPunctuation,
  isWord,
  parseArguments,
  type ScriptArguments,
  type ScriptNode,
} from "./ruby-elixir.ts";

const CONTINUATION = /^(?:[,.+=]|=>|\|\||&&)$/;

/**
 * A statement continues on the next line after an operator or a comma. `end` is a separate statement, and `do` ends
 * one.
 */
export function statementsOf(nodes: readonly ScriptNode[]): ScriptNode[][] {
  const statements: ScriptNode[][] = [[]];
  for (const node of nodes) {
    const last = statements.at(-1)?.at(-1);
    const continues = last?.kind === "punctuation" ? CONTINUATION.test(last.text) : last?.kind === "label";
    const isEnd = isWord(node, "end") && !isPunctuation(last, ".");
    if (isEnd) statements.push([node], []);
    else if (isWord(node, "do")) {
      statements.at(-1)?.push(node);
      statements.push([]);
    } else if (isPunctuation(node, ";") || (isPunctuation(node, "\n") && !continues)) statements.push([]);
    else if (!isPunctuation(node, "\n")) statements.at(-1)?.push(node);
  }
  return statements.map(withoutParameters).filter((statement) => statement.length > 0);
}

/** Removes `|spec|`. */
function withoutParameters(nodes: ScriptNode[]): ScriptNode[] {
  if (!isPunctuation(nodes[0], "|")) return nodes;
  const end = nodes.findIndex((node, i) => i > 0 && isPunctuation(node, "|"));
  return end === -1 ? [] : nodes.slice(end + 1);
}

/** Returns the arguments of a call, which may be in brackets. They end at a trailing condition. */
export function argumentsOf([, ...rest]: readonly ScriptNode[]): ScriptArguments {
  const [first] = rest;
  if (first?.kind === "group" && first.opening === "(") return parseArguments(first.items);
  const end = rest.findIndex((node) => isWord(node, "if") || isWord(node, "unless"));
  return parseArguments(end === -1 ? rest : rest.slice(0, end));
}
