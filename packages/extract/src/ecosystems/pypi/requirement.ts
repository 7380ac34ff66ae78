import { addProblem, type PypiFacts, type Requirement } from "./facts.ts";
import { isPackageName, normalizeName } from "./package-name.ts";
import { findPlaceholder, locate } from "./source.ts";

const NAME = /^(?<name>[a-z\d][\w.-]*)\s*(?:\[[^\]]*\])?\s*/i;
const CLAUSE = /^(?:===|~=|==|!=|<=|>=|<|>)\s*[^\s,;()]+$/;
/** What a specifier may begin with before its placeholders are filled in. */
const MAYBE_SPECIFIER = /^[<>=!~{$%]/;

/** The part of a requirement that is the same wherever it stands. */
export type ParsedRequirement = Pick<Requirement, "name" | "source" | "unbound">;

/** PEP 508: `name[extra] >=1; marker` or `name @ url ; marker`. Undefined for what is no requirement. */
export function parseRequirement(text: string): ParsedRequirement | undefined {
  const match = NAME.exec(text);
  const name = match?.groups?.["name"] ?? "";
  if (!match || !isPackageName(name)) return undefined;
  const rest = text.slice(match[0].length);
  if (rest.startsWith("@")) return atLocation(normalizeName(name), rest.slice(1));
  const [written = ""] = rest.split(";", 1);
  const constraint = withoutParentheses(written.trim());
  const unbound = findPlaceholder(constraint);
  if (unbound === null ? !isSpecifier(constraint) : !MAYBE_SPECIFIER.test(constraint)) return undefined;
  return { name: normalizeName(name), source: { kind: "index", constraint: constraint || null }, unbound };
}

/** A marker may follow an URL after a blank only, since an URL may hold a semicolon. */
function atLocation(name: string, written: string): ParsedRequirement | undefined {
  const [url = ""] = written.trim().split(/\s+;|\s/, 1);
  if (url === "") return undefined;
  const { source } = locate(url);
  return { name, source, unbound: source.kind === "path" ? null : findPlaceholder(url) };
}

/** Adds a requirement that tools read by PEP 508, or the problem that it is none. */
export function addRequirement(
  facts: PypiFacts,
  { group, line, text }: { group: string; line: number; text: string },
): void {
  const raw = text.trim();
  const parsed = parseRequirement(raw);
  if (parsed) facts.requirements.push({ ...parsed, group, line, raw, isRedirectable: true });
  else addProblem(facts, line, `${group}: "${raw.slice(0, 100)}" is no requirement.`);
}

const withoutParentheses = (text: string): string =>
  text.startsWith("(") && text.endsWith(")") ? text.slice(1, -1).trim() : text;

const isSpecifier = (text: string): boolean =>
  text === "" ||
  text
    .replace(/,$/, "")
    .split(",")
    .every((clause) => CLAUSE.test(clause.trim()));
