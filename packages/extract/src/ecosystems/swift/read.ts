import type { LockFacts } from "../../lock-file.ts";
import type { SourceFile } from "../../source-file.ts";
import { tokenize, type Token } from "./tokens.ts";

/** A call of `.package(…)`. */
export interface PackageUse {
  source: "url" | "id";
  text: string;
  /** The line of `url` or `id`. */
  line: number;
  /** The `name` of the package in older manifests, else null. */
  name: string | null;
  /** Whether the requirement is a branch or a commit, not a version or a range. */
  isRef: boolean;
  /** `1.2.3`, `from: 1.2.3`, `1.0.0..<2.0.0` or `upToNextMinor(from: 1.2.0)`, without quotes; null if missing. */
  requirement: string | null;
}

/** A target, and the packages that it names. */
export interface Target {
  kind: "runtime" | "test";
  /** The names of packages whose products it contains. */
  packages: string[];
  /** The names of packages whose plugins build it. */
  plugins: string[];
}

export interface SwiftFacts {
  package: { name: string; line: number } | null;
  uses: PackageUse[];
  targets: Target[];
  /** Packages in folders, and the names that targets use for them. */
  folders: { path: string; name: string }[];
}

/** The facts of a manifest or of a lock file. */
export type SwiftFile = ({ kind: "manifest" } & SwiftFacts) | ({ kind: "lock" } & LockFacts);

interface Argument {
  label: string | null;
  value: Token[];
}

const OPENING = /^[([{]$/;
const CLOSING = /^[)\]}]$/;

/** Reads the facts of a manifest, without running it. Throws SyntaxProblem. */
export function readManifest(file: SourceFile): SwiftFacts {
  const tokens = tokenize(file);
  const constants = constantsOf(tokens);
  const facts: SwiftFacts = { package: null, uses: [], targets: [], folders: [] };
  const start = tokens.findIndex((_, at) => isCall(tokens, at, "Package"));
  if (start !== -1) facts.package = packageOf(argumentsAt(tokens, start + 1).args, constants);
  for (let at = 1; at < tokens.length; at += 1) {
    if (tokens[at - 1]?.text !== ".") continue;
    if (isCall(tokens, at, "package")) {
      const { args, end } = argumentsAt(tokens, at + 1);
      facts.uses.push(...useOf(args, constants));
      facts.folders.push(...folderOf(args, constants));
      at = end;
    } else if (TARGETS.has(tokens[at]?.text ?? "") && tokens[at + 1]?.text === "(") {
      const { args, end } = argumentsAt(tokens, at + 1);
      facts.targets.push(targetOf(tokens[at]?.text === "testTarget" ? "test" : "runtime", args));
      at = end;
    }
  }
  return facts;
}

const isCall = (tokens: readonly Token[], at: number, name: string): boolean =>
  tokens[at]?.kind === "name" && tokens[at]?.text === name && tokens[at + 1]?.text === "(";

const TARGETS = new Set(["target", "executableTarget", "macro", "plugin", "testTarget"]);

const targetOf = (kind: Target["kind"], args: readonly Argument[]): Target => ({
  kind,
  packages: packagesIn(args.find(({ label }) => label === "dependencies")?.value ?? []),
  plugins: packagesIn(args.find(({ label }) => label === "plugins")?.value ?? []),
});

/** Returns the names in `.product(name: "Log", package: "swift-log")`, `.byName(name: "Log")` and `"Log"`. */
function packagesIn(tokens: readonly Token[]): string[] {
  return tokens.flatMap(({ kind, text }, at) => {
    if (kind !== "string") return [];
    const [label, colon] = [tokens[at - 2]?.text, tokens[at - 1]?.text];
    const isNamed = colon === ":" && (label === "package" || tokens[at - 4]?.text === "byName");
    return isNamed || colon === "[" || colon === "," ? [text.toLowerCase()] : [];
  });
}

/** `.package(path: "../kit")`. By default, its name is that of the folder. */
function folderOf(args: readonly Argument[], constants: Constants): SwiftFacts["folders"] {
  const find = (label: string): string | undefined => {
    const value = args.find((each) => each.label === label)?.value;
    return value && textOf(value, constants);
  };
  const path = find("path");
  if (path === undefined || path.includes("\\(")) return [];
  return [{ path, name: (find("name") ?? path.split("/").at(-1) ?? "").toLowerCase() }];
}

function packageOf(args: readonly Argument[], constants: Constants): SwiftFacts["package"] {
  const [token] = args.find(({ label }) => label === "name")?.value ?? [];
  if (!token) return null;
  const name = textOf([token], constants);
  return name === "" || name.includes("\\(") ? null : { name, line: token.line };
}

function useOf(args: readonly Argument[], constants: Constants): PackageUse[] {
  const source = args.find(({ label }) => label === "url" || label === "id");
  const [token] = source?.value ?? [];
  if (!source || !token) return [];
  const text = textOf(source.value, constants);
  const name = args.find(({ label }) => label === "name")?.value;
  const use = {
    source: source.label === "id" ? ("id" as const) : ("url" as const),
    text,
    line: token.line,
    name: name ? textOf(name, constants).toLowerCase() : null,
  };
  for (const each of args) {
    const requirement = requirementOf(each, constants);
    if (requirement) return [{ ...use, ...requirement }];
  }
  return [{ ...use, isRef: false, requirement: null }];
}

