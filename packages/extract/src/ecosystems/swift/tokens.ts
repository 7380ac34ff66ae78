import { BracketCheck, Scanner } from "../../document/scanner.ts";
import { SyntaxProblem } from "../../ecosystem.ts";
import type { SourceFile } from "../../source-file.ts";

/** Interpolations remain in the text of a string as `\(…)`. */
export interface Token {
  kind: "string" | "name" | "punctuation";
  text: string;
  line: number;
}

const BLANK = /(?:\s+|\/\/[^\n]*)/y;
const COMMENT_END = /\/\*|\*\//g;
/** Limits the number of hashes, so that a long row of them is scanned only once. */
const QUOTE = /(?<hashes>#{0,8})(?<quote>"""|")/y;
const NAME = /[\p{L}_][\p{L}\p{N}_]*/uy;
const PUNCTUATION = /\.\.[.<]|[\s\S]/uy;

/** Splits Swift source into tokens without comments. Throws SyntaxProblem. */
export function tokenize(file: SourceFile): Token[] {
  const scanner = new Scanner(file);
  const brackets = new BracketCheck();
  const tokens: Token[] = [];
  while (!scanner.ended) {
    if (scanner.skip(BLANK)) continue;
    const { line } = scanner;
    if (scanner.startsWith("/*")) {
      skipComment(scanner, line);
      continue;
    }
    const { quote, hashes = "" } = scanner.match(QUOTE)?.groups ?? {};
    if (quote !== undefined) {
      tokens.push({ kind: "string", text: unescaped(takeString(scanner, quote + hashes, line)), line });
      continue;
    }
    const name = scanner.take(NAME);
    if (name !== undefined) {
      tokens.push({ kind: "name", text: name, line });
      continue;
    }
    const token: Token = { kind: "punctuation", text: scanner.take(PUNCTUATION) ?? "", line };
    brackets.add(token);
    tokens.push(token);
  }
  brackets.end();
  return tokens;
}

/** Comments can be nested. */
function skipComment(scanner: Scanner, line: number): void {
  let depth = 0;
  COMMENT_END.lastIndex = scanner.position;
  for (let each = COMMENT_END.exec(scanner.text); each; each = COMMENT_END.exec(scanner.text)) {
    depth += each[0] === "/*" ? 1 : -1;
    if (depth > 0) continue;
    scanner.position = COMMENT_END.lastIndex;
    return;
  }
  throw new SyntaxProblem("Unterminated comment.", line);
}

/** Moves past the closing quote and returns the content. Interpolated code may contain strings, on the same line. */
function takeString(scanner: Scanner, end: string, line: number): string {
  const start = scanner.position;
  let brackets = 0;
  for (; !scanner.ended; scanner.position += 1) {
    const character = scanner.peek();
    if (character === "\n" && !end.startsWith('"""')) break;
    if (brackets === 0 && scanner.skip(end)) return scanner.text.slice(start, scanner.position - end.length);
    if (character === "\\") {
      scanner.position += 1;
      if (scanner.peek() === "(" && brackets === 0) brackets = 1;
    } else if (brackets > 0 && character === "(") brackets += 1;
    else if (brackets > 0 && character === ")") brackets -= 1;
  }
  throw new SyntaxProblem("Unterminated string.", line);
}

const unescaped = (text: string): string => text.replace(/\\(["\\])/g, "$1");
