import type { TextRange } from "./docstring.ts";

/** `description = <<-EOT` in HCL. The text ends with a line that only has the tag. */
const DESCRIPTION = /^[ \t]*(?:description|error_message)[ \t]*=[ \t]*<<-?(?<tag>\w+)[ \t]*\r?$/gm;

/** A function of a shell script that starts by printing its usage: `usage() { cat <<EOF`. The output goes nowhere else. */
const USAGE =
  /^[ \t]*(?:function[ \t]+)?(?:\w{1,40}[_-])?(?:usage|help)(?:[_-]\w{1,40})?[ \t]*(?:\([ \t]*\))?\s{0,20}\{\s{0,20}cat[ \t]*(?:>&2[ \t]*)?<<-?[ \t]*["']?(?<tag>\w+)["']?[ \t]*(?:>&2[ \t]*)?\r?$/gm;

/** Returns the texts of several lines that describe something in HCL. Takes linear time. */
export const findDescriptions = (text: string): TextRange[] => findTexts(text, DESCRIPTION);

/** Returns the texts of several lines with which a shell script explains itself. Takes linear time. */
export const findUsages = (text: string): TextRange[] => findTexts(text, USAGE);

function findTexts(text: string, start: RegExp): TextRange[] {
  const found: TextRange[] = [];
  start.lastIndex = 0;
  for (let match = start.exec(text); match; match = start.exec(text)) {
    const end = endOfText(text, start.lastIndex, match.groups?.["tag"] ?? "");
    if (end === undefined) break;
    found.push({ start: match.index, end });
    start.lastIndex = end;
  }
  return found;
}

/** Returns the start of the line that ends a text, or undefined if there is none. */
function endOfText(text: string, from: number, tag: string): number | undefined {
  for (let start = text.indexOf("\n", from) + 1; start > 0;) {
    const newline = text.indexOf("\n", start);
    if (text.slice(start, newline === -1 ? text.length : newline).trim() === tag) return start;
    start = newline + 1;
  }
  return undefined;
}
