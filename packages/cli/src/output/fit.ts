/** Fits text into the columns of a terminal. Files and pipes get everything. */

/** Columns of the terminal that the output goes to. Infinity for a file or a pipe. */
export const outputWidth = ({ isTTY, columns }: Partial<NodeJS.WriteStream> = process.stdout): number =>
  isTTY === true && columns !== undefined && columns >= MIN_WIDTH ? columns : Infinity;

/** Narrower terminals fold lines themselves. */
const MIN_WIDTH = 40;
/** What a cut cell keeps at least. */
const MIN_CELL = 8;

/** Folds a line between words. The rest is indented by two more columns than the line. */
export function foldLine(line: string, width: number): string[] {
  const indent = `${/^ */u.exec(line)?.[0] ?? ""}  `;
  const lines: string[] = [];
  let rest = line;
  while (rest.length > width) {
    const space = rest.lastIndexOf(" ", width);
    // A word that is longer than the terminal stays whole, so that it can be copied.
    const at = space >= indent.length ? space : rest.indexOf(" ", width);
    if (at === -1) break;
    lines.push(rest.slice(0, at).trimEnd());
    rest = `${indent}${rest.slice(at).trimStart()}`;
  }
  return [...lines, rest];
}

/** Returns widths whose sum with the gaps is at most `width`. The widest columns lose first, of those that may be cut. */
export function fitWidths(
  widths: readonly number[],
  { width, gap, canCut }: { width: number; gap: number; canCut: (column: number) => boolean },
): number[] {
  const fitted = [...widths];
  const isCut = (column: number): boolean => canCut(column) && (fitted[column] ?? 0) > MIN_CELL;
  for (let over = fitted.reduce((sum, one) => sum + one + gap, -gap) - width; over > 0; over -= 1) {
    const columns = [...fitted.keys()].filter(isCut);
    const widest = Math.max(...columns.map((column) => fitted[column] ?? 0));
    const column = columns.find((one) => fitted[one] === widest);
    if (column === undefined) break;
    fitted[column] = widest - 1;
  }
  return fitted;
}

/** Cuts text in its middle: both ends of a path and of a version say more. */
export function cutMiddle(text: string, width: number): string {
  if (text.length <= width) return text;
  const end = Math.floor((width - 1) / 2);
  return `${text.slice(0, width - 1 - end)}…${text.slice(text.length - end)}`;
}
