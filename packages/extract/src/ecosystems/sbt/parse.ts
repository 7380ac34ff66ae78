import type { SourceFile } from "../../source-file.ts";
import { tokenizeScala, type ScalaToken } from "./tokens.ts";
import { cutDeepNodes, type Node, type Parameter, type Statement } from "./tree.ts";

/** Returns the statements of a Scala source. What is not understood is left out, never an error. */
export function parseScala(file: SourceFile): Statement[] {
  const statements = new Parser(tokenizeScala(file), 0).statements();
  cutDeepNodes(statements);
  return statements;
}

const MAX_DEPTH = 150;
const MODIFIERS = new Set(
  "abstract case final implicit inline lazy open override private protected sealed transparent".split(" "),
);
/** Names that cannot be an infix operator. */
const KEYWORDS = new Set(
  "case catch class def do else extends finally for if import lazy match new object override package private return then throw trait try val var while with yield".split(
    " ",
  ),
);

/** Precedence of infix operators by their first character. https://scala-lang.org/files/archive/spec/2.13/06-expressions.html */
function precedenceOf({ kind, text }: ScalaToken): number {
  if (kind === "name") return 1;
  if (text === "=" || (text.endsWith("=") && !/^(?:[=!<>]=|={2,})/.test(text))) return 0;
  const found = ["|", "^", "&", "=!", "<>", ":", "+-", "*/%"].findIndex((each) =>
    each.includes(text.charAt(0)),
  );
  return found < 0 ? 10 : found + 2;
}

class Parser {
  readonly #tokens: readonly ScalaToken[];
  #at = 0;
  #depth: number;
  /** Line ends do not end a statement in parentheses. */
  #isInParentheses = false;

  constructor(tokens: readonly ScalaToken[], depth: number) {
    this.#tokens = tokens;
    this.#depth = depth;
  }

