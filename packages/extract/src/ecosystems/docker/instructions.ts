import { HereDocuments } from "./here-documents.ts";
import { splitWords, type Piece, type Word } from "./words.ts";

/** One instruction, its continuation lines joined, its comments and here-documents left out. */
export interface Instruction {
  /** Upper case. */
  keyword: string;
  line: number;
  /** What follows the keyword. */
  words: Word[];
}

/** `# syntax=docker/dockerfile:1`, in the lines before anything else. */
export interface ParserDirective {
  /** Lower case. */
  name: string;
  value: string;
  line: number;
}

export interface DockerfileLines {
  directives: ParserDirective[];
  instructions: Instruction[];
}

const DIRECTIVE = /^#\s*(?<name>[a-z][a-z\d]*)\s*=\s*(?<value>\S.*)$/i;

/** Divides a Dockerfile as BuildKit does, in one pass. */
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

/** Within a continued instruction, comments and empty lines are skipped, and do not end it. */
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

/** The instruction that ONBUILD defers uses its images all the same. */
function unwrapOnbuild(instruction: Instruction): Instruction {
  const [deferred, ...words] = instruction.words;
  if (instruction.keyword !== "ONBUILD" || !deferred) return instruction;
  return { keyword: deferred.text.toUpperCase(), line: instruction.line, words };
}
