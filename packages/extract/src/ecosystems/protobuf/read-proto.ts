import { Scanner } from "../../document/scanner.ts";
import type { SourceFile } from "../../source-file.ts";

/** A name that a file defines: `acme.pets.v1.Pet`. */
export interface ProtoName {
  kind: "definition" | "field" | "operation";
  name: string;
  line: number;
}

/** A type or option as written, in the message or package that it is resolved from. */
export interface ProtoUse {
  scope: string;
  name: string;
  line: number;
}

export interface ProtoFacts {
  package: string;
  imports: { path: string; line: number }[];
  names: ProtoName[];
  uses: ProtoUse[];
}

interface Token {
  text: string;
  line: number;
}

/** Far more than handwritten files have. */
const MAX_TOKENS = 400_000;

const BLANK = /\s+|\/\/[^\n]*/y;
const TOKEN = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|\.?[A-Za-z_][\w.]*|[^\s]/y;

function tokensOf(file: SourceFile): Token[] {
  const scanner = new Scanner(file);
  const tokens: Token[] = [];
  while (!scanner.ended && tokens.length < MAX_TOKENS) {
    if (scanner.skip(BLANK)) continue;
    if (scanner.startsWith("/*")) {
      const end = scanner.text.indexOf("*/", scanner.position + 2);
      scanner.position = end === -1 ? scanner.text.length : end + 2;
      continue;
    }
    const { line } = scanner;
    const text = scanner.take(TOKEN);
    if (text === undefined) break;
    tokens.push({ text, line });
  }
  return tokens;
}

/** Types that no file defines, and words that are no types. */
const BUILT_IN = new Set(
  (
    "double float int32 int64 uint32 uint64 sint32 sint64 fixed32 fixed64 sfixed32 sfixed64 bool string bytes group " +
    "repeated optional required stream map"
  ).split(" "),
);
const LABELS = new Set(["repeated", "optional", "required"]);
const NAME = /^\.?[A-Za-z_]/;

/** Reads a file in the language of protocol buffers, as far as it is valid: https://protobuf.dev/reference/protobuf/proto3-spec/ */
export const readProto = (file: SourceFile): ProtoFacts => new ProtoReader(tokensOf(file)).read();

interface Block {
  kind: "file" | "message" | "enum" | "service" | "extend";
  scope: string;
}

class ProtoReader {
  readonly #tokens: readonly Token[];
  readonly #facts: ProtoFacts = { package: "", imports: [], names: [], uses: [] };
  #at = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  read(): ProtoFacts {
    const blocks: Block[] = [{ kind: "file", scope: "" }];
    while (this.#at < this.#tokens.length) {
      const block = blocks.at(-1) ?? { kind: "file", scope: this.#facts.package };
      if (this.#skip("}")) {
        if (blocks.length > 1) blocks.pop();
      } else if (!this.#skip(";")) {
        const inner = this.#readStatement(
          block.kind === "file" ? { kind: "file", scope: this.#facts.package } : block,
        );
        if (inner) blocks.push(inner);
      }
    }
    return this.#facts;
  }

  /** Returns the block that the statement starts. */
  #readStatement(block: Block): Block | undefined {
    const { text, line } = this.#next();
    const isFile = block.kind === "file";
    const canNest = isFile || block.kind === "message";
    if (isFile && text === "package") {
      this.#facts.package = this.#peek();
    } else if (isFile && text === "import") {
      const path = [this.#next().text, this.#peek()].find((each) => /^["']/.test(each));
      if (path !== undefined) this.#facts.imports.push({ path: path.slice(1, -1), line });
    } else if (text === "option") {
      this.#readOptions(block.scope);
      return undefined;
    } else if (canNest && (text === "message" || text === "enum") && this.#startsBlock()) {
      return this.#readBlock(text, block.scope);
    } else if (isFile && text === "service" && this.#startsBlock()) {
      return this.#readBlock("service", block.scope);
    } else if (canNest && text === "extend" && this.#peek(1) === "{") {
      this.#use(block.scope, this.#next());
      this.#at += 1;
      return { kind: "extend", scope: block.scope };
    } else if (block.kind === "message" && text === "oneof" && this.#startsBlock()) {
      this.#at += 2;
      return { ...block };
    } else if (block.kind === "service" && text === "rpc") {
      this.#readMethod(block.scope);
      return undefined;
    } else if (block.kind === "enum" && this.#peek() === "=") {
      this.#name("field", block.scope, { text, line });
    } else if (
      (block.kind === "message" || block.kind === "extend") &&
      text !== "reserved" &&
      text !== "extensions"
    ) {
      return this.#readField(block, { text, line });
    }
    this.#readOptions(block.scope);
    return undefined;
  }

