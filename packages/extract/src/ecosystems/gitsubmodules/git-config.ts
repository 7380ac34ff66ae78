import { SyntaxProblem } from "../../ecosystem.ts";
import type { SourceFile } from "../../source-file.ts";

/** `name = value` with the section that it stands in: `submodule` and its own name, `lib`. */
export interface ConfigEntry {
  section: string;
  subsection: string;
  sectionLine: number;
  key: string;
  value: string;
  line: number;
}

const BLANK = /(?:\s|[#;].*)*/y;
/** `[submodule "lib"]` or, as it was written once, `[submodule.lib]`. */
const SECTION = /\[(?<section>[\w-]+)(?:[ \t]+"(?<quoted>(?:[^"\\\n]|\\.)*)"|\.(?<dotted>[\w.-]+))?\]/y;
const KEY = /(?<key>[a-z][\w-]*)[ \t]*(?:(?<assigns>=)[ \t]*)?/iy;
const VALUE_PART = /[^"\\\n#;]+|["#;\n]|\\(?:\r?\n|[^\r\n])/y;
const ESCAPED: Readonly<Record<string, string>> = { n: "\n", t: "\t", b: "\b", "\\": "\\", '"': '"' };

/** The entries of a file in git's own configuration format, in the order of the text. Throws SyntaxProblem. */
export function readGitConfig(file: SourceFile): ConfigEntry[] {
  const { text } = file;
  const entries: ConfigEntry[] = [];
  let section: Pick<ConfigEntry, "section" | "subsection" | "sectionLine"> | undefined;
  let position = skip(text, 0);
  while (position < text.length) {
    const line = file.lineAt(position);
    const header = matchAt(SECTION, text, position);
    const name = header ?? (section && matchAt(KEY, text, position));
    if (!name) throw new SyntaxProblem("Expected a section or a key of one.", line);
    position += name[0].length;
    if (header) {
      section = { ...sectionOf(header), sectionLine: line };
    } else if (section) {
      const { key = "", assigns } = name.groups ?? {};
      const { value, end } = assigns === undefined ? noValue(file, position) : readValue(file, position);
      entries.push({ ...section, key: key.toLowerCase(), value, line });
      position = end;
    }
    position = skip(text, position);
  }
  return entries;
}

function sectionOf({ groups }: RegExpExecArray): Pick<ConfigEntry, "section" | "subsection"> {
  const { section = "", quoted, dotted = "" } = groups ?? {};
  const subsection = quoted?.replace(/\\(.)/g, "$1") ?? dotted.toLowerCase();
  return { section: section.toLowerCase(), subsection };
}

/** A key alone is a flag that is set; anything else behind it is an error. */
function noValue(file: SourceFile, start: number): { value: string; end: number } {
  const next = file.text.charAt(start);
  if (next === "" || /[\s#;]/.test(next)) return { value: "", end: start };
  throw new SyntaxProblem("Expected `=` after the key.", file.lineAt(start));
}

/** A comment starts at the first `#` or `;` outside quotes; a backslash at the end continues the line. */
function readValue(file: SourceFile, start: number): { value: string; end: number } {
  const parts: string[] = [];
  let isQuoted = false;
  /** White space at the end counts only within quotes. */
  let quotedLength = 0;
  let end = start;
  for (;;) {
    const part = matchAt(VALUE_PART, file.text, end)?.[0];
    if (part === undefined || part === "\n" || (!isQuoted && (part === "#" || part === ";"))) break;
    end += part.length;
    if (part === '"') isQuoted = !isQuoted;
    else if (part.startsWith("\\")) parts.push(unescaped(part.slice(1), () => file.lineAt(end)));
    else parts.push(part);
    if (isQuoted) quotedLength = parts.length;
  }
  if (isQuoted) throw new SyntaxProblem("The quoted value is not closed.", file.lineAt(start));
  const quoted = parts.slice(0, quotedLength).join("");
  return { value: quoted + parts.slice(quotedLength).join("").trimEnd(), end };
}

function unescaped(character: string, line: () => number): string {
  if (character.endsWith("\n")) return "";
  const meant = ESCAPED[character];
  if (meant === undefined) throw new SyntaxProblem("Unknown escape in a value.", line());
  return meant;
}

const skip = (text: string, position: number): number =>
  position + (matchAt(BLANK, text, position)?.[0].length ?? 0);

function matchAt(pattern: RegExp, text: string, position: number): RegExpExecArray | undefined {
  pattern.lastIndex = position;
  return pattern.exec(text) ?? undefined;
}
