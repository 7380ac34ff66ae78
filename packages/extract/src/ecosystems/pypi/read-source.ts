import type { SourceFile } from "../../source-file.ts";

/** A name with its 1-based line. */
interface NameLine {
  name: string;
  line: number;
}

/** The names that a module binds, in any branch of its top-level code. */
export interface PythonModule {
  /** Definitions, assignments and imports, and the strings of `__all__`. Without those that start with two underscores. */
  names: NameLine[];
  /** The modules of `from x import *`, as written: `.local`, `acme.core`. */
  stars: string[];
  /** Whether code can add more names, such as `__getattr__`. */
  isOpen: boolean;
}

/** The contents of a `.py` file, as far as other repositories depend on it or it depends on them. */
export interface PythonSource {
  /** `acme.core.Client` of `from acme.core import Client`. Without those in conditions, and those whose failure is caught. */
  imports: NameLine[];
  /** Null unless names are read. */
  module: PythonModule | null;
}

/** An import at the start of a line. */
const STARTS_IMPORT = /^[ \t]*(?:from|import)[ \t]+[A-Za-z_]/m;

export const mayImport = (text: string): boolean => STARTS_IMPORT.test(text);

/** Reads the imports of one `.py` file and, if `withNames`, the names of its module. */
export const readPythonSource = (file: SourceFile, withNames: boolean): PythonSource => ({
  imports: readImports(file),
  module: withNames ? readModule(file.text) : null,
});

/** Modules of the standard library that are imported most. Others are kept and match no requirement. */
const STANDARD =
  /^(?:__future__|abc|argparse|ast|asyncio|base64|collections|contextlib|copy|csv|dataclasses|datetime|decimal|enum|errno|functools|glob|hashlib|html|http|importlib|inspect|io|itertools|json|logging|math|multiprocessing|operator|os|pathlib|pickle|platform|random|re|shutil|signal|socket|ssl|string|struct|subprocess|sys|tempfile|textwrap|threading|time|traceback|types|typing|unittest|urllib|uuid|warnings|weakref|xml|zipfile)(?:\.|$)/;

/** Comments and strings, which contain no code. */
const NO_CODE = [
  "#[^\\n]*",
  ...['"', "'"].map((quote) => {
    const triple = quote.repeat(3);
    return `${triple}[^${quote}\\\\]*(?:(?:\\\\[^]|${quote}(?!${quote}${quote}))[^${quote}\\\\]*)*(?:${triple}|(?![^]))`;
  }),
  ...['"', "'"].map((quote) => `${quote}(?:[^${quote}\\\\\\n]|\\\\[^])*${quote}`),
].join("|");

const FROM = String.raw`^(?<indent>[ \t]*)from[ \t]+(?<from>[A-Za-z_][\w.]*)[ \t]+import[ \t]+(?:\((?<group>[^)]*)(?:\)|(?![^]))|(?<list>[^\n\\;(]*(?:\\\r?\n[^\n\\;]*)*))`;
const IMPORT = String.raw`^(?<margin>[ \t]*)import[ \t]+(?<modules>[A-Za-z_][\w., \t]*)`;
const STATEMENT = new RegExp(`${NO_CODE}|${FROM}|${IMPORT}`, "gm");
const FIRST_DEFINITION = /^(?:def|class|async|@)/m;

/** Reads the imports above the first function and class, and those in functions. Others below are rare. */
function readImports(file: SourceFile): NameLine[] {
  const { text } = file;
  const end = text.search(FIRST_DEFINITION);
  const isForeign = (name: string): boolean =>
    !STANDARD.test(name) && !`/${file.path}`.includes(`/${name.split(".", 1)[0]}/`);
  // To lex a whole file is slow.
  const isLexed = end !== -1 && hasInnerImport(text.slice(end), isForeign);
  const searched = isLexed || end === -1 ? text : text.slice(0, end);
  if (!mayImport(searched)) return [];
  const found: NameLine[] = [];
  let inner = 0;
  for (const { groups = {}, index } of searched.matchAll(STATEMENT)) {
    const { indent, from, group, list, margin, modules } = groups;
    if ((from ?? modules) === undefined) continue;
    const isInner = (indent ?? margin ?? "") !== "";
    if (isInner) {
      inner += 1;
      const caught = inner > MAX_INNER ? "any" : caughtFailure(text, index);
      // A package that lacks a name is still found.
      const isCaught = caught === "missing_module" ? from?.includes(".") !== false : caught === "any";
      if (isCaught) continue;
    }
    if (from !== undefined && isForeign(from)) {
      const names = group ?? list ?? "";
      const start = group === undefined ? index : text.indexOf("(", index) + 1;
      if (names.trim() === "*") found.push({ name: from, line: file.lineAt(index) });
      for (const { name, offset } of importedNames(names))
        found.push({
          name: `${from}.${name}`,
          line: file.lineAt(group === undefined ? index : start + offset),
        });
    }
    if (modules === undefined) continue;
    for (const { name } of importedNames(modules))
      if (isForeign(name)) found.push({ name, line: file.lineAt(index) });
  }
  return found;
}

