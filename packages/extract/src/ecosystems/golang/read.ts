import { SyntaxProblem } from "../../ecosystem.ts";
import type { SourceFile } from "../../source-file.ts";

export interface Require {
  path: string;
  version: string;
  indirect: boolean;
  line: number;
}

interface Replace {
  path: string;
  /** The replaced version; null for all versions. */
  version: string | null;
  /** Another module with its version, or a folder without one. */
  target: { path: string; version: string | null };
  line: number;
}

/** A module path (`module`), a package path (`tool`) or a folder (`use` of a go.work). */
interface PathLine {
  path: string;
  line: number;
}

/**
 * The contents of a go.mod or go.work. Only a go.work has `uses`; only a go.mod has `module`, `requires` and `tools`.
 */
export interface GoFacts {
  module: PathLine | null;
  requires: Require[];
  replaces: Replace[];
  tools: PathLine[];
  uses: PathLine[];
}

const MODULE_PATH = /^[\w.~+/-]{1,1024}$/;
const FOLDER = /^(?:\.{1,2}(?:\/|$)|\/)/;

/** Go requires that a replacement folder starts with `./`, `../` or `/`. */
export const isFolder = (path: string): boolean => FOLDER.test(path);

export const isGoWork = (path: string): boolean => path === "go.work" || path.endsWith("/go.work");

/** Reads the facts of one go.mod or go.work. Throws SyntaxProblem. */
export function readGoFile(file: SourceFile): GoFacts {
  const directives = parseDirectives(file.text);
  const facts: GoFacts = {
    module: null,
    requires: readAll(directives, "require", readRequire),
    replaces: readAll(directives, "replace", readReplace),
    tools: readAll(directives, "tool", readModulePath),
    uses: readAll(directives, "use", readUse),
  };
  return isGoWork(file.path) ? facts : { ...facts, module: readModule(directives) };
}

function readAll<T>(directives: readonly Directive[], verb: string, read: (directive: Directive) => T): T[] {
  return directives.filter((directive) => directive.verb === verb).map((directive) => read(directive));
}

/** An empty go.mod is valid: it excludes a folder from its parent module. Any other go.mod must name its module. */
function readModule(directives: readonly Directive[]): PathLine | null {
  const [module, second] = readAll(directives, "module", readModulePath);
  if (second) throw new SyntaxProblem('Duplicate "module" directive.', second.line);
  if (!module && directives[0]) throw new SyntaxProblem('Missing "module" directive.', directives[0].line);
  return module ?? null;
}

function readModulePath({ verb, args, line }: Directive): PathLine {
  const [path, ...rest] = args;
  if (path === undefined || rest.length > 0) throw new SyntaxProblem(`"${verb}" takes one path.`, line);
  return { path: checkedPath(path, line), line };
}

function readUse({ args, line }: Directive): PathLine {
  const [path, ...rest] = args;
  if (path === undefined || rest.length > 0) throw new SyntaxProblem('"use" takes one folder.', line);
  return { path, line };
}

function readRequire({ args, line, comment }: Directive): Require {
  const [path, version, ...rest] = args;
  if (path === undefined || version === undefined || rest.length > 0) {
    throw new SyntaxProblem('"require" takes a module and a version.', line);
  }
  return { path: checkedPath(path, line), version, indirect: /^indirect(?:;|$)/.test(comment), line };
}

function readReplace({ args, line }: Directive): Replace {
  const arrow = args.indexOf("=>");
  const [path, version = null, ...rest] = args.slice(0, Math.max(arrow, 0));
  const [targetPath, targetVersion = null, ...targetRest] = args.slice(arrow + 1);
  if (path === undefined || targetPath === undefined || rest.length + targetRest.length > 0) {
    throw new SyntaxProblem('"replace" takes a module, "=>" and a module or folder.', line);
  }
  if (isFolder(targetPath) !== (targetVersion === null)) {
    throw new SyntaxProblem(
      "A replacement module needs a version. A replacement folder must not have one.",
      line,
    );
  }
  const target = {
    path: isFolder(targetPath) ? targetPath : checkedPath(targetPath, line),
    version: targetVersion,
  };
  return { path: checkedPath(path, line), version, target, line };
}

function checkedPath(path: string, line: number): string {
  if (!MODULE_PATH.test(path))
    throw new SyntaxProblem(`"${path.slice(0, 100)}" is not a valid module path.`, line);
  return path;
}

/** A directive of a go.mod or go.work: `require x v1`, or the line `x v1` of a `require ( … )` block. */
interface Directive {
  verb: string;
  args: string[];
  line: number;
  /** The trimmed text after `//`; empty without a comment. */
  comment: string;
}

interface Line {
  words: string[];
  comment: string;
}

/** The alternatives differ in their first character, so matching is linear. */
const TOKEN =
  /\s*(?:\/\/(?<comment>.*)|"(?<quoted>[^"]*)"|`(?<raw>[^`]*)`|(?<word>[()]|(?:[^\s()"`/]|\/(?!\/))+))/y;
const VERB = /^[a-z]+$/;

/** Parses a go.mod or go.work and flattens its blocks. Accepts unknown verbs. Throws SyntaxProblem. */
function parseDirectives(text: string): Directive[] {
  const directives: Directive[] = [];
  let block: { verb: string; line: number } | undefined;
  for (const [index, lineText] of text.split("\n").entries()) {
    const line = index + 1;
    const { words, comment } = parseLine(lineText.trimEnd(), line);
    const [first, ...rest] = words;
    if (first === undefined) continue;
    if (block && first === ")" && rest.length === 0) {
      block = undefined;
    } else if (block) {
      directives.push(toDirective(block.verb, words, line, comment));
    } else if (rest.length === 1 && rest[0] === "(") {
      block = { verb: verbAt(first, line), line };
    } else {
      directives.push(toDirective(verbAt(first, line), rest, line, comment));
    }
  }
  if (block) throw new SyntaxProblem(`Missing ")" of the "${block.verb}" block.`, block.line);
  return directives;
}

function parseLine(text: string, line: number): Line {
  const words: string[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.length) {
    const token = TOKEN.exec(text)?.groups;
    if (!token) throw new SyntaxProblem("Unterminated string.", line);
    if (token["comment"] !== undefined) return { words, comment: token["comment"].trim() };
    words.push(token["quoted"] ?? token["raw"] ?? token["word"] ?? "");
  }
  return { words, comment: "" };
}

function verbAt(word: string, line: number): string {
  if (!VERB.test(word)) throw new SyntaxProblem(`"${word.slice(0, 100)}" is not a valid directive.`, line);
  return word;
}

function toDirective(verb: string, args: string[], line: number, comment: string): Directive {
  if (args.some((arg) => arg === "(" || arg === ")")) {
    throw new SyntaxProblem(`Unexpected parenthesis in "${verb}".`, line);
  }
  return { verb, args, line, comment };
}
