import {
  isPunctuation,
  isWord,
  parseScript,
  partsOf,
  templateOf,
  type ScriptNode,
} from "../../document/ruby-elixir.ts";
import { argumentsOf, statementsOf } from "../../document/ruby-statements.ts";
import { SyntaxProblem } from "../../ecosystem.ts";
import type { LockFacts } from "../../lock-file.ts";
import type { SourceFile } from "../../source-file.ts";
import { GitSources } from "./source.ts";

/** The stated source of a gem. A field is null if not stated. Interpolated values appear as `${name}`. */
export interface Source {
  /** The repository's URL, from `git:` or a shorthand. */
  git: string | null;
  /** Branch, tag or commit. */
  ref: string | null;
  /** Relative to the file. */
  path: string | null;
}

/** A line that requires a gem. */
export interface Dependency extends Source {
  rule: "gem" | "dependency" | "development_dependency";
  line: number;
  name: string;
  /** `~> 1.2, >= 1.2.3` */
  constraint: string | null;
  /** The groups of a Gemfile that contain the gem. */
  groups: string[];
}

export interface GemFacts {
  /** The gem that a gemspec defines; null in a Gemfile. */
  gem: { name: string; version: string | null; line: number } | null;
  dependencies: Dependency[];
  /** The lines of Git URLs in options and blocks. */
  gitLines: number[];
  /** The entries of a lock file, else null. */
  lock: LockFacts | null;
  /** Variables that are assigned strings; null for a variable with several values. */
  assigned: Record<string, string | null>;
}

const BLOCK_OPENER = /^(?:if|unless|case|begin|def|class|module|while|until|for)$/;
const ADD_DEPENDENCY = /^add_(?<kind>(?:runtime_|development_)?dependency)$/;
const NO_SOURCE: Source = { git: null, ref: null, path: null };

export const emptyFacts = (): GemFacts => ({
  gem: null,
  dependencies: [],
  gitLines: [],
  lock: null,
  assigned: {},
});

/** Reads the facts of one Gemfile or gemspec. Throws SyntaxProblem. */
export function read(file: SourceFile, { isGemspec }: { isGemspec: boolean }): GemFacts {
  const facts = emptyFacts();
  new Reader(facts, isGemspec).read(parseScript(file, "ruby"));
  return facts;
}

/** An open block, with the source that it sets for its gems. */
interface Block {
  line: number;
  source: Source | null;
  /** The shorthand that a `git_source` block defines. */
  defines: string | null;
  groups: string[];
}

const emptyBlock = (line: number): Block => ({ line, source: null, defines: null, groups: [] });

class Reader {
  readonly #facts: GemFacts;
  readonly #isGemspec: boolean;
  readonly #sources = new GitSources();
  readonly #open: Block[] = [];

  constructor(facts: GemFacts, isGemspec: boolean) {
    this.#facts = facts;
    this.#isGemspec = isGemspec;
  }

  read(nodes: readonly ScriptNode[]): void {
    for (const statement of statementsOf(nodes)) this.#statement(statement);
    const open = this.#open.at(-1);
    if (open) throw new SyntaxProblem('Missing "end" of a block.', open.line);
  }

