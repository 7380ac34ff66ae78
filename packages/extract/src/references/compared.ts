/** `case "URL":`, `== "URL"`, `=~ "URL"`, `.equals("URL")`, `[ "$X" = URL`, `case $X in URL)`. */
const COMPARED_BEFORE = [
  /\bcase\s+(?:(?:"[^"]*"|'[^']*')\s*[,|]\s*)*["'`]?$/,
  /(?:[!=]=|=~)\s*["'`^]*$/,
  /\.(?:equals|equalsIgnoreCase|startsWith|startswith)\(\s*["'`]?$/,
  /\[\s+(?:!\s+)?["']?\$[^\]]*\s=\s*["']?$/,
  /\bcase\s+\S+\s+in\s+\(?["']?$/,
];
/** `"URL" == x`, `"URL".equals(x)`. */
const COMPARED_AFTER = /^[^\s"'`]*["'`]\s*(?:[!=]=|\.equals(?:IgnoreCase)?\()/;
/** A label of a shell's `case`, below the line that opens it or ends the label before. */
const LABEL_BEFORE = /^\s*\(?["']?$/;
const LABEL_AFTER = /^[^\s"'`]*["']?\*?["']?\s*[)|]/;
const LABEL_ABOVE = /(?:\bcase\s.*\sin|;;)\s*$/;

/** A comparison is shorter; bounds the work of the patterns above. */
const MAX_BEFORE = 300;

/** Is what stands there only held against another value? What a program compares it does not fetch. */
export const isCompared = (before: string, after: string, lineAbove: string): boolean =>
  COMPARED_BEFORE.some((pattern) => pattern.test(before.slice(-MAX_BEFORE))) ||
  COMPARED_AFTER.test(after) ||
  (LABEL_BEFORE.test(before) && LABEL_AFTER.test(after) && LABEL_ABOVE.test(lineAbove));
