import type { RepositoryIdentity } from "../../ecosystem.ts";
import { parseGitUrl } from "../../git-url.ts";
import type { SourceFile } from "../../source-file.ts";

/** A name with its 1-based line. */
interface NameLine {
  name: string;
  line: number;
}

/** A package of the same organization that a file imports. */
export interface GoImport {
  path: string;
  line: number;
  /** The exported names that the file selects, each on its first line. */
  names: NameLine[];
}

/** The contents of a `.go` file, as far as other repositories depend on it or it depends on them. */
export interface GoSource {
  imports: GoImport[];
  /** The name and line of the package clause. Null unless exported names are read. */
  package: NameLine | null;
  /** The exported functions, types, constants and variables. */
  exports: NameLine[];
}

/** Finds the imports of one file. */
export interface OwnImports {
  /** Whether a file may have some. */
  mayImport(text: string): boolean;
  has(path: string): boolean;
}

/** The shortest name of an organization that is looked for in the host of a vanity path. */
const MIN_OWNER = 4;

const ANY_HOST = String.raw`[\w-]+(?:\.[\w-]+)+`;

/**
 * Returns the test for imports of other repositories of a repository's organization, or of those that are scanned with it: by
 * host and owner, or a host that contains the owner's name, such as `knative.dev` of `knative`. Imports of others are not
 * worth the time.
 */
export function ownImports({ fullPath, cloneUrl, owners = [] }: RepositoryIdentity): OwnImports {
  const location = parseGitUrl(cloneUrl ?? "")?.location.split("/");
  const [owner = "", ...repository] = location?.slice(1) ?? fullPath.split("/");
  const host = location?.[0] === undefined ? ANY_HOST : escaped(location[0]);
  const sibling = `${host}/${escaped(owner)}/(?!${escaped(repository.join("/"))}[/"])`;
  const name = owner.replaceAll(/[^a-z\d]/gi, "");
  const vanity = name.length < MIN_OWNER ? [] : [String.raw`[\w.-]*${name}[\w-]*(?:\.[\w-]+)+/`];
  const own = `${location?.[0] ?? ""}/${owner}`.toLowerCase();
  const others = owners.filter((one) => one.toLowerCase() !== own).map((one) => `${escaped(one)}/`);
  const pattern = new RegExp(`"(?:${[sibling, ...vanity, ...others].join("|")})`, "i");
  return { mayImport: (text) => pattern.test(text), has: (path) => pattern.test(`"${path}"`) };
}

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** Reads the imports of one `.go` file and, if `withExports`, its exported names. */
export function readGoSource(file: SourceFile, own: OwnImports, withExports: boolean): GoSource {
  const imports = own.mayImport(file.text) ? readImports(file, own) : [];
  return withExports ? { imports, ...readExports(file.text) } : { imports, package: null, exports: [] };
}

const FIRST_DECLARATION = /^(?:func|type|var|const)\b/m;
const IMPORT = /^[ \t]*(?:import[ \t]*(?:\([ \t]*)?)?(?:(?<alias>[\w.]+)[ \t]+)?"(?<path>[^"\s]{1,1024})"/gm;
/** Comments and literals, which contain no code. */
const NO_CODE = String.raw`//[^\n]*|/\*[^]*?(?:\*/|$)|${"`[^`]*(?:`|$)"}|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'`;

function readImports(file: SourceFile, own: OwnImports): GoImport[] {
  const { text } = file;
  const end = text.search(FIRST_DECLARATION);
  const imports = Array.from(text.slice(0, end === -1 ? undefined : end).matchAll(IMPORT), (match) => ({
    path: match.groups?.["path"] ?? "",
    alias: match.groups?.["alias"],
    line: file.lineAt(match.index + match[0].length - 1),
  })).filter(({ path }) => own.has(path));
  const qualifiers = new Map<string, GoImport>();
  const found = imports.map(({ path, alias, line }): GoImport => {
    const one = { path, line, names: [] };
    for (const name of alias === undefined ? packageNames(path) : [alias])
      if (/^[A-Za-z]\w*$/.test(name) && !qualifiers.has(name)) qualifiers.set(name, one);
    return one;
  });
  if (qualifiers.size > 0) addSelectedNames(file, qualifiers, end === -1 ? text.length : end);
  return found;
}

/** Returns the names that a package may have by its path: `v2` is a version, and `go-` and `.go` are often left out. */
function packageNames(path: string): string[] {
  const base = path.replace(/(?:\/|\.)v\d+$/, "");
  const last = base.slice(base.lastIndexOf("/") + 1);
  const short = last.replace(/^go[-_.]|[-_.]go$/g, "");
  return [...new Set([last, short, short.replaceAll(/[-_.]/g, ""), short.split(/[-.]/).at(-1) ?? ""])];
}

/** Uses of one name that are listed per file. */
const MAX_LINES = 5;