  /** Reads statements up to the end, or past the closing brace. */
  statements(): Statement[] {
    const statements: Statement[] = [];
    const outer = this.#isInParentheses;
    this.#isInParentheses = false;
    for (let token = this.#peek(); token !== undefined; token = this.#peek()) {
      const start = this.#at;
      if (token.text === "}") {
        this.#at += 1;
        if (this.#depth > 0) break;
        continue;
      }
      const statement = this.#statement(token);
      if (statement) statements.push(statement);
      if (this.#at === start) this.#at += 1;
    }
    this.#isInParentheses = outer;
    return statements;
  }

  #statement({ kind, text, line }: ScalaToken): Statement | undefined {
    if (kind === "punctuation" && /^[;,)\]]$/.test(text)) {
      this.#at += 1;
      return undefined;
    }
    if (kind === "operator" && text === "@") {
      this.#at += 2;
      return undefined;
    }
    if (kind === "name") {
      if (text === "import" || text === "package") {
        this.#at += 1;
        while (this.#peek() !== undefined && this.#peek()?.startsLine === false) this.#skipOne();
        return undefined;
      }
      if (text === "case" && !/^(?:class|object)$/.test(this.#peek(1)?.text ?? "")) {
        while (this.#peek() !== undefined && this.#peek()?.text !== "=>" && this.#peek()?.text !== "}")
          this.#skipOne();
        if (this.#peek()?.text === "=>") this.#at += 1;
        return undefined;
      }
      if (MODIFIERS.has(text)) {
        this.#at += 1;
        if (this.#peek()?.text === "[") this.#skipOne();
        return undefined;
      }
      if (text === "val" || text === "var") return this.#value(line);
      if (text === "def") return this.#function(line);
      if (text === "object" || text === "class" || text === "trait") return this.#type(text, line);
    }
    const body = this.#expression(0);
    if (this.#peek()?.text === "=>") this.#at += 1;
    return { kind: "expression", name: "", parameters: [], body, line };
  }

  #value(line: number): Statement {
    this.#at += 1;
    const token = this.#peek();
    const name = token?.kind === "name" ? token.text : "";
    this.#skipOne();
    this.#skipType();
    return { kind: "value", name, parameters: [], body: this.#body(line), line };
  }

  #function(line: number): Statement {
    this.#at += 1;
    const name = this.#peek()?.text ?? "";
    this.#at += 1;
    const parameters = this.#parameters();
    this.#skipType();
    return { kind: "function", name, parameters, body: this.#body(line), line };
  }

  /** Reads `= expression`. */
  #body(line: number): Node {
    return this.#peek()?.text === "=" ? this.#expression(0) : { kind: "several", nodes: [], line };
  }

  #type(keyword: string, line: number): Statement {
    this.#at += 1;
    const name = this.#peek()?.text ?? "";
    this.#at += 1;
    const parameters = this.#parameters();
    while (this.#peek() !== undefined && this.#peek()?.text !== "{" && this.#peek()?.startsLine === false)
      this.#skipOne();
    const body: Node = this.#peek()?.text === "{" ? this.#block() : { kind: "block", statements: [], line };
    return { kind: keyword === "object" ? "object" : "class", name, parameters, body, line };
  }

  #parameters(): Parameter[] {
    const parameters: Parameter[] = [];
    if (this.#peek()?.text === "[") this.#skipOne();
    while (this.#peek()?.text === "(" && this.#peek()?.startsLine === false) {
      this.#at += 1;
      for (let token = this.#peek(); token !== undefined && token.text !== ")"; token = this.#peek()) {
        this.#at += 1;
        if (token.kind !== "name" || MODIFIERS.has(token.text) || token.text === "val") continue;
        this.#skipType();
        const isDefault = this.#peek()?.text === "=";
        parameters.push({
          name: token.text,
          default: isDefault ? this.#inParentheses(() => this.#expression(1)) : null,
        });
      }
      this.#at += 1;
    }
    return parameters;
  }

  /** Skips `: Type`. */
  #skipType(): void {
    if (this.#peek()?.text !== ":") return;
    this.#at += 1;
    for (let token = this.#peek(); token !== undefined; token = this.#peek()) {
      if (/^(?:=|=>|,|\)|\}|;)$/.test(token.text)) return;
      if (token.startsLine && !this.#isInParentheses) return;
      this.#skipOne();
    }
  }

  #expression(least: number): Node {
    this.#depth += 1;
    let left = this.#term();
    for (let token = this.#peek(); token !== undefined; token = this.#peek()) {
      const precedence = precedenceOf(token);
      if (!this.#isInfix(token) || precedence < least) break;
      this.#at += 1;
      if (token.text === "match") {
        left = { kind: "several", nodes: [left, this.#term()], line: token.line };
        continue;
      }
      const right = this.#expression(precedence + 1);
      left = { kind: "infix", operator: token.text, left, right, line: token.line };
    }
    if (this.#peek()?.text === ":" && this.#isInParentheses) this.#skipType();
    const isFunction = this.#peek()?.text === "=>" && this.#isInParentheses && least === 0;
    if (isFunction && this.#depth <= MAX_DEPTH) {
      this.#at += 1;
      left = { kind: "function", parameters: namesIn(left), body: this.#expression(0), line: left.line };
    }
    this.#depth -= 1;
    return left;
  }

  #isInfix({ kind, text, startsLine }: ScalaToken): boolean {
    if (kind === "operator")
      return !/^(?:=>|:|@|<-|=)$/.test(text) || (text === "=" && this.#isInParentheses);
    return kind === "name" && !startsLine && (text === "match" || !KEYWORDS.has(text));
  }

  #term(): Node {
    for (let next = this.#peek(); next !== undefined && isPrefix(next); next = this.#peek()) this.#at += 1;
    const token = this.#peek();
    const line = token?.line ?? 0;
    if (token === undefined || this.#depth > MAX_DEPTH || /^[)\]},;]$/.test(token.text)) {
      if (this.#depth > MAX_DEPTH) this.#skipOne();
      return { kind: "several", nodes: [], line };
    }
    if (token.kind === "text") {
      this.#at += 1;
      const parts = token.parts.map((part) =>
        typeof part === "string" ? part : new Parser(part, this.#depth).#interpolated(line),
      );
      return this.#selected({ kind: "text", parts, line });
    }
    if (token.kind === "number") {
      this.#at += 1;
      return this.#selected({ kind: "text", parts: [token.text], line });
    }
    if (token.text === "(") return this.#selected(this.#group());
    if (token.text === "{") return this.#selected(this.#block());
    if (token.kind !== "name") {
      this.#skipOne();
      return { kind: "several", nodes: [], line };
    }
    this.#at += 1;
    if (token.text === "if" || token.text === "for" || token.text === "while") return this.#condition(line);
    return this.#selected({ kind: "name", name: token.text, line });
  }

  #interpolated(line: number): Node {
    return this.#tokens.length === 0 ? { kind: "several", nodes: [], line } : this.#expression(0);
  }

  #condition(line: number): Node {
    this.#depth += 1;
    this.#term();
    if (/^(?:then|yield|do)$/.test(this.#peek()?.text ?? "")) this.#at += 1;
    const nodes = [this.#expression(1)];
    if (this.#peek()?.text === "else") {
      this.#at += 1;
      nodes.push(this.#expression(1));
    }
    this.#depth -= 1;
    return { kind: "several", nodes, line };
  }

  /** Reads members, arguments and types after a term. */
  #selected(term: Node): Node {
    let node = term;
    for (let token = this.#peek(); token !== undefined; token = this.#peek()) {
      const { text, line, startsLine } = token;
      const name = this.#peek(1);
      if (text === "." && name?.kind === "name") {
        this.#at += 2;
        node = { kind: "member", of: node, name: name.text, line: name.line };
      } else if (text === "[" && !startsLine) this.#skipOne();
      else if (text === "(" && !startsLine) {
        const group = this.#group(true);
        node = { kind: "call", of: node, arguments: group.kind === "several" ? group.nodes : [group], line };
      } else if (text === "{" && !startsLine && node.kind !== "text")
        node = { kind: "call", of: node, arguments: [this.#block()], line };
      else break;
    }
    return node;
  }

  #inParentheses<T>(read: () => T): T {
    const outer = this.#isInParentheses;
    this.#isInParentheses = true;
    const result = read();
    this.#isInParentheses = outer;
    return result;
  }

  /** Reads `(a, b)`: a single node, unless there are several or `isList`. */
  #group(isList = false): Node {
    const line = this.#peek()?.line ?? 0;
    this.#at += 1;
    const nodes: Node[] = [];
    this.#inParentheses(() => {
      for (let token = this.#peek(); token !== undefined && token.text !== ")"; token = this.#peek()) {
        const start = this.#at;
        if (token.text === ",") this.#at += 1;
        else nodes.push(this.#expression(0));
        if (this.#at === start) this.#at += 1;
      }
    });
    this.#at += 1;
    const [only] = nodes;
    return nodes.length === 1 && only !== undefined && !isList ? only : { kind: "several", nodes, line };
  }

  #block(): Node {
    const line = this.#peek()?.line ?? 0;
    this.#at += 1;
    this.#depth += 1;
    const statements = this.#depth > MAX_DEPTH ? [] : this.statements();
    this.#depth -= 1;
    return { kind: "block", statements, line };
  }

  /** Skips a token, or a whole group. */
  #skipOne(): void {
    let depth = 0;
    do {
      const text = this.#peek()?.text ?? "";
      if (/^[([{]$/.test(text)) depth += 1;
      if (/^[)\]}]$/.test(text)) depth -= 1;
      this.#at += 1;
    } while (depth > 0 && this.#peek() !== undefined);
  }

  #peek(ahead = 0): ScalaToken | undefined {
    return this.#tokens[this.#at + ahead];
  }
}

/** Whether a token only comes before a term: an operator such as `!`, the `=` of a body or default, or a keyword such as `new`. */
const isPrefix = (token: ScalaToken): boolean =>
  token.kind === "operator" ||
  (token.kind === "name" && /^(?:new|throw|return|try|yield|do)$/.test(token.text));

const namesIn = (node: Node): string[] =>
  (node.kind === "several" ? node.nodes : [node]).flatMap((each) =>
    each.kind === "name" ? [each.name] : [],
  );
