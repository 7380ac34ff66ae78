/** A stretch of one line. */
export interface Piece {
  text: string;
  line: number;
}

/** A word with its quotes, and the line where it begins. */
export interface Word {
  text: string;
  line: number;
}

/** Divides at unquoted white space. Pieces join without a seam, so a word may begin on one line and end on another. */
export function splitWords(pieces: readonly Piece[], escape: string): Word[] {
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
