import { findArchiveUrl } from "../../git-url.ts";
import type { Role } from "@knockon/contract/vocabulary/role";
import { addProblem, type PypiFacts, type Requirement, type Source } from "./facts.ts";

const PACKAGE_NAME = /^[a-z\d](?:[\w.-]*[a-z\d])?$/i;

export const isPackageName = (text: string): boolean => PACKAGE_NAME.test(text);

/** `Acme_Core`, `acme.core` and `acme-core` are one package: https://peps.python.org/pep-0503/#normalized-names */
export const normalizeName = (name: string): string => name.toLowerCase().replace(/[-_.]+/g, "-");

const NAME = /^(?<name>[a-z\d][\w.-]*)\s*(?:\[[^\]]*\])?\s*/i;
const CLAUSE = /^(?:===|~=|==|!=|<=|>=|<|>)\s*[^\s,;()]+$/;
/** The beginning of a specifier that contains placeholders. */
const POSSIBLE_SPECIFIER = /^[<>=!~{$%]/;

/** The fields of a requirement that do not depend on its context. */
export type ParsedRequirement = Pick<Requirement, "name" | "source" | "unbound">;

/**
 * Parses `name[extra] >=1; marker` or `name @ url ; marker`. Undefined if the text is not a requirement.
 *
 * https://peps.python.org/pep-0508/
 */
export function parseRequirement(text: string): ParsedRequirement | undefined {
  const match = NAME.exec(text);
  const name = match?.groups?.["name"] ?? "";
  if (!match || !isPackageName(name)) return undefined;
  const rest = text.slice(match[0].length);
  if (rest.startsWith("@")) return parseDirectReference(normalizeName(name), rest.slice(1));
  const [specifier = ""] = rest.split(";", 1);
  const constraint = stripParentheses(specifier.trim());
  const unbound = findPlaceholder(constraint);
  if (unbound === null ? !isSpecifier(constraint) : !POSSIBLE_SPECIFIER.test(constraint)) return undefined;
  return { name: normalizeName(name), source: { kind: "index", constraint: constraint || null }, unbound };
}

/** A marker must be separated from the URL by a space because URLs may contain semicolons. */
function parseDirectReference(name: string, text: string): ParsedRequirement | undefined {
  const [url = ""] = text.trim().split(/\s+;|\s/, 1);
  if (url === "") return undefined;
  const { source } = parseLocation(url);
  return { name, source, unbound: source.kind === "path" ? null : findPlaceholder(url) };
}

/** Adds a PEP 508 requirement, or a problem if the text is not one. */
export function addRequirement(
  facts: PypiFacts,
  { group, role, line, text }: { group: string; role: Role | null; line: number; text: string },
): void {
  const raw = text.trim();
  const parsed = parseRequirement(raw);
  if (parsed) facts.requirements.push({ ...parsed, group, role, line, raw, isRedirectable: true });
  else addProblem(facts, line, `${group}: "${raw.slice(0, 100)}" is not a valid requirement.`);
}

const stripParentheses = (text: string): string =>
  text.startsWith("(") && text.endsWith(")") ? text.slice(1, -1).trim() : text;

const isSpecifier = (text: string): boolean =>
  text === "" ||
  text
    .replace(/,$/, "")
    .split(",")
    .every((clause) => CLAUSE.test(clause.trim()));

const GIT_SCHEME = /^(?:git\+[a-z+]+:\/\/|git:\/\/|git\+(?=[\w.~-]+@))/i;
const SCHEME = /^[a-z][a-z\d+.-]*:/i;
/** The syntax of several tools for the project's own folder. */
const PROJECT_ROOT = /^(?:file:(?:\/\/)?\/?)?(?:\$\{PROJECT_ROOT\}|\{root:uri\}|\{root\})\/?/;
const PLACEHOLDER =
  /\$\{[^}]{0,100}\}|\$[A-Z_]\w{0,100}|\{\{[^}]{0,100}\}\}|\{%[^}]{0,100}%\}|\{[^{}]{1,100}\}|<%[^>]{0,100}%>|%\(\w{1,100}\)s|%s/;
