import {
  isPunctuation,
  isWord,
  parseHashScript,
  partsOf,
  scriptArguments,
  templateOf,
  type ScriptArguments,
  type ScriptNode,
} from "../../document/hash-script.ts";
import { SyntaxProblem } from "../../ecosystem.ts";
import type { SourceFile } from "../../source-file.ts";
import type { Dependency, GemFacts, Source } from "./facts.ts";
import { GitSources } from "./source.ts";

const GEMFILE = /(?:^|\/)(?:Gemfile|gems\.rb|Gemfile[._-][\w.-]+|[\w.-]+\.gemfile)$/;
const LOCK = /\.lock(?:ed)?$/i;
const GEMSPEC = /\.gemspec$/;
const OPENS = /^(?:if|unless|case|begin|def|class|module|while|until|for)$/;
const ADDS = /^add_(?<kind>(?:runtime_|development_)?dependency)$/;
const GOES_ON = /^(?:[,.+=]|=>|\|\||&&)$/;
const SOURCE_BLOCK: Source = { git: null, ref: null, path: null };

export const claims = ({ path }: { path: string }): boolean =>
  (GEMFILE.test(path) && !LOCK.test(path)) || GEMSPEC.test(path);

/** Facts of one Gemfile or gemspec. Throws SyntaxProblem. */
export function read(file: SourceFile): GemFacts {
  const facts: GemFacts = { gem: null, dependencies: [], gitLines: [], assigned: {} };
  new Reader(facts, GEMSPEC.test(file.path)).read(parseHashScript(file, "ruby"));
  return facts;
}

/** What a block gives to the gems in it. */
interface Open {
  line: number;
  source: Source | null;
  /** The shorthand that the block defines. */
  defines: string | null;
}

class Reader {
  readonly #facts: GemFacts;
  readonly #isGemspec: boolean;
  readonly #sources = new GitSources();
  readonly #open: Open[] = [];

  constructor(facts: GemFacts, isGemspec: boolean) {
    this.#facts = facts;
    this.#isGemspec = isGemspec;
  }

  read(nodes: readonly ScriptNode[]): void {
    for (const statement of statementsOf(nodes)) this.#statement(statement);
    const open = this.#open.at(-1);
    if (open) throw new SyntaxProblem("A block has no end.", open.line);
  }

  #statement(statement: readonly ScriptNode[]): void {
    const [first] = statement;
    if (!first) return;
    if (isWord(first, "end")) {
      if (!this.#open.pop()) throw new SyntaxProblem('"end" ends nothing.', first.line);
      return;
    }
    const at = statement.findIndex((node) => isWord(node, "do"));
    const isLoop = first.kind === "name" && /^(?:while|until|for)$/.test(first.text);
    const call = at === -1 ? statement : statement.slice(0, at);
    this.#call(call);
    if (at !== -1 && !isLoop) this.#open.push(this.#blockOf(call, first.line));
    else if (opensBlock(statement)) this.#open.push({ line: first.line, source: null, defines: null });
    // `group(:test) { gem "a" }`, and blocks on one line.
    const braces = statement.find((node) => node.kind === "group" && node.opening === "{");
    if (braces?.kind === "group") this.#braces(call, braces.items);
  }

