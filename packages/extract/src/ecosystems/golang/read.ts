import { SyntaxProblem } from "../../ecosystem.ts";
import type { SourceFile } from "../../source-file.ts";
import { parseDirectives, type Directive } from "./go-mod-directives.ts";

export interface Require {
  path: string;
  version: string;
  indirect: boolean;
  line: number;
}

export interface Replace {
  path: string;
  /** Only this version is replaced; null means all. */
  version: string | null;
  /** Another module, or a folder (then without a version). */
  target: { path: string; version: string | null };
  line: number;
}

/** A module path in go.mod's `module`, a package path in `tool`, a folder in go.work's `use`. */
export interface PathLine {
  path: string;
  line: number;
}

/** What a go.mod or go.work says; `uses` is go.work's, `module`, `requires` and `tools` are go.mod's. */
export interface GoFacts {
  module: PathLine | null;
  requires: Require[];
  replaces: Replace[];
  tools: PathLine[];
  uses: PathLine[];
}

const MODULE_PATH = /^[\w.~+/-]{1,1024}$/;
const FOLDER = /^(?:\.{1,2}(?:\/|$)|\/)/;

/** Replacement targets are folders exactly when they start like this; Go requires it. */
export const isFolder = (path: string): boolean => FOLDER.test(path);

export const isGoWork = (path: string): boolean => path === "go.work" || path.endsWith("/go.work");

/** Facts of one go.mod or go.work. Throws SyntaxProblem. */
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

/** An empty go.mod is legal: it keeps a folder out of its parent module. One that says anything names its module. */
function readModule(directives: readonly Directive[]): PathLine | null {
  const [module, second] = readAll(directives, "module", readModulePath);
  if (second) throw new SyntaxProblem("A second module is declared.", second.line);
  if (!module && directives[0]) throw new SyntaxProblem("No module is declared.", directives[0].line);
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
    throw new SyntaxProblem("A module that replaces has a version, a folder has none.", line);
  }
  const target = {
    path: isFolder(targetPath) ? targetPath : checkedPath(targetPath, line),
    version: targetVersion,
  };
  return { path: checkedPath(path, line), version, target, line };
}

function checkedPath(path: string, line: number): string {
  if (!MODULE_PATH.test(path)) throw new SyntaxProblem(`"${path.slice(0, 100)}" is no module path.`, line);
  return path;
}
