import type { SourceFile } from "../../source-file.ts";
import { addProblem, emptyFacts, type PypiFacts, type Requirement } from "./facts.ts";
import { isPackageName, normalizeName } from "./package-name.ts";
import { parseRequirement } from "./requirement.ts";
import { findPlaceholder, locate } from "./source.ts";

interface LogicalLine {
  text: string;
  line: number;
}

const EDITABLE = /^(?:-e|--editable)(?:\s+|=|(?=[.\w/]))(?<location>.*)$/;
/** `--hash=…` and the like belong to the requirement before them, and say nothing of whence it comes. */
const OPTIONS = /\s--?[a-z].*$/s;
const LOCATION = /^(?:[a-z][a-z\d+.-]*:|git\+|[.~]?\.?[\\/]|\.$|\.\[|[a-z]:[\\/]|[\w.-]+[\\/])/i;
const ARCHIVE = /\.(?:whl|zip|tar\.gz|tgz|tar\.bz2)$/i;
const MAX_LENGTH = 4000;
/** A line that only a template engine reads. */
const TEMPLATE_LINE = /^(?:\{%.*%\}|\{#.*#\})$/;

/** pip's requirements and constraints files; what they include by `-r` and `-c` is read where it lies. */
export function readRequirements(file: SourceFile, group: "requirements" | "constraints"): PypiFacts {
  const facts = emptyFacts();
  for (const { text, line } of logicalLines(file.text)) {
    const editable = EDITABLE.exec(text)?.groups?.["location"];
    if (editable !== undefined) addLocated(facts, { group, line, text: unquoted(editable) });
    else if (!text.startsWith("-") && !TEMPLATE_LINE.test(text)) addLine(facts, group, { text, line });
  }
  return facts;
}

function addLine(facts: PypiFacts, group: string, { text, line }: LogicalLine): void {
  const raw = unquoted(text.replace(OPTIONS, "").trim());
  if (raw === "") return;
  if (raw.length > MAX_LENGTH) {
    addProblem(facts, line, `${group}: a requirement is longer than any there is.`);
    return;
  }
  const parsed = parseRequirement(raw);
  if (parsed) facts.requirements.push({ ...parsed, group, line, raw, isRedirectable: false });
  else if (LOCATION.test(raw) || ARCHIVE.test(raw)) addLocated(facts, { group, line, text: raw });
  else addProblem(facts, line, `${group}: "${raw.slice(0, 100)}" is no requirement.`);
}

/** pip still installs what has no name until it is built; `-e name @ url` names it. */
function addLocated(facts: PypiFacts, { group, line, text }: LogicalLine & { group: string }): void {
  const raw = text.replace(OPTIONS, "").trim().slice(0, MAX_LENGTH);
  const named = /^[\w.-]+\s*(?:\[[^\]]*\])?\s*@\s/.test(raw) ? parseRequirement(raw) : undefined;
  const requirement = named ?? atLocation(raw);
  if (raw !== "") facts.requirements.push({ ...requirement, group, line, raw, isRedirectable: false });
}

function atLocation(raw: string): Pick<Requirement, "name" | "source" | "unbound"> {
  const [location = ""] = raw.split(/\s/, 1);
  const { source, name } = locate(location);
  const known = name ?? (source.kind === "git" ? nameOfRepository(source.url) : null);
  return { name: known, source, unbound: source.kind === "path" ? null : findPlaceholder(location) };
}

/** What a repository is called is what its package is called, as far as anybody can tell from outside. */
function nameOfRepository(url: string): string | null {
  const last = /(?<name>[^/:]+?)(?:\.git)?\/?$/.exec(url.slice(-200))?.groups?.["name"] ?? "";
  return isPackageName(last) ? normalizeName(last) : null;
}

const unquoted = (text: string): string => text.replace(/^(["'])(.*)\1$/s, "$2");

/** Lines after `\` at their ends are joined, then comments go: pip's own order. */
function* logicalLines(text: string): Generator<LogicalLine> {
  let parts: string[] = [];
  let start = 1;
  for (const [index, physical] of text.split(/\r?\n/).entries()) {
    if (parts.length === 0) start = index + 1;
    const isComment = /^\s*#/.test(physical);
    if (!isComment && physical.endsWith("\\")) {
      parts.push(physical.slice(0, -1));
      continue;
    }
    const joined = withoutComment([...parts, isComment ? "" : physical].join(" ")).trim();
    parts = [];
    if (joined !== "") yield { text: joined, line: start };
  }
  const rest = withoutComment(parts.join(" ")).trim();
  if (rest !== "") yield { text: rest, line: start };
}

const withoutComment = (text: string): string => text.replace(/(?:^|\s)#.*$/s, "");