  #readBlock(kind: "message" | "enum" | "service", scope: string): Block {
    const name = this.#name("definition", scope, this.#next());
    this.#at += 1;
    return { kind, scope: name };
  }

  /** `rpc Get(stream GetRequest) returns (GetResponse) { option … }` */
  #readMethod(scope: string): void {
    this.#name("operation", scope, this.#next());
    for (
      let token = this.#next();
      token.text !== "" && token.text !== ";" && token.text !== "{";
      token = this.#next()
    )
      if (token.text !== "returns") this.#use(scope, token);
    if (this.#tokens[this.#at - 1]?.text !== "{") return;
    this.#at -= 1;
    this.#readOptions(scope);
  }

  /** `repeated Pet pets = 1 [(acme.option) = true];`, `map<string, Pet> pets = 1;` or a group. */
  #readField({ kind, scope }: Block, first: Token): Block | undefined {
    const type = LABELS.has(first.text) ? this.#next() : first;
    if (type.text === "map") {
      for (
        let token = this.#next();
        token.text !== "" && token.text !== ">" && token.text !== ";";
        token = this.#next()
      )
        this.#use(scope, token);
    } else if (type.text === "group") {
      const group = this.#name("definition", scope, this.#next());
      while (this.#at < this.#tokens.length && this.#peek() !== "{" && this.#peek() !== ";") this.#at += 1;
      return this.#skip("{") ? { kind: "message", scope: group } : undefined;
    } else this.#use(scope, type);
    if (this.#peek(1) === "=") this.#name(kind === "extend" ? "definition" : "field", scope, this.#next());
    this.#readOptions(scope);
    return undefined;
  }

  /** Moves past the end of a statement. Options of others are in parentheses: `(acme.option).field`. */
  #readOptions(scope: string): void {
    let depth = 0;
    for (let token = this.#next(); token.text !== ""; token = this.#next()) {
      if (token.text === "(" && NAME.test(this.#peek()) && this.#peek(1) === ")")
        this.#use(scope, this.#next());
      if (/^[{[(]$/.test(token.text)) depth += 1;
      if (/^[}\])]$/.test(token.text)) depth -= 1;
      if (depth < 0) this.#at -= 1;
      if (depth < 0 || (depth === 0 && (token.text === ";" || token.text === "}"))) return;
    }
  }

  /** Whether the next tokens are a name and a brace. */
  #startsBlock(): boolean {
    return NAME.test(this.#peek()) && this.#peek(1) === "{";
  }

  #name(kind: ProtoName["kind"], scope: string, { text, line }: Token): string {
    const name = scope === "" ? text : `${scope}.${text}`;
    if (NAME.test(text)) this.#facts.names.push({ kind, name, line });
    return name;
  }

  #use(scope: string, { text, line }: Token): void {
    if (NAME.test(text) && !BUILT_IN.has(text)) this.#facts.uses.push({ scope, name: text, line });
  }

  #next(): Token {
    const token = this.#tokens[this.#at] ?? { text: "", line: 1 };
    this.#at += 1;
    return token;
  }

  #peek(ahead = 0): string {
    return this.#tokens[this.#at + ahead]?.text ?? "";
  }

  #skip(text: string): boolean {
    if (this.#peek() !== text) return false;
    this.#at += 1;
    return true;
  }
}
