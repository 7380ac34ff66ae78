import { printable } from "@knockon/contract/printable";

let isSilent = false;

/** Leaves out notes and progress from now on, for `--quiet`. */
export function silence(): void {
  isSilent = true;
}

export const isQuiet = (): boolean => isSilent;

/** Writes a line about a result to standard error, unless `--quiet` is set. */
export function writeNote(text: string): void {
  if (!isSilent) writeError(text);
}

/** Writes a line to standard error. */
export function writeError(text: string): void {
  process.stderr.write(`${colored("knockon:", process.stderr)} ${printable(text)}\n`);
}

const BOLD = ["\u001b[1m", "\u001b[22m"] as const;

/** Returns bold text for a terminal, unless NO_COLOR is set (https://no-color.org). */
export function colored(
  text: string,
  stream: Pick<NodeJS.WriteStream, "isTTY">,
  environment: NodeJS.ProcessEnv = process.env,
): string {
  const isPlain = !stream.isTTY || environment["NO_COLOR"] || environment["TERM"] === "dumb";
  return isPlain ? text : BOLD.join(text);
}
