import type { SourceFile } from "../../source-file.ts";
import { readOrigins } from "./compiled.ts";
import { addProblem, emptyFacts, type PypiFacts, type Requirement } from "./facts.ts";
import { roleOfRequirements } from "./purpose.ts";
import {
  findPlaceholder,
  isPackageName,
  normalizeName,
  parseLocation,
  parseRequirement,
} from "./requirement.ts";

interface LogicalLine {
  text: string;
  line: number;
}

const EDITABLE = /^(?:-e|--editable)(?:\s+|=|(?=[.\w/]))(?<location>.*)$/;
/** A file that is read as well, and not a URL. */
const INCLUDE = /^(?:-[rc]|--requirements?|--constraints?)(?:\s+|=|(?=[.\w/]))(?<path>(?!\w+:\/\/)\S+)$/;
/** Options such as `--hash=…` after a requirement. */
const OPTIONS = /\s--?[a-z].*$/s;
const LOCATION = /^(?:[a-z][a-z\d+.-]*:|git\+|[.~]?\.?[\\/]|\.$|\.\[|[a-z]:[\\/]|[\w.-]+[\\/])/i;
const ARCHIVE = /\.(?:whl|zip|tar\.gz|tgz|tar\.bz2)$/i;
const MAX_LENGTH = 4000;
/** A line of a template engine. */
const TEMPLATE_LINE = /^(?:\{%.*%\}|\{#.*#\})$/;

type Group = Pick<Requirement, "group" | "role">;

/** Reads the facts of a list of requirements, constraints or vendored packages. Files included by `-r` and `-c` are read separately. */
export function readRequirements(
  file: SourceFile,
  kind: "requirements" | "constraints" | "vendored",
): PypiFacts {
  const facts = { ...emptyFacts(), compiledFrom: sourcesOf(file.text) };
  const role = kind === "vendored" ? kind : (roleOfRequirements(file.path) ?? null);
  const group: Group = { group: kind, role };
  const origins = readOrigins(file.text);
  for (const { text, line } of logicalLines(file.text)) {
    const editable = EDITABLE.exec(text)?.groups?.["location"];
    if (editable !== undefined) addLocated(facts, group, { line, text: unquote(editable) });
    else if (!text.startsWith("-") && !TEMPLATE_LINE.test(text))
      addRequirementLine(facts, group, { text, line });
    const included = INCLUDE.exec(text)?.groups?.["path"];
    if (included !== undefined) facts.includes.push(unquote(included));
  }
  facts.requirements = facts.requirements.map((each) => {
    const stated = origins.get(each.line);
    return stated ? { ...each, origins: stated } : each;
  });
  return facts;
}

/** The comment in which pip-tools and uv state their command line. */
const COMPILED = /^#\s*(?:uv\s+)?pip[- ]compile\s(?<arguments>.*)$/m;
/** Options whose next argument is a file that is not a source. */
const FILE_OPTION = /^(?:-o|-c|--output-file|--constraints?|--overrides?|--build-constraints?)$/;
const SOURCE = /\.in$|(?:^|\/)(?:pyproject\.toml|setup\.(?:py|cfg)|requirements[\w.-]*\.txt)$/;

/** Returns the sources of a compiled requirements file, relative to the folder in which it was compiled. */
function sourcesOf(text: string): string[] {
  const words = COMPILED.exec(text.slice(0, 2000))?.groups?.["arguments"]?.split(/\s+/) ?? [];
  return words.filter(
    (word, at) => SOURCE.test(word) && !word.startsWith("-") && !FILE_OPTION.test(words[at - 1] ?? ""),
  );
}

/** Adds a requirement without continuation lines and comments, or a problem. */
export function addRequirementLine(facts: PypiFacts, group: Group, { text, line }: LogicalLine): void {
  const raw = unquote(text.replace(OPTIONS, "").trim());
  if (raw === "") return;
  if (raw.length > MAX_LENGTH) {
    addProblem(facts, line, `${group.group}: a requirement is longer than ${MAX_LENGTH} characters.`);
    return;
  }
  const parsed = parseRequirement(raw);
  if (parsed) facts.requirements.push({ ...parsed, ...group, line, raw, isRedirectable: false });
  else if (LOCATION.test(raw) || ARCHIVE.test(raw)) addLocated(facts, group, { line, text: raw });
  else addProblem(facts, line, `${group.group}: "${raw.slice(0, 100)}" is not a valid requirement.`);
}

/** Adds a requirement by location, which may have no name (`git+https://…`). */
function addLocated(facts: PypiFacts, group: Group, { line, text }: LogicalLine): void {
  const raw = text.replace(OPTIONS, "").trim().slice(0, MAX_LENGTH);
  const named = /^[\w.-]+\s*(?:\[[^\]]*\])?\s*@\s/.test(raw) ? parseRequirement(raw) : undefined;
  const requirement = named ?? parseUnnamed(raw);
  if (raw !== "") facts.requirements.push({ ...requirement, ...group, line, raw, isRedirectable: false });
}

function parseUnnamed(raw: string): Pick<Requirement, "name" | "source" | "unbound"> {
  const [location = ""] = raw.split(/\s/, 1);
  const { source, name } = parseLocation(location);
  const packageName = name ?? (source.kind === "git" ? nameOfRepository(source.url) : null);
  return { name: packageName, source, unbound: source.kind === "path" ? null : findPlaceholder(location) };
}

/** Assumes that the package has the name of its repository. */
function nameOfRepository(url: string): string | null {
  const last = /(?<name>[^/:]+?)(?:\.git)?\/?$/.exec(url.slice(-200))?.groups?.["name"] ?? "";
  return isPackageName(last) ? normalizeName(last) : null;
}

const unquote = (text: string): string => text.replace(/^(["'])(.*)\1$/s, "$2");

/** Joins lines that end with `\`, then removes comments, in the same order as pip. */
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
    const joined = stripComment([...parts, isComment ? "" : physical].join(" ")).trim();
    parts = [];
    if (joined !== "") yield { text: joined, line: start };
  }
  const rest = stripComment(parts.join(" ")).trim();
  if (rest !== "") yield { text: rest, line: start };
}

const stripComment = (text: string): string => text.replace(/(?:^|\s)#.*$/s, "");
