import { SyntaxProblem } from "../../ecosystem.ts";

export interface Option {
  section: string;
  key: string;
  line: number;
  values: { text: string; line: number }[];
}

/** Parses the syntax of Python's `configparser`, in which indented lines continue an option. */
export function parseOptions(text: string): Option[] {
  const options: Option[] = [];
  let section: string | undefined;
  let current: Option | undefined;
  for (const [index, physical] of text.split(/\r?\n/).entries()) {
    const line = index + 1;
    const content = physical.trim();
    if (content === "" || content.startsWith("#") || content.startsWith(";")) continue;
    const header = /^\[(?<name>[^\]]+)\]/.exec(physical)?.groups?.["name"];
    if (header !== undefined) {
      section = header.trim();
      current = undefined;
    } else if (/^\s/.test(physical) && current) {
      current.values.push({ text: content, line });
    } else {
      current = parseOption(section, content, line);
      options.push(current);
    }
  }
  return options;
}

function parseOption(section: string | undefined, content: string, line: number): Option {
  if (section === undefined) throw new SyntaxProblem("Expected a section before the first option.", line);
  const separator = content.search(/[=:]/);
  if (separator === 0) throw new SyntaxProblem("Expected the name of an option.", line);
  const key = (separator === -1 ? content : content.slice(0, separator)).trim().toLowerCase();
  const value = separator === -1 ? "" : content.slice(separator + 1).trim();
  return { section, key, line, values: value === "" ? [] : [{ text: value, line }] };
}