/** Whether a function may import a module of another repository. */
function hasInnerImport(text: string, isForeign: (name: string) => boolean): boolean {
  for (const { groups } of text.matchAll(/^[ \t]+(?:from|import)[ \t]+(?<name>[A-Za-z_][\w.]*)/gm))
    if (isForeign(groups?.["name"] ?? "")) return true;
  return false;
}

/** Imports in functions that are read per file. */
const MAX_INNER = 200;
/** Blocks that always run when the code around them does. */
const RUNS = /^(?:async[ \t]+)?(?:def|class|with|for|while)\b/;
/** Lines above and below an import that are searched for the blocks around it. */
const MAX_LINES_ABOVE = 1000;

/** A failed import that the code around it expects: every one, only that of a module that is not found, or none. */
type Caught = "any" | "missing_module" | "none";

/** Returns which failure of an indented import has no effect. In a condition, it may not run, so every one. */
function caughtFailure(text: string, at: number): Caught {
  let indent = widthOf(text.slice(at, text.indexOf("\n", at) + 1 || undefined));
  let end = at - 1;
  let caught: Caught = "none";
  for (let line = 0; line < MAX_LINES_ABOVE && indent > 0 && end > 0; line++) {
    const start = text.lastIndexOf("\n", end - 1) + 1;
    const above = text.slice(start, end);
    const width = widthOf(above);
    if (width < indent) {
      const code = above.trim();
      // A line that closes a parameter list belongs to a definition above it.
      if (/^[)\]}]/.test(code)) indent = Math.max(indent, width + 1);
      else {
        const here = /^try\s*:/.test(code) ? handledBelow(text, at, width) : RUNS.test(code) ? "none" : "any";
        if (here === "any") return here;
        if (here !== "none") caught = here;
        indent = width;
      }
    }
    end = start - 1;
  }
  return indent > 0 ? "any" : caught;
}

