import { printable } from "@knockon/contract/printable";

/** Writes a line about a result to standard error. */
export function writeNote(text: string): void {
  process.stderr.write(`knockon: ${printable(text)}\n`);
}
