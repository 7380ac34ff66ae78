import { constantsOf, PythonValues, type PythonValue } from "../../document/python-values.ts";
import { isPunctuation, type Token } from "../../document/python-tokens.ts";
import type { SourceFile } from "../../source-file.ts";

/** A string of the file. Values that only evaluation would yield appear as `{NAME}`. */
export interface Text {
  text: string;
  line: number;
}

/** A call of a rule, with the attributes that can be read without evaluating the file. */
export interface Call {
  /** The last part of the rule's name, without a wrapper's prefix: `http_archive`, `pull`. */
  rule: string;
  line: number;
  texts: (attribute: string) => Text[];
}

/** Includes wrappers whose name ends with the rule's: `_http_archive`, `tf_http_archive`. */
const RULES =
  /^(?:\w*_)?(?<rule>http_archive|http_file|http_jar|(?:new_)?git_repository|(?:container|oci)_pull)$|^(?<exact>module|bazel_dep|\w+_override|pull)$/;
/** Attributes that may be passed by position. */
const POSITIONAL = ["name", "version"];

/** Returns the calls of Bazel's rules in a file, in order. Does not follow macros. */
export function findCalls(file: SourceFile, tokens: readonly Token[]): Call[] {
  const values = new PythonValues(tokens);
  const constants = constantsOf(file, tokens);
  return tokens.flatMap((token, at) => {
    if (constants.has(at)) values.assign(token.text, values.read(at + 2, values.endOfExpression(at + 2)));
    const rule = token.kind === "name" ? ruleAt(tokens, at) : undefined;
    return rule === undefined ? [] : [callAt(tokens, values, at, rule)];
  });
}

/** Treats `maybe(http_archive, …)` as a call of `http_archive`. */
function ruleAt(tokens: readonly Token[], at: number): string | undefined {
  const { rule, exact } = RULES.exec(tokens[at]?.text ?? "")?.groups ?? {};
  const [before, previous, next] = [tokens[at - 2], tokens[at - 1], tokens[at + 1]];
  const isMaybe =
    (before?.text ?? "").endsWith("maybe") && isPunctuation(previous, "(") && isPunctuation(next, ",");
  if (!isMaybe && (!isPunctuation(next, "(") || previous?.text === "def")) return undefined;
  return rule ?? (isPunctuation(previous, ".") === (exact === "pull") ? exact : undefined);
}

function callAt(tokens: readonly Token[], values: PythonValues, at: number, rule: string): Call {
  const opening = isPunctuation(tokens[at + 1], "(") ? at + 1 : at - 1;
  const attributes = new Map<string, Text[]>();
  for (const [position, [start, end]] of values.partsOf(opening).entries()) {
    const isNamed = tokens[start]?.kind === "name" && isPunctuation(tokens[start + 1], "=");
    const name = isNamed ? (tokens[start]?.text ?? "") : POSITIONAL[position];
    const from = isNamed ? start + 2 : start;
    if (name !== undefined) attributes.set(name, textsOf(values.read(from, end), tokens, from, end));
  }
  return { rule, line: tokens[at]?.line ?? 1, texts: (name) => attributes.get(name) ?? [] };
}

function textsOf(value: PythonValue, tokens: readonly Token[], from: number, end: number): Text[] {
  if (value.kind === "text") return [{ text: value.text.replaceAll("\n", " "), line: value.line }];
  if (value.kind === "list")
    return value.items.flatMap((item) =>
      item.kind === "text" ? [{ text: item.text, line: item.line }] : [],
    );
  const token = tokens[from];
  if (token?.text === "None" && end === from + 1) return [];
  const isName = token?.kind === "name" && (end === from + 1 || isPunctuation(tokens[from + 1], "+"));
  return [{ text: `{${isName ? token.text : "code"}}`, line: token?.line ?? 1 }];
}