  #braces(call: readonly ScriptNode[], items: readonly ScriptNode[]): void {
    const [name] = call;
    if (
      name?.kind !== "name" ||
      !/^(?:group|platforms?|git_source|source|git|path|install_if)$/.test(name.text)
    )
      return;
    const plain = call.filter((node) => !(node.kind === "group" && node.opening === "{"));
    this.#open.push(this.#blockOf(plain, name.line));
    for (const each of statementsOf(items)) this.#statement(each);
    this.#open.pop();
  }

  #blockOf(call: readonly ScriptNode[], line: number): Open {
    const [name] = call;
    const args = argumentsOf(call);
    const [first] = args.positional;
    const written = first && templateOf(first);
    const block: Open = { line, source: null, defines: null };
    if (name?.kind !== "name") return block;
    if (name.text === "git_source") return { ...block, defines: symbolOf(first) };
    if (written === undefined) return block;
    const { ref } = this.#sources.of(args);
    if (name.text === "path") return { ...block, source: { ...SOURCE_BLOCK, path: written } };
    if (name.text !== "git" && !this.#sources.has(name.text)) return block;
    this.#facts.gitLines.push(first?.[0]?.line ?? line);
    if (name.text === "git") return { ...block, source: { ...SOURCE_BLOCK, git: written, ref } };
    return { ...block, source: { ...SOURCE_BLOCK, git: this.#sources.urlOf(name.text, written), ref } };
  }

  #call(call: readonly ScriptNode[]): void {
    const [first, second] = call;
    const defines = this.#open.at(-1)?.defines;
    if (defines != null && first?.kind === "text") this.#sources.define(defines, first.text);
    if (first?.kind !== "name") return;
    if (isPunctuation(second, "=")) this.#assign(first.text, call.slice(2));
    else if (isPunctuation(second, ".")) this.#specify(call);
    else if (first.text === "gem" && !this.#isGemspec) this.#gem("gem", call);
  }

  #assign(name: string, value: readonly ScriptNode[]): void {
    const text = templateOf(value);
    const known = this.#facts.assigned[name];
    const isNew = !Object.hasOwn(this.#facts.assigned, name) || known === text;
    this.#facts.assigned[name] = isNew ? (text ?? null) : null;
  }

  /** `spec.name = "kit"`, `spec.add_dependency "x"` */
  #specify(call: readonly ScriptNode[]): void {
    const [, , method, equals, ...value] = call;
    if (method?.kind !== "name" || !this.#isGemspec) return;
    const { kind } = ADDS.exec(method.text)?.groups ?? {};
    if (kind !== undefined) {
      this.#gem(kind === "development_dependency" ? kind : "dependency", call.slice(2));
    } else if (isPunctuation(equals, "=")) {
      const text = templateOf(value);
      if (method.text === "name" && text !== undefined) {
        this.#facts.gem = { name: text, version: this.#facts.gem?.version ?? null, line: method.line };
      } else if (method.text === "version") {
        const version = text ?? null;
        this.#facts.gem = { name: "", line: method.line, ...this.#facts.gem, version };
      }
    }
  }

  #gem(rule: Dependency["rule"], call: readonly ScriptNode[]): void {
    const args = argumentsOf(call);
    const [name, ...constraints] = args.positional;
    const [node] = name ?? [];
    const text = name && templateOf(name);
    if (text === undefined || !node || text === "") return;
    const own = this.#sources.of(args);
    const around = this.#open.findLast(({ source }) => source !== null)?.source ?? SOURCE_BLOCK;
    const isOwn = own.git !== null || own.path !== null || args.named.has("source");
    const gitLine = args.named.get("git")?.[0]?.line;
    if (gitLine !== undefined) this.#facts.gitLines.push(gitLine);
    const constraint = constraints.flatMap(constraintsIn).join(", ");
    this.#facts.dependencies.push({
      rule,
      line: node.line,
      name: text,
      constraint: constraint || null,
      ...(isOwn ? own : around),
    });
  }
}

/** One text, or a list of them. */
function constraintsIn(nodes: readonly ScriptNode[]): string[] {
  const [first] = nodes;
  if (first?.kind === "group" && first.opening === "[") return partsOf(first.items).flatMap(constraintsIn);
  const text = templateOf(nodes);
  return text === undefined ? ["${code}"] : [text];
}

/** With or without brackets, up to a condition that follows. */
function argumentsOf([, ...rest]: readonly ScriptNode[]): ScriptArguments {
  const [first] = rest;
  if (first?.kind === "group" && first.opening === "(") return scriptArguments(first.items);
  const end = rest.findIndex((node) => isWord(node, "if") || isWord(node, "unless"));
  return scriptArguments(end === -1 ? rest : rest.slice(0, end));
}

/** Not the `if` that follows what it decides; that of an assigned value has an end, too. */
const opensBlock = (statement: readonly ScriptNode[]): boolean =>
  statement.some(
    (node, i) =>
      node.kind === "name" &&
      OPENS.test(node.text) &&
      (i === 0 || isPunctuation(statement[i - 1], "=") || isPunctuation(statement[i - 1], "||")),
  );

/** `|spec|` */
function withoutParameters(nodes: ScriptNode[]): ScriptNode[] {
  if (!isPunctuation(nodes[0], "|")) return nodes;
  const end = nodes.findIndex((node, i) => i > 0 && isPunctuation(node, "|"));
  return end === -1 ? [] : nodes.slice(end + 1);
}

const symbolOf = (nodes: readonly ScriptNode[] | undefined): string | null => {
  const [node] = nodes ?? [];
  return node?.kind === "symbol" ? node.text : null;
};

/** A statement goes on where its line ends with a mark that asks for more; `end` is one by itself, `do` ends one. */
function statementsOf(nodes: readonly ScriptNode[]): ScriptNode[][] {
  const statements: ScriptNode[][] = [[]];
  for (const node of nodes) {
    const last = statements.at(-1)?.at(-1);
    const goesOn = last?.kind === "punctuation" ? GOES_ON.test(last.text) : last?.kind === "label";
    const isEnd = isWord(node, "end") && !isPunctuation(last, ".");
    if (isEnd) statements.push([node], []);
    else if (isWord(node, "do")) {
      statements.at(-1)?.push(node);
      statements.push([]);
    } else if (isPunctuation(node, ";") || (isPunctuation(node, "\n") && !goesOn)) statements.push([]);
    else if (!isPunctuation(node, "\n")) statements.at(-1)?.push(node);
  }
  return statements.map(withoutParameters).filter((statement) => statement.length > 0);
}
