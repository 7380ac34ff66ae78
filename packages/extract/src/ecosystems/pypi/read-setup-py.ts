import type { Role } from "@knockon/contract/vocabulary/role";
import type { SourceFile } from "../../source-file.ts";
import { emptyFacts, type Package, type PypiFacts } from "./facts.ts";
import { isPunctuation, tokenize, type Token } from "../../document/python-tokens.ts";
import { PythonValues, type PythonValue } from "../../document/python-values.ts";
import { roleOfGroup } from "./purpose.ts";
import { addRequirement, isPackageName } from "./requirement.ts";

/** Bounds the memory for lists that contain each other. */
const MAX_VALUES = 20_000;
/** Longer than the name of any extra. */
const MAX_NAME = 100;

const GROUPS: readonly [keyword: string, role: Role | null][] = [
  ["install_requires", null],
  ["setup_requires", "build"],
  ["tests_require", "test"],
  ["extras_require", null],
];

/** Reads the facts of a `setup.py` from the literal arguments of `setup(…)`, without running it. */
export function readSetupPy(file: SourceFile): PypiFacts {
  const facts = emptyFacts();
  const tokens = tokenize(file);
  const values = new PythonValues(tokens);
  for (let at = 0; at < tokens.length; at += 1) {
    if (isSetupCall(tokens, at)) readCall(facts, tokens, values, at + 1);
    else if (isAssignment(tokens, at)) {
      values.assign(tokens[at]?.text ?? "", values.read(at + 2, values.endOfExpression(at + 2)));
    }
  }
  return facts;
}

const isSetupCall = (tokens: readonly Token[], at: number): boolean =>
  isName(tokens[at], "setup") && isPunctuation(tokens[at + 1], "(") && !isName(tokens[at - 1], "def");

/** A variable at the start of a line, as opposed to a keyword argument. */
function isAssignment(tokens: readonly Token[], at: number): boolean {
  const [before, name] = [tokens[at - 1], tokens[at]];
  const isFirst = before === undefined || (before.line !== name?.line && !/^[,([{=]$/.test(before.text));
  return isFirst && name?.kind === "name" && isPunctuation(tokens[at + 1], "=");
}

function readCall(facts: PypiFacts, tokens: readonly Token[], values: PythonValues, opening: number): void {
  const keywords = new Map<string, { value: PythonValue; line: number }>();
  for (const [start, end] of values.partsOf(opening)) {
    const keyword = tokens[start];
    if (isPunctuation(keyword, "**")) {
      for (const [key, value] of unpacked(values.read(start + 1, end))) {
        keywords.set(key, { value, line: value.kind === "text" ? value.line : (keyword?.line ?? 1) });
      }
    }
    if (keyword?.kind !== "name" || !isPunctuation(tokens[start + 1], "=")) continue;
    const value = values.read(start + 2, end);
    keywords.set(keyword.text, { value, line: keyword.line });
  }
  for (const [group, role] of GROUPS) {
    const value = keywords.get(group)?.value;
    if (value) addValue(facts, { group, role }, value, { left: MAX_VALUES });
  }
  facts.package ??= findPackage(keywords);
}

/** Returns the arguments of `**kwargs`, if it is a literal dictionary or a variable with one. */
const unpacked = (value: PythonValue): [string, PythonValue][] =>
  value.kind === "map" ? value.entries.map((entry) => [entry.key, entry.value]) : [];

/** The keys of a map are the names of extras, with an optional condition: `test:python_version < "3"`. */
function addValue(
  facts: PypiFacts,
  { group, role }: { group: string; role: Role | null },
  value: PythonValue,
  budget: { left: number },
): void {
  budget.left -= 1;
  if (budget.left < 0) return;
  if (value.kind === "list") for (const item of value.items) addValue(facts, { group, role }, item, budget);
  if (value.kind === "map") {
    for (const { key, value: inner } of value.entries) {
      const [name = ""] = key.slice(0, MAX_NAME).split(":", 1);
      addValue(facts, { group, role: roleOfGroup(name) ?? role }, inner, budget);
    }
  }
  if (value.kind !== "text") return;
  // A text may contain several requirements on separate lines.
  for (const [offset, text] of value.text.split("\n").entries()) {
    if (text.trim() !== "") addRequirement(facts, { group, role, line: lineOf(value, offset), text });
  }
}

/** An escaped `\n` does not start a new source line. */
const lineOf = (value: PythonValue & { kind: "text" }, offset: number): number =>
  value.line + (value.isMultiline ? offset : 0);

function findPackage(keywords: ReadonlyMap<string, { value: PythonValue; line: number }>): Package | null {
  const name = keywords.get("name");
  if (name?.value.kind !== "text" || !isPackageName(name.value.text)) return null;
  const version = keywords.get("version")?.value;
  return {
    name: name.value.text,
    line: name.line,
    version: version?.kind === "text" && /^\d[^{}]*$/.test(version.text) ? version.text : null,
    isVirtual: false,
  };
}

const isName = (token: Token | undefined, text: string): boolean =>
  token?.kind === "name" && token.text === text;
