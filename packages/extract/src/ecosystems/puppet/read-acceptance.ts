import type { SourceFile } from "../../source-file.ts";
import { parseModuleName } from "./module-name.ts";
import { emptyFacts, type PuppetFacts } from "./read.ts";

/** Methods of Beaker's helpers, and the command. */
const INSTALL =
  /(?<method>\binstall_(?:puppet_module_via_pmt|module_from_forge)(?:_on)?)(?=[ \t(])|\bpuppet(?:[ \t]+|\(\s*["'])module(?:[ \t]+|["'],[ \t]*["'])install\b(?:["'],)?/g;
/** More than any handwritten call has. */
const MAX_LENGTH = 500;
/** Longer texts are data. */
const MAX_TEXT = 256 * 1024;
const MAX_USES = 100;

const STRING = /"(?<double>[^"\n]*)"|'(?<single>[^'\n]*)'/g;
/** An argument of the command, with its quotes: `--version ">= 1.0.0 < 2.0.0"`. */
const WORD = /"[^"\n]*"|'[^'\n]*'|[^\s"'(),]+/g;
const VERSION = /^(?:[<>=~^]|\d)/;
/** Options with a value in the next argument. */
const VALUED = new Set([
  "--version",
  "-v",
  "--target-dir",
  "-i",
  "--environment",
  "--modulepath",
  "--module_repository",
]);

/** Returns whether an acceptance test may install modules by name. */
export const mentionsInstall = (text: string): boolean =>
  /install_(?:puppet_module|module_from_forge)|puppet\b.{0,10}\bmodule\b.{0,10}\binstall\b/.test(text);

/** Reads the modules that an acceptance test installs by name, in linear time. */
export function readAcceptanceTest(file: SourceFile): PuppetFacts {
  const facts = emptyFacts();
  const text = file.text.slice(0, MAX_TEXT);
  for (const match of text.matchAll(INSTALL)) {
    const end = match.index + match[0].length;
    if (isInComment(text, match.index)) continue;
    const isMethod = match.groups?.["method"] !== undefined;
    const found = isMethod ? moduleOfCall(argumentsAt(text, end)) : moduleOfCommand(lineAt(text, end));
    if (found) facts.uses.push({ rule: "acceptance", line: file.lineAt(match.index), ...found, git: null });
    if (facts.uses.length === MAX_USES) break;
  }
  return facts;
}

function isInComment(text: string, offset: number): boolean {
  const before = text.slice(Math.max(0, offset - MAX_LENGTH), offset);
  return before
    .slice(before.lastIndexOf("\n") + 1)
    .trimStart()
    .startsWith("#");
}

interface Installed {
  name: string;
  constraint: string | null;
}

const lineAt = (text: string, start: number): string =>
  text.slice(start, start + MAX_LENGTH).split("\n", 1)[0] ?? "";

/** Returns the arguments of a call in brackets, which may span lines, or else the rest of the line. */
function argumentsAt(text: string, start: number): string {
  if (text[start] !== "(") return lineAt(text, start);
  let depth = 0;
  for (let end = start; end < Math.min(text.length, start + MAX_LENGTH); end += 1) {
    if (text[end] === "(") depth += 1;
    else if (text[end] === ")") depth -= 1;
    if (depth === 0) return text.slice(start, end);
  }
  return lineAt(text, start);
}

/** The first string with the name of a module, and the version in the string after it. */
function moduleOfCall(args: string): Installed | undefined {
  const strings = [...args.matchAll(STRING)].map(
    ({ groups }) => groups?.["double"] ?? groups?.["single"] ?? "",
  );
  const index = strings.findIndex((each) => parseModuleName(each) !== undefined);
  const name = strings[index];
  const version = strings[index + 1] ?? "";
  return name === undefined ? undefined : { name, constraint: VERSION.test(version) ? version : null };
}

function moduleOfCommand(line: string): Installed | undefined {
  const words = (line.match(WORD) ?? []).map((word) => word.replace(/^["']|["']$/g, ""));
  let constraint: string | null = null;
  let name: string | undefined;
  for (let index = 0; index < words.length; index += 1) {
    const [option = "", value] = (words[index] ?? "").split("=", 2);
    const isVersion = option === "--version" || option === "-v";
    if (isVersion) constraint ??= value ?? words[index + 1] ?? null;
    if (VALUED.has(option)) index += value === undefined ? 1 : 0;
    else if (name === undefined && !option.startsWith("-") && option !== "") name = option;
    else if (/^(?:&&|\|\||;|\|)$/.test(option)) break;
  }
  return name !== undefined && parseModuleName(name) !== undefined ? { name, constraint } : undefined;
}