const CREDENTIALS = /^\/\/[^/@]*@/;
const ARCHIVE_NAME =
  /(?:^|\/)(?<name>[a-z\d](?:[\w.]|-(?!\d))*)-(?<version>\d[^-/]*)(?:-[^/]*\.whl|\.(?:tar\.(?:gz|bz2|xz)|zip|tgz))$/i;

export interface LocatedPackage {
  source: Source;
  /** Normalized; null if the location does not contain it. */
  name: string | null;
}

/** Returns the first placeholder outside the credentials of a URL. */
export function findPlaceholder(text: string): string | null {
  const at = text.indexOf("//");
  const bare = at === -1 ? text : text.slice(0, at) + text.slice(at).replace(CREDENTIALS, "");
  return PLACEHOLDER.exec(bare)?.[0] ?? null;
}

/** Parses a location that pip accepts after `name @` or instead of a name: a VCS or archive URL, or a path. */
export function parseLocation(text: string): LocatedPackage {
  const [location = "", fragment = ""] = splitOnce(text.trim(), "#");
  const name = nameOfFragment(fragment);
  if (PROJECT_ROOT.test(location)) {
    return { source: { kind: "path", path: location.replace(PROJECT_ROOT, "./") }, name };
  }
  if (GIT_SCHEME.test(location)) return { source: parseGitSource(location), name };
  const archive = findArchiveUrl(location);
  if (archive) {
    const source = { kind: "git" as const, url: archive.repositoryUrl, ref: archive.ref };
    return { source, name: name ?? nameOfArchive(location) };
  }
  if (/^file:/i.test(location)) return { source: { kind: "path", path: pathOfFileUrl(location) }, name };
  if (SCHEME.test(location) && !/^[a-z]:[\\/]/i.test(location)) {
    return { source: { kind: "url", url: location }, name: name ?? nameOfArchive(location) };
  }
  return { source: { kind: "path", path: location.replace(/\[[^[\]]{0,200}\]$/, "") }, name };
}

/** Returns the version in the file name of an archive. */
export const versionOfArchive = (url: string): string | null =>
  ARCHIVE_NAME.exec(url.replace(/[?#].*$/s, ""))?.groups?.["version"] ?? null;

/** Parses `git+https://host/org/repo.git@ref`. An `@` before the path belongs to the credentials. */
function parseGitSource(text: string): Source {
  const url = text.replace(/^git\+/i, "");
  if (/^file:/i.test(url)) return { kind: "path", path: pathOfFileUrl(url.replace(/@[^@/]*$/, "")) };
  const scheme = url.indexOf("://");
  const start = scheme === -1 ? url.indexOf(":") : url.indexOf("/", scheme + 3);
  const separator = url.lastIndexOf("@");
  if (start === -1 || separator < start) return { kind: "git", url, ref: null };
  return { kind: "git", url: url.slice(0, separator), ref: url.slice(separator + 1) || null };
}

/** Supports `file:///abs`, `file://localhost/abs` and `file:relative`. */
const pathOfFileUrl = (url: string): string => url.replace(/^file:(?:\/\/(?:localhost(?=\/))?)?/i, "");

/** Parses `egg=name[extra]&subdirectory=x`. */
function nameOfFragment(fragment: string): string | null {
  const egg = fragment.split("&").find((part) => part.startsWith("egg="));
  const name = egg?.slice("egg=".length).replace(/\[.*$|[=<>!~].*$/s, "") ?? "";
  return isPackageName(name) ? normalizeName(name) : null;
}

function nameOfArchive(url: string): string | null {
  const name = ARCHIVE_NAME.exec(url.replace(/[?#].*$/s, ""))?.groups?.["name"];
  return name === undefined || !isPackageName(name) ? null : normalizeName(name);
}

function splitOnce(text: string, separator: string): string[] {
  const at = text.indexOf(separator);
  return at === -1 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}
