import type { SourceFile } from "../../source-file.ts";
import { tokenize, type Token } from "./tokens.ts";
import { constantsOf, textOf, type Constants } from "./values.ts";

/** One `.package(…)`. */
export interface PackageUse {
  source: "url" | "id";
  text: string;
  /** Of `url` or `id`. */
  line: number;
  /** A branch or a commit, else a version or a range of them. */
  isRef: boolean;
  /** Without quotes: `1.2.3`, `from: 1.2.3`, `1.0.0..<2.0.0`, `upToNextMinor(from: 1.2.0)`; null for none. */
  requirement: string | null;
}

export interface SwiftFacts {
  package: { name: string; line: number } | null;
  uses: PackageUse[];
}

interface Argument {
  label: string | null;
  value: Token[];
}

const OPENING = /^[([{]$/;
const CLOSING = /^[)\]}]$/;

/** Facts of one manifest. Throws SyntaxProblem. */
export function readManifest(file: SourceFile): SwiftFacts {
  const tokens = tokenize(file);
  const constants = constantsOf(tokens);
  const facts: SwiftFacts = { package: null, uses: [] };
  const whole = tokens.findIndex((_, at) => isCall(tokens, at, "Package"));
  if (whole !== -1) facts.package = packageOf(argumentsAt(tokens, whole + 1).args, constants);
  for (let at = 1; at < tokens.length; at += 1) {
    if (tokens[at - 1]?.text !== "." || !isCall(tokens, at, "package")) continue;
    const { args, end } = argumentsAt(tokens, at + 1);
    facts.uses.push(...useOf(args, constants));
    at = end;
  }
  return facts;
}

const isCall = (tokens: readonly Token[], at: number, name: string): boolean =>
  tokens[at]?.kind === "name" && tokens[at]?.text === name && tokens[at + 1]?.text === "(";

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
  const use = { source: source.label === "id" ? ("id" as const) : ("url" as const), text, line: token.line };
  for (const each of args) {
    const requirement = requirementOf(each, constants);
    if (requirement) return [{ ...use, ...requirement }];
  }
  return [{ ...use, isRef: false, requirement: null }];
}

const LABELS = new Set(["from", "exact", "branch", "revision"]);

/** `from: "1.2.3"`, `.exact("1.2.3")`, `.upToNextMinor(from: "1.2.3")`, `"1.0.0"..<"2.0.0"`. */
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

/** The arguments between the bracket at `opening` and the one that closes it, at `end`. */
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
