import { SyntaxProblem } from "../../ecosystem.ts";

/** One line's worth of a go.mod or go.work: `require x v1` alone, or `x v1` within `require ( … )`. */
export interface Directive {
  verb: string;
  args: string[];
  line: number;
  /** What follows `//` on the line, trimmed; empty without a comment. */
  comment: string;
}

interface Line {
  words: string[];
  comment: string;
}

/** The alternatives differ in their first character, so that matching is linear. */
const TOKEN =
  /\s*(?:\/\/(?<comment>.*)|"(?<quoted>[^"]*)"|`(?<raw>[^`]*)`|(?<word>[()]|(?:[^\s()"`/]|\/(?!\/))+))/y;
const VERB = /^[a-z]+$/;

/** The directives of a go.mod or go.work, blocks spread out, whatever their verb. Throws SyntaxProblem. */
export function parseDirectives(text: string): Directive[] {
  const directives: Directive[] = [];
  let block: { verb: string; line: number } | undefined;
  for (const [index, lineText] of text.split("\n").entries()) {
    const line = index + 1;
    const { words, comment } = parseLine(lineText.trimEnd(), line);
    const [first, ...rest] = words;
    if (first === undefined) continue;
    if (block && first === ")" && rest.length === 0) {
      block = undefined;
    } else if (block) {
      directives.push(directive(block.verb, words, line, comment));
    } else if (rest.length === 1 && rest[0] === "(") {
      block = { verb: verbAt(first, line), line };
    } else {
      directives.push(directive(verbAt(first, line), rest, line, comment));
    }
  }
  if (block) throw new SyntaxProblem(`Nothing closes the block of "${block.verb}".`, block.line);
  return directives;
}

function parseLine(text: string, line: number): Line {
  const words: string[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.length) {
    const token = TOKEN.exec(text)?.groups;
    if (!token) throw new SyntaxProblem("A string does not end on its line.", line);
    if (token["comment"] !== undefined) return { words, comment: token["comment"].trim() };
    words.push(token["quoted"] ?? token["raw"] ?? token["word"] ?? "");
  }
  return { words, comment: "" };
}

function verbAt(word: string, line: number): string {
  if (!VERB.test(word)) throw new SyntaxProblem(`"${word.slice(0, 100)}" is no directive.`, line);
  return word;
}

function directive(verb: string, args: string[], line: number, comment: string): Directive {
  if (args.some((arg) => arg === "(" || arg === ")")) {
    throw new SyntaxProblem(`A parenthesis is out of place in "${verb}".`, line);
  }
  return { verb, args, line, comment };
}
