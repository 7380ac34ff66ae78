import { formatCount } from "../../format/format.ts";
import { tabularWidth, textWidth } from "../../format/text-width.ts";

/** Names that fit into so many lines. */
export interface FittingNames {
  names: string[];
  /** The number of others. */
  more: number;
  lines: number;
}

interface LinesOfNames {
  width: number;
  /** Of what is before the names. */
  before: number;
  /** The number of lines at most. */
  most: number;
}

/** As many names as fit as a whole into lines of a width, of which the first has less room. */
export function namesInLines(all: readonly string[], { width, before, most }: LinesOfNames): FittingNames {
  const end = (count: number): number => (count === 0 ? 0 : tabularWidth(` +${formatCount(count)}`));
  // What is before the names may take more than a line.
  let [lines, taken] = [1 + Math.floor(before / width), before % width];
  const names: string[] = [];
  for (const [at, name] of all.entries()) {
    const rest = all.length - at - 1;
    const needed = textWidth(rest === 0 ? name : `${name},`) + (lines === most ? end(rest) : 0);
    if (taken + needed > width) {
      if (lines === most) break;
      [lines, taken] = [lines + 1, 0];
    }
    taken += textWidth(`${name}, `);
    names.push(name);
  }
  const more = all.length - names.length;
  return { names, more, lines: taken + end(more) > width ? lines + 1 : lines };
}