  #statement(statement: readonly ScriptNode[]): void {
    const [first] = statement;
    if (!first) return;
    if (isWord(first, "end")) {
      if (!this.#open.pop()) throw new SyntaxProblem('"end" without a block.', first.line);
      return;
    }
    const at = statement.findIndex((node) => isWord(node, "do"));
    const isLoop = first.kind === "name" && /^(?:while|until|for)$/.test(first.text);
    const call = at === -1 ? statement : statement.slice(0, at);
    this.#call(call);
    if (at !== -1 && !isLoop) this.#open.push(this.#blockOf(call, first.line));
    else if (opensBlock(statement)) this.#open.push(emptyBlock(first.line));
    // `group(:test) { gem "a" }`
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

  #blockOf(call: readonly ScriptNode[], line: number): Block {
    const [name] = call;
    const args = argumentsOf(call);
    const [first] = args.positional;
    const written = first && templateOf(first);
    const block = emptyBlock(line);
    if (name?.kind !== "name") return block;
    if (name.text === "group") return { ...block, groups: args.positional.flatMap(groupsIn) };
    if (name.text === "git_source") return { ...block, defines: symbolOf(first) };
    if (written === undefined) return block;
    const { ref } = this.#sources.of(args);
    if (name.text === "path") return { ...block, source: { ...NO_SOURCE, path: written } };
    if (name.text !== "git" && !this.#sources.has(name.text)) return block;
    this.#facts.gitLines.push(first?.[0]?.line ?? line);
    if (name.text === "git") return { ...block, source: { ...NO_SOURCE, git: written, ref } };
    return { ...block, source: { ...NO_SOURCE, git: this.#sources.urlOf(name.text, written), ref } };
  }

  #call(call: readonly ScriptNode[]): void {
    const [first, second] = call;
    const defines = this.#open.at(-1)?.defines;
    if (defines != null && first?.kind === "string") this.#sources.define(defines, first.text);
    if (first?.kind !== "name") return;
    if (isPunctuation(second, "=")) this.#assign(first.text, call.slice(2));
    else if (isPunctuation(second, ".")) this.#specification(call);
    else if (first.text === "gem" && !this.#isGemspec) this.#gem("gem", call);
  }

  #assign(name: string, value: readonly ScriptNode[]): void {
    const text = templateOf(value);
    const known = this.#facts.assigned[name];
    const isNew = !Object.hasOwn(this.#facts.assigned, name) || known === text;
    this.#facts.assigned[name] = isNew ? (text ?? null) : null;
  }

  /** Reads `spec.name = "kit"` and `spec.add_dependency "x"`. */
  #specification(call: readonly ScriptNode[]): void {
    const [, , method, equals, ...value] = call;
    if (method?.kind !== "name" || !this.#isGemspec) return;
    const { kind } = ADD_DEPENDENCY.exec(method.text)?.groups ?? {};
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
    const around = this.#open.findLast(({ source }) => source !== null)?.source ?? NO_SOURCE;
    const isOwn = own.git !== null || own.path !== null || args.named.has("source");
    const gitLine = args.named.get("git")?.[0]?.line;
    if (gitLine !== undefined) this.#facts.gitLines.push(gitLine);
    const constraint = constraints.flatMap(constraintsIn).join(", ");
    this.#facts.dependencies.push({
      rule,
      line: node.line,
      name: text,
      constraint: constraint || null,
      groups: [
        ...this.#open.flatMap(({ groups }) => groups),
        ...["group", "groups"].flatMap((key) => groupsIn(args.named.get(key) ?? [])),
      ],
      ...(isOwn ? own : around),
    });
  }
}

/** A group is a symbol, a string, a list of these, or `%i[a b]`. */
function groupsIn(nodes: readonly ScriptNode[]): string[] {
  const [first] = nodes;
  if (first?.kind === "group" && first.opening === "[") return partsOf(first.items).flatMap(groupsIn);
  return first?.kind === "symbol" || first?.kind === "string" ? first.text.split(/[\s:]+/) : [];
}

/** A constraint is a string or a list of strings. */
function constraintsIn(nodes: readonly ScriptNode[]): string[] {
  const [first] = nodes;
  if (first?.kind === "group" && first.opening === "[") return partsOf(first.items).flatMap(constraintsIn);
  const text = templateOf(nodes);
  return text === undefined ? ["${code}"] : [text];
}

/** A trailing `if` opens no block, but the `if` of an assigned value does. */
const opensBlock = (statement: readonly ScriptNode[]): boolean =>
  statement.some(
    (node, i) =>
      node.kind === "name" &&
      BLOCK_OPENER.test(node.text) &&
      (i === 0 || isPunctuation(statement[i - 1], "=") || isPunctuation(statement[i - 1], "||")),
  );

const symbolOf = (nodes: readonly ScriptNode[] | undefined): string | null => {
  const [node] = nodes ?? [];
  return node?.kind === "symbol" ? node.text : null;
};
