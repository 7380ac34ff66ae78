import { BRACKETED } from "../placeholder.ts";

/** One argument of a command, without its quotes. */
export interface Word {
  text: string;
  offset: number;
}

/** More arguments than any hand-written command has. */
const MAX_WORDS = 100;

const GAP = /(?:[ \t]|\\\r?\n)*/y;
const WORD = new RegExp(
  String.raw`"(?<double>[^"\n]{0,1000})"|'(?<single>[^'\n]{0,1000})'|(?<bare>(?:${BRACKETED}|[^\s"'\x60;&|()<>\\]){1,2000})`,
  "y",
);

/**
 * The arguments that start at `offset`, continued over lines that end in a backslash. They end where a shell ends a
 * command, at a comment, and at a quote that closes a string around the command. `end` is the first offset not read.
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
    if (bare === undefined && isAttached && !last.text.endsWith("=")) break;
    if (bare !== undefined || !isAttached) words.push(toWord(match));
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

/** The value of `--flag value`, `--flag=value`; the first flag given wins. */
export function flagValue(words: readonly Word[], ...flags: string[]): string | null {
  for (const [index, { text }] of words.entries()) {
    if (flags.includes(text)) return words[index + 1]?.text ?? null;
    const flag = flags.find((name) => text.startsWith(`${name}=`));
    if (flag !== undefined) return text.slice(flag.length + 1);
  }
  return null;
}
