import type { OwnerSyntax } from "./path-pattern.ts";

/** A CODEOWNERS file as plain data. */
export interface Codeowners {
  syntax: OwnerSyntax;
  /** In each section, the last matching rule counts. GitHub has one section. */
  sections: OwnerSection[];
  skipped: SkippedLine[];
  /** Number of skipped lines that are not listed. */
  moreSkipped: number;
}

export interface OwnerSection {
  rules: OwnerRule[];
  /** Patterns of files that have no owner in this section, even if a rule matches them. */
  exclusions: string[];
}

export interface OwnerRule {
  pattern: string;
  /** Users, teams, roles and email addresses as written. Empty if matching files have no owner. */
  owners: string[];
}

/** A line that the host ignores too. */
interface SkippedLine {
  line: number;
  message: string;
}

/** Longer than any handwritten pattern. */
const MAX_PATTERN_LENGTH = 1000;
/** Applies to a line and to a file. */
export const MAX_OWNERS = 50;
const MAX_SKIPPED = 20;

const SECTION = /^\^?\[([^\]]+)\](?:\[[^\]]*\])?(?:\s+(\S.*))?$/;

/** A user, team or group, or an email address. */
const OWNER = /^(?:@\w[\w.-]{0,254}(?:\/\w[\w.-]{0,254}){0,20}|[^\s@]{1,64}@[^\s@]{1,255})$/;
/** The members of a project with a role, on GitLab. */
const ROLE = /^@@(?:developer|maintainer|owner)s?$/i;

/** Returns whether a text has the section headings that only GitLab knows. */
export const hasSections = (text: string): boolean =>
  text.split("\n").some((line) => SECTION.test(line.trim()));

/** Reads a CODEOWNERS file by the rules of a host, which ignore what is invalid. Never throws. */
export function readCodeowners(text: string, syntax: OwnerSyntax): Codeowners {
  const lines = text.split("\n").map((line) => line.trim());
  const read = syntax === "github" ? readGitHub(lines) : readGitLab(lines);
  return {
    syntax,
    sections: read.sections,
    skipped: read.skipped.slice(0, MAX_SKIPPED),
    moreSkipped: Math.max(0, read.skipped.length - MAX_SKIPPED),
  };
}

/** Returns the teams of a file as `@org/team`, sorted. Omits users and email addresses. */
export function teamsOf({ sections }: Pick<Codeowners, "sections">): string[] {
  const owners = sections.flatMap(({ rules }) => rules.flatMap((rule) => rule.owners));
  const teams = owners.filter((owner) => owner.startsWith("@") && owner.includes("/"));
  return [...new Set(teams)].toSorted();
}

type Read = Pick<Codeowners, "sections" | "skipped">;

/** https://docs.github.com/en/repositories/managing-your-repositorys-settings-and-features/customizing-your-repository/about-code-owners */
function readGitHub(lines: readonly string[]): Read {
  const rules: OwnerRule[] = [];
  const skipped: SkippedLine[] = [];
  for (const [index, line] of lines.entries()) {
    if (line === "" || line.startsWith("#")) continue;
    const { pattern, rest } = splitLine(line);
    const words = wordsOf(rest);
    const comment = words.findIndex((word) => word.startsWith("#"));
    const owners = comment === -1 ? words : words.slice(0, comment);
    const invalid = owners.find((owner) => !OWNER.test(owner));
    const message =
      whyInvalid(pattern) ?? (invalid === undefined ? undefined : `invalid owner "${shorten(invalid)}"`);
    if (message === undefined) rules.push({ pattern, owners: owners.slice(0, MAX_OWNERS) });
    else skipped.push({ line: index + 1, message });
  }
  return { sections: [{ rules, exclusions: [] }], skipped };
}

/** Returns which feature of gitignore a pattern uses that GitHub does not support. */
function whyInvalid(pattern: string): string | undefined {
  if (pattern.length > MAX_PATTERN_LENGTH) return `pattern longer than ${MAX_PATTERN_LENGTH} characters`;
  if (pattern.startsWith("!")) return 'pattern with "!"';
  if (pattern.startsWith("\\#")) return 'pattern with "\\#"';
  if (/[[\]]/.test(pattern)) return 'pattern with "[" or "]"';
  return pattern.includes("***") ? 'pattern with "***"' : undefined;
}

/** https://docs.gitlab.com/user/project/codeowners/reference/ */
function readGitLab(lines: readonly string[]): Read {
  const unnamed: OwnerSection = { rules: [], exclusions: [] };
  const sections = new Map<string, OwnerSection>();
  const skipped: SkippedLine[] = [];
  let section = unnamed;
  let defaultOwners: string[] = [];
  for (const [index, line] of lines.entries()) {
    if (line === "" || line.startsWith("#")) continue;
    const heading = SECTION.exec(line);
    if (heading) {
      const name = (heading[1] ?? "").trim().toLowerCase();
      section = sections.get(name) ?? { rules: [], exclusions: [] };
      sections.set(name, section);
      defaultOwners = ownersIn(heading[2] ?? "");
      continue;
    }
    const { pattern, rest } = splitLine(line);
    if (pattern.length > MAX_PATTERN_LENGTH) {
      skipped.push({ line: index + 1, message: `pattern longer than ${MAX_PATTERN_LENGTH} characters` });
    } else if (pattern.startsWith("!")) section.exclusions.push(pattern.slice(1));
    else section.rules.push({ pattern, owners: rest === "" ? defaultOwners : ownersIn(rest) });
  }
  return { sections: [unnamed, ...sections.values()].filter(isUsed), skipped };
}

const isUsed = ({ rules }: OwnerSection): boolean => rules.length > 0;

/** GitLab ignores words that are no owners, and has no comments at the end of a line. */
const ownersIn = (text: string): string[] =>
  wordsOf(text)
    .filter((word) => OWNER.test(word) || ROLE.test(word))
    .slice(0, MAX_OWNERS);

/** Splits a line at its first space that is not escaped. */
function splitLine(line: string): { pattern: string; rest: string } {
  const [pattern = ""] = /^(?:\\\s|\S)+/.exec(line) ?? [];
  return { pattern, rest: line.slice(pattern.length).trim() };
}

const wordsOf = (text: string): string[] => text.split(/\s+/).filter((word) => word !== "");

/** Shortens a word for a message, which is stored and must not contain an email address. */
function shorten(text: string): string {
  if (text.indexOf("@", 1) !== -1) return "(address)";
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}
