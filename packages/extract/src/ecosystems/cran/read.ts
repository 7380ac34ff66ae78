import { findPlaceholder } from "../../document/templated-yaml.ts";
import type { LockFacts } from "../../lock-file.ts";
import { entriesOfField, readControlFile, textOfField } from "./control-file.ts";
import { parseRemote, type Remote } from "./remote.ts";

/** A package that a field declares by name. */
export interface Dependency {
  /** The last part of the rule. */
  field: string;
  name: string;
  /** Operator and version. */
  constraint: string | null;
  /** As written, in one line. */
  text: string;
  line: number;
}

/** A package that a field declares by its repository. */
export interface RemoteDependency extends Remote {
  field: "remotes" | "needs";
  text: string;
  line: number;
}

/** A package of a lock file. */
export interface LockedPackage {
  name: string;
  version: string;
  line: number;
  /** The repository it was installed from, or null for a package server. */
  url: string | null;
  commit: string | null;
}

export interface CranFacts {
  /** Null in a lock file. */
  package: { name: string; line: number; version: string | null; isPublished: boolean } | null;
  isDescription: boolean;
  dependencies: Dependency[];
  remotes: RemoteDependency[];
  /** The entries of a lock file, else null. */
  lock: LockFacts | null;
  lockedPackages: LockedPackage[];
  problems: { line: number; message: string }[];
}

export const emptyFacts = (): CranFacts => ({
  package: null,
  isDescription: false,
  dependencies: [],
  remotes: [],
  lock: null,
  lockedPackages: [],
  problems: [],
});

const FIELDS: Readonly<Record<string, string>> = {
  Depends: "depends",
  Imports: "imports",
  LinkingTo: "linking_to",
  Suggests: "suggests",
  Enhances: "enhances",
};
/** Packages for a task of development, by a convention of pak and usethis: `Config/Needs/website`. */
const NEEDS = "Config/Needs/";

/** Types that R installs. Others, such as `project` and `Website`, only use the format. */
const PUBLISHED_TYPES = new Set(["", "package", "frontend"]);

/** R itself and the packages that are part of it. */
const BASE = new Set(
  "R base compiler datasets graphics grDevices grid methods parallel splines stats stats4 tcltk tools translations utils".split(
    " ",
  ),
);

const ENTRY =
  /^(?<name>[a-z](?:[a-z\d.]*[a-z\d])?)\s*(?:\(\s*(?<operator>[<>]=?|[=!]=)\s*(?<version>[\w.-]+)\s*\))?$/i;

export function readDescription(text: string): CranFacts {
  const file = readControlFile(text);
  const facts: CranFacts = { ...emptyFacts(), isDescription: true };
  const name = textOfField(file, "Package");
  if (name) {
    const version = textOfField(file, "Version")?.text ?? null;
    const type = textOfField(file, "Type")?.text.toLowerCase() ?? "";
    const isPublished = PUBLISHED_TYPES.has(type) && version !== null && ENTRY.test(name.text);
    facts.package = { name: name.text, line: name.line, version, isPublished };
  }
  for (const [field, value] of file.fields) {
    const rule = FIELDS[field];
    const isNeeds = field.startsWith(NEEDS);
    if (rule === undefined && !isNeeds && field !== "Remotes") continue;
    for (const { text: entry, line } of entriesOfField(value)) {
      if (rule === undefined) readRemote(facts, isNeeds ? "needs" : "remotes", entry, line);
      else readDependency(facts, rule, entry, line, field);
    }
  }
  if (file.malformed) {
    const { text: written, line } = file.malformed;
    facts.problems.push({ line, message: `Expected "Field: value", not "${written.slice(0, 80)}".` });
  }
  return facts;
}

function readDependency(facts: CranFacts, rule: string, text: string, line: number, field: string): void {
  const isTemplate = findPlaceholder(text) !== null;
  const dependency = isTemplate ? templateOf(text) : parseEntry(text);
  if (!dependency) {
    const message = `${field}: "${text.slice(0, 100)}" is not a package with an optional version, such as "kit (>= 1.0)".`;
    facts.problems.push({ line, message });
  } else if (!BASE.has(dependency.name)) {
    facts.dependencies.push({ field: rule, ...dependency, text, line });
  }
}

function parseEntry(text: string): Pick<Dependency, "name" | "constraint"> | undefined {
  const { name, operator, version } = ENTRY.exec(text)?.groups ?? {};
  return name === undefined
    ? undefined
    : { name, constraint: operator === undefined ? null : `${operator} ${version}` };
}

/** Splits an entry with a placeholder, without checking it. */
function templateOf(text: string): Pick<Dependency, "name" | "constraint"> {
  const open = text.indexOf("(");
  if (open === -1) return { name: text, constraint: null };
  return {
    name: text.slice(0, open).trim(),
    constraint: text
      .slice(open + 1)
      .replace(")", "")
      .trim(),
  };
}

function readRemote(facts: CranFacts, field: "remotes" | "needs", text: string, line: number): void {
  const remote = parseRemote(text);
  if (remote === undefined) {
    const message = `"${text.slice(0, 100)}" is not a package reference, such as "acme/kit@v1.0".`;
    facts.problems.push({ line, message });
  } else if (remote !== null && remote.urls.length > 0) {
    facts.remotes.push({ field, ...remote, text, line });
  } else if (remote !== null && field === "needs" && !BASE.has(remote.name)) {
    const constraint = remote.ref === null ? null : `== ${remote.ref}`;
    facts.dependencies.push({ field, name: remote.name, constraint, text, line });
  }
}
