import { eachLine } from "../../lock-file.ts";

/** A line of a field's value. */
interface Line {
  text: string;
  line: number;
}

/** A file in the Debian control format, as R reads it. */
export interface ControlFile {
  /** The lines of each value by field name. Of several fields with one name, the last counts. */
  fields: ReadonlyMap<string, readonly Line[]>;
  /** The first line that belongs to no field. */
  malformed: Line | null;
}

/**
 * Reads `Field: value` lines and their continuation lines, which start with whitespace. A line that starts with `#` is a field that is
 * ignored: R has no comments, but authors use such lines as comments.
 *
 * https://search.r-project.org/R/refmans/base/html/dcf.html
 */
export function readControlFile(text: string): ControlFile {
  const fields = new Map<string, Line[]>();
  let malformed: Line | null = null;
  let value: Line[] = [];
  eachLine(text, (content, line) => {
    if (content.trim() === "") return;
    if (/^\s/.test(content)) {
      if (content.trim() !== ".") value.push({ text: content, line });
      return;
    }
    const colon = content.indexOf(":");
    const isField = colon > 0 && !content.startsWith("#");
    value = isField ? [{ text: content.slice(colon + 1), line }] : [];
    if (isField) fields.set(content.slice(0, colon).trimEnd(), value);
    else if (!content.startsWith("#")) malformed ??= { text: content, line };
  });
  return { fields, malformed };
}

/** Returns the value of a field that has a single line, or undefined. */
export function textOfField({ fields }: ControlFile, name: string): Line | undefined {
  const [first] = fields.get(name) ?? [];
  const text = first?.text.trim() ?? "";
  return first && text !== "" ? { text, line: first.line } : undefined;
}

/** Returns the entries of a value that is separated by commas, with the line on which each starts. */
export function entriesOfField(value: readonly Line[]): Line[] {
  const entries: Line[] = [];
  let entry: Line = { text: "", line: 0 };
  const finish = (): void => {
    if (entry.text !== "") entries.push(entry);
    entry = { text: "", line: 0 };
  };
  for (const { text, line } of value) {
    for (const [index, written] of text.split(",").entries()) {
      if (index > 0) finish();
      const part = written.trim();
      if (entry.text === "") entry = { text: part, line };
      else if (part !== "") entry.text += ` ${part}`;
    }
  }
  finish();
  return entries;
}