/** Adds the selectors `qualifier.Name`, unless a variable of the function may have the name of the package. */
function addSelectedNames(file: SourceFile, qualifiers: ReadonlyMap<string, GoImport>, from: number): void {
  const { text } = file;
  const any = [...qualifiers.keys()].join("|");
  // A search for the dot is faster than one for words.
  const selector = String.raw`\.(?<=\b(${any})\.)([A-Z]\w*)`;
  // To lex a whole file is slow, and only needed for comments and strings of several lines.
  const isLexed = text.includes("/*", from) || hasLongString(text, from);
  const pattern = new RegExp(isLexed ? `${NO_CODE}|${selector}` : selector, "g");
  pattern.lastIndex = isLexed ? 0 : from;
  const variables = findVariables(text, any);
  const seen = new Map<string, number>();
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    const [, qualifier, name] = match;
    if (qualifier === undefined || name === undefined) continue;
    const index = match.index - qualifier.length;
    const key = `${qualifier}.${name}`;
    const times = seen.get(key) ?? 0;
    if (times === MAX_LINES) continue;
    if (text[index - 1] === "." || variables.has(qualifier, index)) continue;
    if (!isLexed && !isCode(text, index)) continue;
    seen.set(key, times + 1);
    qualifiers.get(qualifier)?.names.push({ name, line: file.lineAt(index) });
  }
}

/** Whether a raw string contains the end of a line. */
function hasLongString(text: string, from: number): boolean {
  for (let start = text.indexOf("`", from); start !== -1;) {
    const end = text.indexOf("`", start + 1);
    if (end === -1 || text.slice(start, end).includes("\n")) return true;
    start = text.indexOf("`", end + 1);
  }
  return false;
}

/** Whether a place is outside of the comments and strings of its line. */
function isCode(text: string, at: number): boolean {
  const start = text.lastIndexOf("\n", at) + 1;
  if (!/["'`]|\/\//.test(text.slice(start, at))) return true;
  const end = text.indexOf("\n", at);
  const line = text.slice(start, end === -1 ? undefined : end);
  for (const { index, 0: literal } of line.matchAll(LITERAL))
    if (start + index <= at && at < start + index + literal.length) return false;
  return true;
}

const LITERAL = new RegExp(NO_CODE, "g");

/** Finds variables and parameters with the name of a package. They are valid to the end of their function. */
function findVariables(text: string, any: string): { has: (name: string, at: number) => boolean } {
  const declared = new RegExp(
    String.raw`\b(?<name>${any})(?:\b(?=[ \t]*(?:,[\w \t,]*)?:=)|(?<typed>(?:[ \t]*,[ \t]*\w+)*[ \t]+[\w*[]))`,
    "g",
  );
  const places = new Map<string, number[]>();
  for (const { groups: { name = "", typed } = {}, index } of text.matchAll(declared)) {
    if (typed !== undefined && !STARTS_PARAMETER.test(text.slice(Math.max(0, index - 40), index))) continue;
    // In `log := log.New()`, the second name is still the package.
    const from = typed === undefined ? index + text.slice(index).search(/[;\n]|$/) : index;
    const known = places.get(name);
    if (known) known.push(from);
    else places.set(name, [from]);
  }
  return {
    has: (name, at) => {
      const known = places.get(name);
      if (!known) return false;
      const start = text.lastIndexOf("\nfunc ", at);
      return known.some((place) => start <= place && place < at);
    },
  };
}

const STARTS_PARAMETER = /(?:[(,]\s*|\bvar[ \t]+)$/;

const TOKEN = new RegExp(String.raw`${NO_CODE}|\n|[A-Za-z_\x80-\uffff][\w\x80-\uffff]*|\d[\w.]*|\S`, "g");
const WORD = /^[A-Za-z_\x80-\uffff]/;
const EXPORTED = /^\p{Lu}/u;
/** Go ends a statement at a line that ends with one of these. */
const ENDS_STATEMENT = /[\w\x80-\uffff"'`)\]}]$/;
const DECLARES = new Set(["package", "func", "type", "const", "var"]);

/** Reads the package clause and the exported names of declarations outside of functions. Methods are not included. */
function readExports(text: string): Pick<GoSource, "package" | "exports"> {
  const exports: NameLine[] = [];
  let clause: NameLine | null = null;
  let [line, depth] = [1, 0];
  /** The keyword of the declaration that is read. */
  let keyword = "";
  let isGroup = false;
  let isStart = true;
  /** Whether the token can be a declared name, and whether the previous one was. */
  let [isName, wasName] = [false, false];
  let previous = "";
  for (const [token] of text.matchAll(TOKEN)) {
    const lines = token.includes("\n") ? token.split("\n").length - 1 : 0;
    line += lines;
    if (token === "\n" || token.startsWith("//") || token.startsWith("/*")) {
      if (lines > 0 && ENDS_STATEMENT.test(previous)) isStart = true;
      continue;
    }
    if (isStart && depth === 0) {
      keyword = DECLARES.has(token) ? token : "";
      isGroup = false;
      isName = keyword !== "";
    } else {
      if (isStart) isName = isGroup && depth === 1;
      const isDeclared = isName && WORD.test(token);
      if (isDeclared && keyword === "package") clause ??= { name: token, line };
      else if (isDeclared && EXPORTED.test(token)) exports.push({ name: token, line });
      if (isName && token === "(" && depth === 0 && keyword !== "func") isGroup = true;
      isName = wasName && token === "," && (keyword === "const" || keyword === "var");
      wasName = isDeclared;
    }
    isStart = token === ";" || (isGroup && depth === 0 && token === "(");
    if (/^[([{]$/.test(token)) depth += 1;
    if (/^[)\]}]$/.test(token)) depth = Math.max(0, depth - 1);
    previous = token;
  }
  return { package: clause, exports };
}
