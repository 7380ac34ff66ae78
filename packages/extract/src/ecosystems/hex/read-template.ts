import { SyntaxProblem } from "../../ecosystem.ts";
import { SourceFile } from "../../source-file.ts";
import { emptyFacts, read, type HexFacts } from "./read.ts";

export const TEMPLATE = /(?:^|\/)mix\.exs\.eex$/;

/** Reads `mix.exs.eex`, from which a generator creates projects. Only what it renders must be valid. */
export function readTemplate(file: SourceFile): HexFacts {
  try {
    return { ...read(withoutTags(file)), app: null, packageName: null, isTemplate: true };
  } catch (error) {
    if (error instanceof SyntaxProblem) return emptyFacts();
    throw error;
  }
}

/** Replaces inserted values by placeholders, and drops conditions. Lines stay. */
function withoutTags({ path, text }: SourceFile): SourceFile {
  const parts: string[] = [];
  let from = 0;
  for (;;) {
    const start = text.indexOf("<%", from);
    const end = start === -1 ? -1 : text.indexOf("%>", start);
    if (end === -1) {
      // The generator would fail at a tag that never ends.
      parts.push(start === -1 ? text.slice(from) : text.slice(from, start));
      return new SourceFile(path, parts.join(""));
    }
    const code = text.slice(start + "<%".length, end);
    parts.push(text.slice(from, start), placeholderOf(code), code.replace(/[^\n]/g, ""));
    from = end + "%>".length;
  }
}

/** `<%= app_name %>` inserts a value, `<%= if html do %>` opens a block. */
function placeholderOf(code: string): string {
  if (!code.startsWith("=") || /\bdo\s*$/.test(code)) return "";
  const name = code
    .slice(0, 200)
    .replace(/[^\w.@]+/g, " ")
    .trim()
    .slice(0, 80);
  return `\${${name}}`;
}
