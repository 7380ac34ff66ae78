import type { TextRange } from "./docstring.ts";

/** `description = <<-EOT` in HCL. The text ends with a line that only has the tag. */
const DESCRIPTION = /^[ \t]*(?:description|error_message)[ \t]*=[ \t]*<<-?(?<tag>\w+)[ \t]*\r?$/gm;

/** Returns the texts of several lines that describe something in HCL. Takes linear time. */
export function findDescriptions(text: string): TextRange[] {
  const found: TextRange[] = [];
  DESCRIPTION.lastIndex = 0;
  for (let match = DESCRIPTION.exec(text); match; match = DESCRIPTION.exec(text)) {
    const end = endOfText(text, DESCRIPTION.lastIndex, match.groups?.["tag"] ?? "");
    if (end === undefined) break;
    found.push({ start: match.index, end });
    DESCRIPTION.lastIndex = end;
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