const LABELS = new Set(["from", "exact", "branch", "revision"]);

/** Parses `from: "1.2.3"`, `.exact("1.2.3")`, `.upToNextMinor(from: "1.2.3")` and `"1.0.0"..<"2.0.0"`. */
function requirementOf(
  { label, value }: Argument,
  constants: Constants,
): Pick<PackageUse, "isRef" | "requirement"> | undefined {
  if (label !== null) return LABELS.has(label) ? labeled(label, textOf(value, constants)) : undefined;
  const [first, method] = value;
  const isMember = first?.text === "." && method?.kind === "name";
  const inner = isMember ? argumentsAt(value, 2).args[0] : undefined;
  if (!isMember || !inner) return { isRef: false, requirement: rangeOf(value, constants) };
  const text = textOf(inner.value, constants);
  if (LABELS.has(method.text)) return labeled(method.text, text);
  return {
    isRef: false,
    requirement: `${method.text}(${inner.label === null ? "" : `${inner.label}: `}${text})`,
  };
}

const labeled = (label: string, text: string): Pick<PackageUse, "isRef" | "requirement"> => ({
  isRef: label === "branch" || label === "revision",
  requirement: label === "from" ? `from: ${text}` : text,
});

function rangeOf(value: readonly Token[], constants: Constants): string {
  const at = value.findIndex(({ kind, text }) => kind === "punctuation" && /^\.\.[.<]$/.test(text));
  if (at === -1) return textOf(value, constants);
  const [from, to] = [value.slice(0, at), value.slice(at + 1)];
  return `${textOf(from, constants)}${value[at]?.text ?? ""}${textOf(to, constants)}`;
}

/** Returns the arguments of the bracket at `opening`, and the index of the closing bracket. */
function argumentsAt(tokens: readonly Token[], opening: number): { args: Argument[]; end: number } {
  const args: Argument[] = [];
  let value: Token[] = [];
  let depth = 0;
  let end = opening + 1;
  for (; end < tokens.length; end += 1) {
    const token = tokens[end];
    if (!token) break;
    const { kind, text } = token;
    if (kind === "punctuation" && CLOSING.test(text)) depth -= 1;
    if (depth < 0) break;
    if (depth === 0 && kind === "punctuation" && text === ",") {
      args.push(argumentOf(value));
      value = [];
    } else value.push(token);
    if (kind === "punctuation" && OPENING.test(text)) depth += 1;
  }
  if (value.length > 0) args.push(argumentOf(value));
  return { args, end };
}

const argumentOf = (value: Token[]): Argument =>
  value[0]?.kind === "name" && value[1]?.text === ":"
    ? { label: value[0].text, value: value.slice(2) }
    : { label: null, value };

const INTERPOLATED = /\\\((?<name>\w+)\)/g;
const UNBOUND = /\\\((?<name>[^()]*)/;
/** Bounds texts that grow exponentially. */
const MAX_TEXT = 2000;

/** The texts of `let` constants at the top level of the file, by name. */
type Constants = ReadonlyMap<string, string>;

function constantsOf(tokens: readonly Token[]): Constants {
  const constants = new Map<string, string>();
  let depth = 0;
  for (const [at, { kind, text }] of tokens.entries()) {
    if (kind === "punctuation" && /^[([{]$/.test(text)) depth += 1;
    else if (kind === "punctuation" && /^[)\]}]$/.test(text)) depth -= 1;
    else if (depth === 0 && kind === "name" && text === "let") {
      const name = tokens[at + 1]?.text ?? "";
      const from = at + (tokens[at + 2]?.text === ":" ? 4 : 2);
      const value = tokens[from]?.text === "=" ? literalText(tokens, from + 1, constants) : undefined;
      if (value !== undefined) constants.set(name, value);
    }
  }
  return constants;
}

/** Returns the text of a string literal and the operands that `+` appends to it. */
function literalText(tokens: readonly Token[], start: number, constants: Constants): string | undefined {
  if (tokens[start]?.kind !== "string") return undefined;
  let end = start + 1;
  while (tokens[end]?.text === "+") end += 2;
  return textOf(tokens.slice(start, end), constants);
}

/** Returns the text of an expression, with `\(name)` or `\(code)` for parts that only running the program reveals. */
function textOf(expression: readonly Token[], constants: Constants): string {
  const parts = expression.map((token, i) => {
    if (token.kind === "string")
      return token.text.replace(
        INTERPOLATED,
        (placeholder, name: string) => constants.get(name) ?? placeholder,
      );
    if (token.kind === "punctuation" && token.text === "+" && i % 2 === 1) return "";
    const isName = token.kind === "name" && (expression[i + 1]?.text ?? "+") === "+";
    return isName ? (constants.get(token.text) ?? `\\(${token.text})`) : "\\(code)";
  });
  const end = parts.indexOf("\\(code)");
  return (end === -1 ? parts : parts.slice(0, end + 1)).join("").slice(0, MAX_TEXT);
}

/** Returns the first name in `\(…)`, else null. */
export const findUnbound = (text: string): string | null => UNBOUND.exec(text)?.groups?.["name"] ?? null;
