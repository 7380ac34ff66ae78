import { BRACKETED, type Bindings } from "../placeholder.ts";
import type { Sighting } from "../reference.ts";

/** A command in a text. */
export interface Command {
  text: string;
  /** The start of its program. */
  offset: number;
  /** Program and subcommand as written: `git clone`. */
  verb: string;
  words: readonly Word[];
  bindings: () => Bindings;
}

/** References found in a command, and hints for URLs in its arguments. */
export interface Fetched {
  sightings: Sighting[];
  hints: UrlHint[];
  /** Images that the command builds, which are not references elsewhere in the text. */
  builtImages: string[];
  /** Hints for URLs in variables. */
  variableHints: VariableHint[];
}

export type VariableHint = Omit<UrlHint, "offset"> & { variable: string };

/** Information about a URL in the arguments of a command. */
export interface UrlHint {
  /** The start of the URL. */
  offset: number;
  rule: string;
  /** Whether the command only accepts repositories, so that any host counts. */
  isRepository: boolean;
  /** The ref in another argument, or null. */
  ref: string | null;
}

/** An argument without its quotes. */
export interface Word {
  text: string;
  offset: number;
}

/** More arguments than any handwritten command has. */
const MAX_WORDS = 100;

const GAP = /(?:[ \t]|\\\r?\n)*/y;
const WORD = new RegExp(
  String.raw`"(?<double>[^"\n]{0,1000})"|'(?<single>[^'\n]{0,1000})'|(?<bare>(?:${BRACKETED}|[^\s"'\x60;&|()<>\\]){1,2000})`,
  "y",
);

/**
 * Reads the arguments that start at `offset`, including continuation lines. They end at the end of the command, at a
 * comment, and at a quote that closes a string around the command, unless it is in the middle of a reference
 * (`acme/base:"$TAG"`). `end` is the offset after the last argument.
 */
export function readWords(text: string, offset: number): { words: Word[]; end: number } {
  const words: Word[] = [];
  let end = offset;
  while (words.length < MAX_WORDS) {
    const start = skipGap(text, end);
    WORD.lastIndex = start;
    const match = WORD.exec(text);
    if (!match || text[start] === "#") break;
    const { bare } = match.groups ?? {};
    const last = words.at(-1);
    const isAttached = start === end && last !== undefined;
    const word = toWord(match);
    if (isAttached && (bare === undefined ? /[:@/]$/.test(last.text) : /^[:@][\w$]/.test(bare))) {
      words[words.length - 1] = { ...last, text: last.text + word.text };
    } else if (bare === undefined && isAttached && !last.text.endsWith("=")) {
      break;
    } else if (bare !== undefined || !isAttached) words.push(word);
    end = WORD.lastIndex;
  }
  return { words, end };
}

function skipGap(text: string, offset: number): number {
  GAP.lastIndex = offset;
  GAP.test(text);
  return GAP.lastIndex;
}

function toWord(match: RegExpExecArray): Word {
  const { double, single, bare } = match.groups ?? {};
  const text = bare ?? double ?? single ?? "";
  return { text, offset: match.index + (bare === undefined ? 1 : 0) };
}

export const isFlag = (word: Word | undefined): boolean => word?.text.startsWith("-") ?? false;

/** Returns the value of `--flag value` or `--flag=value`. The first flag in the command wins. */
export function flagValue(words: readonly Word[], ...flags: string[]): string | null {
  for (const [index, { text }] of words.entries()) {
    if (flags.includes(text)) return words[index + 1]?.text ?? null;
    const flag = flags.find((name) => text.startsWith(`${name}=`));
    if (flag !== undefined) return text.slice(flag.length + 1);
  }
  return null;
}

/** Returns a sticky pattern with a named group for each command. A space in a verb stands for white space. */
export const commandPattern = (verbs: readonly (readonly [name: string, verb: string])[]): RegExp =>
  new RegExp(
    String.raw`(?<![\w.$-])(?:${verbs
      .map(([name, verb]) => `(?<${name}>${verb.replaceAll(" +", String.raw`[ \t]{1,20}`)})`)
      .join("|")})(?=[ \t])`,
    "y",
  );
