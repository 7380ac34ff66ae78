import { parseArgs, type ParseArgsOptionsConfig } from "node:util";
import { suggest } from "@knockon/contract/suggest";

/** An error the user can fix. Printed as one line, with exit code 2. */
export class UsageError extends Error {}

/** Parses a command's arguments. Every command takes at most one positional argument. Throws UsageError. */
export function parseArguments<const Options extends ParseArgsOptionsConfig>(
  { command, positional }: { command: string; positional?: string | undefined },
  args: string[],
  options: Options,
) {
  const usage = `Run "knockon ${command} --help" for usage.`;
  const { values, positionals } = parse(args, options, usage);
  const [argument, unexpected] = positional === undefined ? [undefined, ...positionals] : positionals;
  if (unexpected !== undefined) throw new UsageError(`Unexpected argument "${unexpected}". ${usage}`);
  return {
    values,
    argument,
    /** Throws UsageError if the argument is missing. */
    getPositional(): string {
      if (argument === undefined) throw new UsageError(`Missing ${positional}. ${usage}`);
      return argument;
    },
  };
}

function parse<const Options extends ParseArgsOptionsConfig>(
  args: string[],
  options: Options,
  usage: string,
) {
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    if (!(error instanceof Error && "code" in error)) throw error;
    const option = /'(?:-\w, )?(--?[\w-]+)/u.exec(error.message)?.[1] ?? "";
    if (error.code === "ERR_PARSE_ARGS_UNKNOWN_OPTION") {
      const names = Object.keys(options).map((name) => `--${name}`);
      throw new UsageError(`Unknown option "${option}".${suggest(option, names)} ${usage}`);
    }
    if (error.code !== "ERR_PARSE_ARGS_INVALID_OPTION_VALUE") throw error;
    const isFlag = options[option.replace(/^-+/u, "")]?.type === "boolean";
    throw new UsageError(`Option "${option}" ${isFlag ? "doesn't take" : "needs"} a value. ${usage}`);
  }
}

/** Returns one of the words. Throws UsageError. */
export function parseChoice<T extends string>(option: string, word: string, words: readonly T[]): T {
  const found = words.find((one) => one === word);
  if (found !== undefined) return found;
  throw new UsageError(
    `Invalid ${option} "${word}".${suggest(word, words)} Use one of: ${words.join(", ")}.`,
  );
}

interface Bounds {
  min: number;
  max: number;
  isInteger?: boolean;
}

/** Parses a decimal number. Rejects other notations, such as `0x10`, `1e2` and the empty string. Throws UsageError. */
export function parseNumber(option: string, text: string, { min, max, isInteger = false }: Bounds): number {
  const number = (isInteger ? /^\d+$/ : /^\d+(?:\.\d+)?$/).test(text) ? Number(text) : Number.NaN;
  if (number >= min && number <= max) return number;
  throw new UsageError(
    `Invalid ${option} "${text}". Use a ${isInteger ? "whole " : ""}number from ${min} to ${max}.`,
  );
}

const DATE = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2}))?$/;

/** Parses a date (`2026-01-31`, midnight UTC) or a time with a time zone. Throws UsageError. */
export function parseDate(option: string, text: string): Date {
  const date = new Date(DATE.test(text) ? text : Number.NaN);
  // JavaScript turns February 30 into March 2.
  const isDay =
    date.getTime() === date.getTime() &&
    new Date(text.slice(0, 10)).toISOString().startsWith(text.slice(0, 10));
  if (isDay) return date;
  throw new UsageError(`Invalid ${option} "${text}". Use a date such as 2026-01-31 or 2026-01-31T12:00:00Z.`);
}
