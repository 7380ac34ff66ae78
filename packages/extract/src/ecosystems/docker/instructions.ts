/** One instruction with its continuation lines joined, without comments and here-documents. */
export interface Instruction {
  /** Uppercase. */
  keyword: string;
  line: number;
  /** The words after the keyword. */
  words: Word[];
}

/** `# syntax=docker/dockerfile:1` at the top of the file. */
export interface ParserDirective {
  /** Lowercase. */
  name: string;
  value: string;
  line: number;
}

export interface DockerfileLines {
  directives: ParserDirective[];
  instructions: Instruction[];
}

const DIRECTIVE = /^#\s*(?<name>[a-z][a-z\d]*)\s*=\s*(?<value>\S.*)$/i;

/** Splits a Dockerfile into instructions like BuildKit, in linear time. */
export function readDockerfileLines(text: string): DockerfileLines {
  const lines = text.split(/\r?\n/);
  const directives = readDirectives(lines);
  const escape = directives.find(({ name }) => name === "escape")?.value === "`" ? "`" : "\\";
  const hereDocuments = new HereDocuments(lines);
  const instructions: Instruction[] = [];
  for (let index = directives.length; index < lines.length;) {
    const { pieces, end } = joinContinuations(lines, index, escape);
    const [keyword, ...words] = splitWords(pieces, escape);
    const instruction =
      keyword && unwrapOnbuild({ keyword: keyword.text.toUpperCase(), line: keyword.line, words });
    if (instruction) instructions.push(instruction);
    index = instruction ? hereDocuments.endOf(instruction, end) : end;
  }
  return { directives, instructions };
}

function readDirectives(lines: readonly string[]): ParserDirective[] {
  const directives: ParserDirective[] = [];
  for (const [index, line] of lines.entries()) {
    const { name, value } = DIRECTIVE.exec(line.trim())?.groups ?? {};
    if (name === undefined || value === undefined) break;
    directives.push({ name: name.toLowerCase(), value, line: index + 1 });
  }
  return directives;
}

/** Comments and empty lines inside a continued instruction do not end it. */
function joinContinuations(
  lines: readonly string[],
  start: number,
  escape: string,
): { pieces: Piece[]; end: number } {
  const pieces: Piece[] = [];
  for (let index = start; index < lines.length; index += 1) {
    const line = lines[index]?.trimEnd() ?? "";
    if (isSkipped(line)) {
      if (pieces.length === 0) return { pieces, end: index + 1 };
      continue;
    }
    const isContinued = line.endsWith(escape) && !line.endsWith(escape + escape);
    pieces.push({ text: isContinued ? line.slice(0, -1) : line, line: index + 1 });
    if (!isContinued) return { pieces, end: index + 1 };
  }
  return { pieces, end: lines.length };
}

const isSkipped = (line: string): boolean => /^\s*(?:#|$)/.test(line);

/** Returns the instruction that ONBUILD defers, because it uses images as well. */
function unwrapOnbuild(instruction: Instruction): Instruction {
  const [deferred, ...words] = instruction.words;
  if (instruction.keyword !== "ONBUILD" || !deferred) return instruction;
  return { keyword: deferred.text.toUpperCase(), line: instruction.line, words };
}

/** Part of a line. */
interface Piece {
  text: string;
  line: number;
}

/** A word with its quotes, and the line where it starts. */
export interface Word {
  text: string;
  line: number;
}

/** Splits at unquoted white space. A word may continue in the next piece. */
function splitWords(pieces: readonly Piece[], escape: string): Word[] {
  const words: Word[] = [];
  let word: Word | undefined;
  let quote = "";
  let isEscaped = false;
  for (const piece of pieces) {
    for (const char of piece.text) {
      if (quote === "" && !isEscaped && /\s/.test(char)) {
        word = undefined;
        continue;
      }
      if (!word) words.push((word = { text: "", line: piece.line }));
      word.text += char;
      if (!isEscaped && (char === '"' || char === "'")) quote = quoteAfter(quote, char);
      isEscaped = !isEscaped && char === escape && quote !== "'";
    }
  }
  return words;
}

function quoteAfter(quote: string, char: string): string {
  if (quote === "") return char;
  return quote === char ? "" : quote;
}

export const unquote = (text: string): string => text.replace(/["']/g, "");

const HERE_DOCUMENT = /^\d*<<(?<tabs>-?)(?<name>[^<]+)$/;
const WITH_HERE_DOCUMENTS = new Set(["RUN", "COPY", "ADD"]);

/**
 * Finds the end of here-documents. Without an end, a text such as `$((1 <<2))` is no here-document. An index of the
 * last occurrence of each line decides this in constant time.
 */
class HereDocuments {
  readonly #lines: readonly string[];
  #lastIndexes: ReadonlyMap<string, number> | undefined;

  constructor(lines: readonly string[]) {
    this.#lines = lines;
  }

  /** Returns the index of the line after the here-documents of an instruction, which start at `start`. */
  endOf(instruction: Instruction, start: number): number {
    if (!WITH_HERE_DOCUMENTS.has(instruction.keyword)) return start;
    let index = start;
    for (const word of instruction.words) {
      const { tabs, name } = HERE_DOCUMENT.exec(word.text)?.groups ?? {};
      if (tabs !== undefined && name !== undefined) index = this.#endOf(unquote(name), tabs === "-", index);
    }
    return index;
  }

  #endOf(name: string, mayBeIndented: boolean, start: number): number {
    this.#lastIndexes ??= lastIndexes(this.#lines);
    if ((this.#lastIndexes.get(mayBeIndented ? `-${name}` : name) ?? -1) < start) return start;
    for (let index = start; index < this.#lines.length; index += 1) {
      const line = this.#lines[index] ?? "";
      if ((mayBeIndented ? withoutTabs(line) : line) === name) return index + 1;
    }
    return start;
  }
}

/** Returns the index of the last occurrence of each line: as written and, with a `-` prefix, without indentation. */
function lastIndexes(lines: readonly string[]): ReadonlyMap<string, number> {
  const indexes = new Map<string, number>();
  for (const [index, line] of lines.entries()) {
    indexes.set(line, index);
    indexes.set(`-${withoutTabs(line)}`, index);
  }
  return indexes;
}

const withoutTabs = (line: string): string => line.replace(/^\t+/, "");
