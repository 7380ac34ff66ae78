/** What moves the reader of a Python program on: a comment, a quote, a bracket, an end of line, or other text. */
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
/** `r"""…"""` is a string as well. */
const PREFIX = /^[rub]{1,2}$/i;

/** From the opening quotes to the closing ones. */
export interface Docstring {
  start: number;
  end: number;
}

/**
 * The triple-quoted strings of a Python program that begin a statement: nothing is done with them, they are read by people.
 * A string that is assigned, passed or returned is none. Linear in the length of the text.
 */
export function findDocstrings(text: string): Docstring[] {
  const found: Docstring[] = [];
  let depth = 0;
  let isStart = true;
  PIECE.lastIndex = 0;
  for (let match = PIECE.exec(text); match; match = PIECE.exec(text)) {
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

/** A string in single quotes ends with its line; undefined where nothing closes it. */
function endOfString(text: string, start: number, ending: RegExp): number | undefined {
  ending.lastIndex = start;
  for (let match = ending.exec(text); match; match = ending.exec(text)) {
    if (match[0] === "\n") return match.index;
    if (!match[0].startsWith("\\")) return ending.lastIndex;
  }
  return undefined;
}