const HANDLER = /^except\b[ \t]*(?<types>[^:#]*)/;
/** Exceptions that a failed import does not raise. */
const OTHER_FAILURES =
  /^(?:AttributeError|FileNotFoundError|IndexError|KeyboardInterrupt|KeyError|LookupError|NameError|NotImplementedError|OSError|PermissionError|RuntimeError|SyntaxError|TypeError|ValueError)$/;

/** Returns what the handlers of the `try` with the given indentation catch. */
function handledBelow(text: string, at: number, width: number): Caught {
  let caught: Caught = "none";
  let isFound = false;
  for (let line = 0, start = at; line < MAX_LINES_ABOVE && start < text.length; line++) {
    const end = text.indexOf("\n", start) + 1 || text.length;
    const code = text.slice(start, end);
    start = end;
    if (widthOf(code) > width) continue;
    const handler = HANDLER.exec(code.trim())?.groups;
    const isPart = widthOf(code) === width && (handler || /^(?:else|finally)\s*:/.test(code.trim()));
    if (!isPart) break;
    isFound = true;
    if (!handler) continue;
    const types = (handler["types"] ?? "").replace(/\bas\b.*/, "").match(/[\w.]+/g) ?? [""];
    for (const type of types) {
      if (type === "ModuleNotFoundError") caught = "missing_module";
      else if (!OTHER_FAILURES.test(type)) return "any";
    }
  }
  // Text at the start of a line can hide the handlers.
  return isFound ? caught : "any";
}

/** Infinity for blank lines and comments. */
const widthOf = (line: string): number => {
  const width = line.search(/[^ \t\r\n]/);
  return width === -1 || line[width] === "#" ? Infinity : width;
};

const IMPORTED = /(?:^|,)\s*(?<name>[A-Za-z_][\w.]*)/g;

/** Splits `a, b as c` without comments. */
function importedNames(list: string): { name: string; offset: number }[] {
  const code = list.replaceAll(/#[^\n]*|\\\r?\n/g, (removed) => " ".repeat(removed.length));
  return Array.from(code.matchAll(IMPORTED), ({ groups, index, 0: match }) => {
    const name = groups?.["name"] ?? "";
    return { name, offset: index + match.length - name.length };
  });
}

const BINDING = /^(?<names>[A-Za-z_]\w*(?:\s*,\s*[A-Za-z_]\w*)*)\s*(?::[^=]*)?=(?!=)/;
const DEFINITION = /^(?:async\s+)?(?:def|class)\s+(?<name>\w+)/;
const BLOCK = /^(?:if|elif|else|try|except|finally|with|for|while)\b/;
/** Code that adds names at run time. To read those of this or another module adds none. */
const ADDS_NAMES = new RegExp(
  [
    String.raw`(?<!\bin[ \t])\bglobals\(\)(?!\[[^\]\n]*\](?![ \t]*=[^=])|\.(?:get|items|keys|values|copy)\b)`,
    String.raw`\bsys\.modules(?:\[|\.get\()[ \t]*__name__`,
    String.raw`\bsys\.modules\[[^\]\n]*\][ \t]*=(?!=)`,
    String.raw`\bdef __getattr__\b|^__getattr__\s*=|\b__getattr__,`,
    String.raw`\bvars\(\)`,
  ].join("|"),
  "m",
);
const ALL = /^__all__\s*(?:\+?=|:[^=\n]*=)\s*[[(](?<items>[^\])]*)(?:[\])]|(?![^]))/gm;

/** Reads the names that the top-level code of a module binds. */
function readModule(text: string): PythonModule {
  const names: NameLine[] = [];
  const stars: string[] = [];
  const add = (name: string, line: number): void => {
    if (!name.startsWith("__")) names.push({ name, line });
  };
  /** Lines deeper than this belong to a function or class. */
  let skipped = Infinity;
  for (const { code, indent, line } of statements(text)) {
    if (indent > skipped) continue;
    skipped = Infinity;
    const definition = DEFINITION.exec(code)?.groups?.["name"];
    if (definition !== undefined) {
      add(definition, line);
      skipped = indent;
      continue;
    }
    const simple = BLOCK.test(code) ? code.slice(code.lastIndexOf(":") + 1).trim() : code;
    for (const part of simple.split(";")) readStatement(part.trim(), line, add, stars);
  }
  let [line, at] = [1, 0];
  for (const { groups = {}, index } of text.matchAll(ALL)) {
    line += text.slice(at, index).split("\n").length - 1;
    at = index;
    for (const [, name = ""] of (groups["items"] ?? "").matchAll(/["'](\w+)["']/g)) add(name, line);
  }
  return { names, stars, isOpen: ADDS_NAMES.test(text) };
}

function readStatement(
  code: string,
  line: number,
  add: (name: string, line: number) => void,
  stars: string[],
): void {
  const from = /^from\s*(?<from>[.\w]+)\s+import\s*\(?(?<list>[^)]*)/.exec(code)?.groups;
  if (from) {
    if (from["list"]?.trim() === "*") stars.push(from["from"] ?? "");
    for (const { groups } of (from["list"] ?? "").matchAll(/(?:^|,)\s*(?:\w+\s+as\s+)?(?<name>\w+)/g))
      add(groups?.["name"] ?? "", line);
    return;
  }
  if (/^import\s/.test(code)) {
    for (const { groups } of code
      .slice("import".length)
      .matchAll(/(?:^|,)\s*(?:(?<module>\w+)(?:\.\w+)*)(?:\s+as\s+(?<alias>\w+))?/g))
      add(groups?.["alias"] ?? groups?.["module"] ?? "", line);
    return;
  }
  for (let rest = code; ;) {
    const match = BINDING.exec(rest);
    if (!match) return;
    for (const name of (match.groups?.["names"] ?? "").split(",")) add(name.trim(), line);
    rest = rest.slice(match[0].length).trim();
  }
}

interface Statement {
  /** On one line, without comments and with empty strings. */
  code: string;
  indent: number;
  line: number;
}

const TOKEN = new RegExp(
  String.raw`${NO_CODE}|\\\r?\n|\r?\n|[([{]|[)\]}]|[^\s"'#()[\]{}\\]+|[ \t\f]+|[^]`,
  "g",
);

/** Returns the logical lines. */
function* statements(text: string): Generator<Statement> {
  let [line, start, depth] = [1, 1, 0];
  let code = "";
  for (const [token] of text.matchAll(TOKEN)) {
    const lines = token.includes("\n") ? token.split("\n").length - 1 : 0;
    if (code === "") start = line;
    if (/^\r?\n$/.test(token) && depth === 0) {
      if (code.trim() !== "") yield { code: code.trim(), indent: code.search(/\S/), line: start };
      code = "";
    } else if (/^["']/.test(token)) code += '""';
    else if (token.startsWith("#") || token.startsWith("\\")) code += " ";
    else code += lines > 0 ? " " : token;
    if (/^[([{]$/.test(token)) depth += 1;
    if (/^[)\]}]$/.test(token)) depth = Math.max(0, depth - 1);
    line += lines;
  }
  if (code.trim() !== "") yield { code: code.trim(), indent: code.search(/\S/), line: start };
}
