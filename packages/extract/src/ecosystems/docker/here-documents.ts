import type { Instruction } from "./instructions.ts";
import { unquote } from "./words.ts";

const HERE_DOCUMENT = /^\d*<<(?<tabs>-?)(?<name>[^<]+)$/;
const HOLDS_HERE_DOCUMENTS = new Set(["RUN", "COPY", "ADD"]);

/**
 * Knows where here-documents end. One that never ends is none (`$((1 <<2))` looks like one), which the table of
 * each line's last place tells without reading on.
 */
export class HereDocuments {
  readonly #lines: readonly string[];
  #lastPlaces: ReadonlyMap<string, number> | undefined;

  constructor(lines: readonly string[]) {
    this.#lines = lines;
  }

  /** The index of the line after the instruction's here-documents, which begin at `start`. */
  endOf(instruction: Instruction, start: number): number {
    if (!HOLDS_HERE_DOCUMENTS.has(instruction.keyword)) return start;
    let index = start;
    for (const word of instruction.words) {
      const { tabs, name } = HERE_DOCUMENT.exec(word.text)?.groups ?? {};
      if (tabs !== undefined && name !== undefined) index = this.#endOf(unquote(name), tabs === "-", index);
    }
    return index;
  }

  #endOf(name: string, mayBeIndented: boolean, start: number): number {
    this.#lastPlaces ??= lastPlaces(this.#lines);
    if ((this.#lastPlaces.get(mayBeIndented ? `-${name}` : name) ?? -1) < start) return start;
    for (let index = start; index < this.#lines.length; index += 1) {
      const line = this.#lines[index] ?? "";
      if ((mayBeIndented ? withoutTabs(line) : line) === name) return index + 1;
    }
    return start;
  }
}

/** Where each line stands last, as it is and, marked with a dash, without its indentation. */
function lastPlaces(lines: readonly string[]): ReadonlyMap<string, number> {
  const places = new Map<string, number>();
  for (const [index, line] of lines.entries()) {
    places.set(line, index);
    places.set(`-${withoutTabs(line)}`, index);
  }
  return places;
}

const withoutTabs = (line: string): string => line.replace(/^\t+/, "");
