import { constantsOf, PythonValues, type PythonValue } from "../../document/python-values.ts";
import { isPunctuation, tokenize, type Token } from "../../document/python-tokens.ts";
import type { LockFacts } from "../../lock-file.ts";
import type { SourceFile } from "../../source-file.ts";

export interface ConanFacts {
  package: { name: string; line: number; version: string | null } | null;
  /** References as written. Values that only execution would yield appear in braces. */
  uses: { group: string; text: string; line: number }[];
}

/** The facts of a conanfile or of a lock file. */
export type ConanFile = ({ kind: "manifest" } & ConanFacts) | ({ kind: "lock" } & LockFacts);

/** The names of attributes, methods and sections that declare dependencies. */
const GROUPS: ReadonlySet<string> = new Set([
  "requires",
  "tool_requires",
  "build_requires",
  "test_requires",
  "python_requires",
]);

/** The attribute by which a test package requires the recipe under test. */
const TESTED = "tested_reference_str";
/** Conan 1 allows a mode after a reference. */
const MODES = new Set(["private", "override"]);

interface Text {
  text: string;
  line: number;
}

/** Reads the literals of a `conanfile.py`. Throws SyntaxProblem. */
export function readRecipe(file: SourceFile): ConanFacts {
  const tokens = tokenize(file);
  const values = new PythonValues(tokens);
  const constants = constantsOf(file, tokens);
  const attributes = new Map<string, Text>();
  const uses: ConanFacts["uses"] = [];
  // Assignments in methods are not attributes of the recipe.
  let isInClass = false;
  const add = (group: string, texts: readonly Text[]): void =>
    void uses.push(...texts.filter(({ text }) => !MODES.has(text)).map((each) => ({ group, ...each })));

  for (const [at, token] of tokens.entries()) {
    if (token.kind !== "name") continue;
    if (token.text === "class" || token.text === "def") isInClass = token.text === "class";
    if (constants.has(at)) values.assign(token.text, values.read(at + 2, values.endOfExpression(at + 2)));
    const isMember = isPunctuation(tokens[at - 1], ".");
    if (isMember && GROUPS.has(token.text) && isPunctuation(tokens[at + 1], "(")) {
      add(token.text, firstArgument(tokens, values, at + 1));
    } else if (!isMember && isPunctuation(tokens[at + 1], "=") && isFirstOnLine(tokens, at)) {
      const texts = tupleTexts(tokens, values, at + 2);
      if (GROUPS.has(token.text)) add(token.text, texts);
      else if (isInClass && texts[0] && !attributes.has(token.text)) attributes.set(token.text, texts[0]);
    }
  }
  return {
    package: packageOf(attributes),
    uses: uses.map((use) => ({ ...use, text: bind(use.text, attributes) })),
  };
}

/** Returns the first argument of `self.requires("zlib/1.3", …)`, except the recipe under test. */
function firstArgument(tokens: readonly Token[], values: PythonValues, opening: number): Text[] {
  const [first] = values.partsOf(opening);
  if (!first) return [];
  const inner = tokens.slice(first[0], Math.min(first[1], first[0] + 3));
  if (inner.some(({ text }) => text === TESTED)) return [];
  const texts = textsOf(values.read(...first));
  const [token] = inner;
  const name = inner.map(({ text }) => text).join("");
  return texts.length > 0 || !token
    ? texts
    : [{ text: `{${/^[\w.]+$/.test(name) ? name : "code"}}`, line: token.line }];
}

/** Returns the texts of `"a/1", "b/2"`, with or without brackets. */
function tupleTexts(tokens: readonly Token[], values: PythonValues, start: number): Text[] {
  const texts: Text[] = [];
  for (let from = start; ;) {
    const end = values.endOfExpression(from);
    texts.push(...textsOf(values.read(from, end)));
    if (!isPunctuation(tokens[end], ",")) return texts;
    from = end + 1;
  }
}

function textsOf(value: PythonValue): Text[] {
  if (value.kind === "text") return [{ text: value.text, line: value.line }];
  return value.kind === "list" ? value.items.flatMap(textsOf) : [];
}

/** Is the name first on its line? Otherwise it may be a keyword argument. */
function isFirstOnLine(tokens: readonly Token[], at: number): boolean {
  const [before, name] = [tokens[at - 1], tokens[at]];
  return before === undefined || (before.line !== name?.line && !/^[,([{=]$/.test(before.text));
}

const bind = (text: string, attributes: ReadonlyMap<string, Text>): string =>
  text.replace(/\{self\.(\w+)\}/g, (written, name: string) => attributes.get(name)?.text ?? written);

function packageOf(attributes: ReadonlyMap<string, Text>): ConanFacts["package"] {
  const name = attributes.get("name");
  if (!name || !/^[a-z\d_][\w+.-]*$/i.test(name.text)) return null;
  const version = attributes.get("version")?.text ?? "";
  return { name: name.text, line: name.line, version: /^[\w.+-]+$/.test(version) ? version : null };
}

/** A `#` starts a comment only at the start of a line or after a space; otherwise it starts a revision. */
const COMMENT = /(?:^|\s)#.*$/;

/** Reads the sections of a `conanfile.txt` that declare packages, one per line. */
export function readConanfileText(file: SourceFile): ConanFacts {
  const facts: ConanFacts = { package: null, uses: [] };
  let group = "";
  for (const [index, written] of file.text.split("\n").entries()) {
    const text = written.trim().replace(COMMENT, "").trim();
    const section = /^\[(?<name>\w+)\]$/.exec(text)?.groups?.["name"];
    if (section !== undefined) group = section;
    else if (text !== "" && GROUPS.has(group)) facts.uses.push({ group, text, line: index + 1 });
  }
  return facts;
}
