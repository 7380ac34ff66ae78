/** A comment, quote, bracket, line end, or other text. */
const PIECE = /#[^\n]*|\\\r?\n|\n|[^\S\n]+|"""|'''|["']|[([{]|[)\]}]|[^\s#\\"'()[\]{}]+|\\/g;
const QUOTE_ENDS: ReadonlyMap<string, RegExp> = new Map([
  ['"""', /\\[\s\S]|"""/g],
  ["'''", /\\[\s\S]|'''/g],
  ['"', /\\[\s\S]|["\n]/g],
  ["'", /\\[\s\S]|['\n]/g],
]);
const BLANK = /^(?:[^\S\n]|#)/;
const OPENING = /^[([{]$/;
const CLOSING = /^[)\]}]$/;
/** A string prefix: `r"""…"""`. */
const PREFIX = /^[rub]{1,2}$/i;

/** The offsets of the first character of a part of a text, such as its opening quotes, and after the last. */
export interface TextRange {
  start: number;
  end: number;
}

/**
 * Returns the triple-quoted strings that start a statement of a Python program, so that they are not assigned, passed or
 * returned. Ignores those that start after `last`. Takes linear time.
 */
export function findDocstrings(text: string, last = text.length): TextRange[] {
  const found: TextRange[] = [];
  let depth = 0;
  let isStart = true;
  PIECE.lastIndex = 0;
  for (let match = PIECE.exec(text); match; match = PIECE.exec(text)) {
    if (match.index > last) break;
    const [piece] = match;
    const ending = QUOTE_ENDS.get(piece);
    if (ending) {
      const end = endOfString(text, PIECE.lastIndex, ending);
      if (end === undefined) break;
      if (piece.length === 3 && isStart && depth === 0) found.push({ start: match.index, end });
      PIECE.lastIndex = end;
      isStart = false;
    } else if (piece === "\n") {
      isStart = depth === 0;
    } else if (!BLANK.test(piece)) {
      if (OPENING.test(piece)) depth += 1;
      if (CLOSING.test(piece)) depth = Math.max(0, depth - 1);
      isStart &&= PREFIX.test(piece);
    }
  }
  return found;
}

/** Returns the end of a string, or undefined if it is unterminated. A single-quoted string ends with its line. */
function endOfString(text: string, start: number, ending: RegExp): number | undefined {
  ending.lastIndex = start;
  for (let match = ending.exec(text); match; match = ending.exec(text)) {
    if (match[0] === "\n") return match.index;
    if (!match[0].startsWith("\\")) return ending.lastIndex;
  }
  return undefined;
}
