import { SyntaxProblem } from "../ecosystem.ts";
import type { SourceFile } from "../source-file.ts";
import { checkDepth } from "./node.ts";
import { Scanner } from "./scanner.ts";

/** A Ruby or Elixir script. In both, `#` starts comments and `#{…}` interpolations. */
export type ScriptNode =
  /** A string has `${code}` for each interpolation. A label is `name:`, a symbol `:name`. */
  | { kind: "name" | "number" | "symbol" | "label" | "string" | "punctuation"; text: string; line: number }
  | { kind: "group"; opening: string; items: ScriptNode[]; line: number };

type Language = "ruby" | "elixir";
type Leaf = Exclude<ScriptNode, { kind: "group" }>;

const BLANK = /(?:[^\S\n]|\\\r?\n|#[^\n]*)+/y;
const RUBY_COMMENT = /=begin\b/y;
const RUBY_END = /__END__\r?(?:\n|$)/y;
const LABEL = /(?:[A-Za-z_]\w*[?!]?|"[^"#\\\n]*"):(?!:)(?=\s|\[|\{|"|'|$)/y;
const NAME = /@?@?[$]?[\p{L}_][\p{L}\p{N}_]*(?:::[\p{L}_][\p{L}\p{N}_]*)*[?!]?/uy;
const SYMBOL = /:(?:"[^"\\\n]*"|'[^'\\\n]*'|[A-Za-z_]\w*[?!]?)/y;
const NUMBER = /\d[\w.]*/y;
const PUNCTUATION = /\n|=>|->|==|!=|<=|>=|=~|\|\||&&|<>|\|>|::|\S/uy;
const SLASHY = /\/(?![\s=])(?:[^/\\\n]|\\[^\n])+\/[a-z]*/y;
const BEFORE_SLASHY = /^(?:[=(,[{!&|?\n]|=>|==|=~|\|\||&&|if|unless|when|and|or|not)$/;
/** `%w[a b]`, `%q<a>`, and Elixir's `~w(a b)`, `~r/a/`. */
const SIGIL = { ruby: /%[wWiIqQr]?(?=[[({<|!/])/y, elixir: /~[a-zA-Z]+(?=[[({<|"'/])/y };
const HEREDOC = /<<(?:[~-]|(?=["']?[A-Z_]))(?<quote>["']?)(?<word>[A-Za-z_]\w{0,99})\k<quote>/y;
const CLOSING: Record<string, string> = { "(": ")", "[": "]", "{": "}", "<": ">" };
const ESCAPED: Record<string, string> = { n: "\n", t: "\t", "\n": "" };
const MAX_CODE = 80;

/** Parses a script into nested brackets and tokens, without running it. Throws SyntaxProblem. */
export function parseScript(file: SourceFile, language: Language): ScriptNode[] {
  const tokens = new Lexer(file, language).tokens();
  let at = 0;
  const group = (opening: Leaf | null, depth: number): ScriptNode[] => {
    const items: ScriptNode[] = [];
    for (let token = tokens[at]; token; token = tokens[at]) {
      at += 1;
      checkDepth(depth, token.line);
      if (token.kind !== "punctuation") items.push(token);
      else if (/^[([{]$/.test(token.text)) {
        const { text, line } = token;
        items.push({ kind: "group", opening: text, items: group(token, depth + 1), line });
      } else if (!/^[)\]}]$/.test(token.text)) items.push(token);
      else if (opening && CLOSING[opening.text] === token.text) return items;
      else throw new SyntaxProblem(`Unexpected "${token.text}".`, token.line);
    }
    if (opening) throw new SyntaxProblem(`Unclosed "${opening.text}".`, opening.line);
    return items;
  };
  return group(null, 0);
}

class Lexer extends Scanner {
  readonly #isRuby: boolean;
  /** The end markers of heredocs that start on the next line. */
  readonly #heredocs: string[] = [];

  constructor(file: SourceFile, language: Language) {
    super(file);
    this.#isRuby = language === "ruby";
  }

  tokens(): Leaf[] {
    const tokens: Leaf[] = [];
    for (;;) {
      this.skip(BLANK);
      if (this.#isRuby && this.#startsLine()) {
        if (this.skip(RUBY_END)) return tokens;
        if (this.skip(RUBY_COMMENT)) this.#skipMatch(/^=end\b/gm, "Unterminated comment.");
      }
      if (this.ended) return tokens;
      tokens.push(this.#next(tokens.at(-1)));
    }
  }

  #next(before: Leaf | undefined): Leaf {
    const line = this.line;
    const leaf = (kind: Leaf["kind"], text: string): Leaf => ({ kind, text, line });
    const label = this.take(LABEL);
    if (label !== undefined) return leaf("label", label.slice(0, -1).replaceAll('"', ""));
    const string = this.#takeString(before, line);
    if (string !== undefined) return leaf("string", string);
    const symbol = this.take(SYMBOL);
    if (symbol !== undefined) return leaf("symbol", symbol.replace(/^:["']?|["']$/g, ""));
    const name = this.take(NAME);
    if (name !== undefined) return leaf("name", name);
    const number = this.take(NUMBER);
    if (number !== undefined) return leaf("number", number);
    const punctuation = this.take(PUNCTUATION) ?? "";
    if (punctuation === "\n") this.#skipHeredocs();
    return leaf("punctuation", punctuation);
  }

  #takeString(before: Leaf | undefined, line: number): string | undefined {
    const isOperand =
      !before || before.kind === "label" || (before.kind !== "string" && BEFORE_SLASHY.test(before.text));
    const slashy = this.#isRuby && isOperand ? this.take(SLASHY) : undefined;
    if (slashy !== undefined) return slashy;
    const { word } = (this.#isRuby ? this.match(HEREDOC)?.groups : undefined) ?? {};
    if (word !== undefined) {
      this.#heredocs.push(word);
      return "";
    }
    // After an operand, `%` is the modulo operator.
    const isSigil =
      !this.#isRuby || isOperand || (before.kind === "name" && this.text[this.position + 1] !== " ");
    if (isSigil && this.skip(this.#isRuby ? SIGIL.ruby : SIGIL.elixir))
      return this.#takeUpTo(this.peek(), line);
    const quote = this.startsWith('"""') && !this.#isRuby ? '"""' : this.peek();
    return quote === '"' || quote === "'" || quote === '"""' ? this.#takeUpTo(quote, line) : undefined;
  }

  /** Reads a string up to its closing delimiter. Brackets as delimiters may be nested. */
  #takeUpTo(opening: string, line: number): string {
    const closing = CLOSING[opening] ?? opening;
    const hasCode = opening !== "'";
    let text = "";
    let open = 1;
    this.position += opening.length;
    while (!this.ended) {
      const character = this.peek();
      if (this.startsWith(closing)) open -= 1;
      else if (character === opening) open += 1;
      if (open === 0) {
        this.position += closing.length;
        return text;
      }
      if (character === "\\") {
        const escaped = this.text[this.position + 1] ?? "";
        text += ESCAPED[escaped] ?? escaped;
        this.position += 2;
      } else if (hasCode && this.startsWith("#{")) text += this.#takeCode(line);
      else {
        text += character;
        this.position += 1;
      }
    }
    throw new SyntaxProblem("Unterminated string.", line);
  }

  #takeCode(line: number): string {
    const start = this.position + 2;
    let open = 0;
    for (this.position = start; this.position < this.text.length; this.position += 1) {
      const character = this.peek();
      if (character === "{") open += 1;
      if (character === "}" && open-- === 0) {
        const code = this.text.slice(start, this.position);
        this.position += 1;
        return placeholder(code);
      }
    }
    throw new SyntaxProblem("Unterminated interpolation.", line);
  }

  #skipHeredocs(): void {
    for (const word of this.#heredocs.splice(0)) {
      this.#skipMatch(new RegExp(String.raw`^[ \t]*${word}[ \t]*\r?$`, "gm"), "Unterminated string.");
    }
  }

  #skipMatch(end: RegExp, message: string): void {
    const line = this.line;
    end.lastIndex = this.position;
    const found = end.exec(this.text);
    if (!found) throw new SyntaxProblem(message, line);
    this.position = found.index + found[0].length;
  }

  #startsLine(): boolean {
    return this.position === 0 || this.text[this.position - 1] === "\n";
  }
}

const placeholder = (code: string): string =>
  `\${${code
    .replace(/[\s{}]+/g, " ")
    .trim()
    .slice(0, MAX_CODE)}}`;

export const isPunctuation = (node: ScriptNode | undefined, text: string): boolean =>
  node?.kind === "punctuation" && node.text === text;

export const isWord = (node: ScriptNode | undefined, text: string): boolean =>
  node?.kind === "name" && node.text === text;

/** Splits nodes at commas and drops line ends. */
export function partsOf(nodes: readonly ScriptNode[]): ScriptNode[][] {
  const parts: ScriptNode[][] = [[]];
  for (const node of nodes) {
    if (isPunctuation(node, ",")) parts.push([]);
    else if (!isPunctuation(node, "\n")) parts.at(-1)?.push(node);
  }
  return parts.filter((part) => part.length > 0);
}

/** The arguments of a call: `"a", key: "b", :key => "c"`. */
export interface ScriptArguments {
  positional: ScriptNode[][];
  named: Map<string, ScriptNode[]>;
}

export function parseArguments(nodes: readonly ScriptNode[]): ScriptArguments {
  const found: ScriptArguments = { positional: [], named: new Map() };
  for (const part of partsOf(nodes)) {
    const [key, arrow] = part;
    if (key?.kind === "label") found.named.set(key.text, part.slice(1));
    else if (key && key.kind !== "group" && isPunctuation(arrow, "=>"))
      found.named.set(key.text, part.slice(2));
    else found.positional.push(part);
  }
  return found;
}

/** Returns a string, or `${name}` for a variable. Returns undefined for other expressions. */
export function templateOf(nodes: readonly ScriptNode[]): string | undefined {
  const [first, dot, method, ...others] = nodes;
  const isSame =
    isPunctuation(dot, ".") && method?.kind === "name" && /^(?:freeze|to_s|strip)$/.test(method.text);
  if (others.length > 0 || (dot && !isSame)) return undefined;
  if (first?.kind === "name") return `\${${first.text}}`;
  return first?.kind === "string" ? first.text : undefined;
}

/** Limits of nested interpolation. */
const MAX_DEPTH = 8;
const MAX_STEPS = 100;
const MAX_LENGTH = 1024;

/** Interpolates `${name}` with the values of names. Names without a value stay as written. */
export function interpolate(template: string, values: Readonly<Record<string, string | null>>): string {
  let steps = 0;
  const expand = (text: string, depth: number): string =>
    text.replace(/\$\{(?<name>[^{}]*)\}/g, (written, name: string) => {
      const value = Object.hasOwn(values, name) ? values[name] : null;
      steps += 1;
      if (value == null || depth > MAX_DEPTH || steps > MAX_STEPS) return written;
      const expanded = expand(value, depth + 1);
      return expanded.length > MAX_LENGTH ? written : expanded;
    });
  return expand(template, 0);
}
