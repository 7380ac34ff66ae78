import { Scanner } from "../../document/scanner.ts";
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
const VALUE_PART = /[^"\\\n#;]+|["#;]|\\(?:\r?\n|[^\r\n])/y;
const ESCAPED: Readonly<Record<string, string>> = { n: "\n", t: "\t", b: "\b", "\\": "\\", '"': '"' };

/** The entries of a file in git's own configuration format, in the order of the text. Throws SyntaxProblem. */
export function readGitConfig(file: SourceFile): ConfigEntry[] {
  const scanner = new Scanner(file);
  const entries: ConfigEntry[] = [];
  let section: Pick<ConfigEntry, "section" | "subsection" | "sectionLine"> | undefined;
  for (;;) {
    scanner.skip(BLANK);
    if (scanner.ended) return entries;
    const { line } = scanner;
    const header = scanner.match(SECTION);
    if (header) {
      section = { ...sectionOf(header), sectionLine: line };
      continue;
    }
    const { key, assigns } = (section && scanner.match(KEY)?.groups) ?? {};
    if (!section || key === undefined) throw new SyntaxProblem("Expected a section or a key of one.", line);
    if (assigns === undefined) expectFlag(scanner);
    const value = assigns === undefined ? "" : readValue(scanner);
    entries.push({ ...section, key: key.toLowerCase(), value, line });
  }
}

function sectionOf({ groups }: RegExpExecArray): Pick<ConfigEntry, "section" | "subsection"> {
  const { section = "", quoted, dotted = "" } = groups ?? {};
  const subsection = quoted?.replace(/\\(.)/g, "$1") ?? dotted.toLowerCase();
  return { section: section.toLowerCase(), subsection };
}

/** A key without a value is a flag. Throws if anything but white space or a comment follows it. */
function expectFlag(scanner: Scanner): void {
  const next = scanner.peek();
  if (next !== "" && !/[\s#;]/.test(next))
    throw new SyntaxProblem("Expected `=` after the key.", scanner.line);
}

/** A comment starts at the first `#` or `;` outside quotes; a backslash at the end continues the line. */
function readValue(scanner: Scanner): string {
  const { line } = scanner;
  const parts: string[] = [];
  let isQuoted = false;
  /** White space at the end counts only within quotes. */
  let quotedLength = 0;
  for (;;) {
    const next = scanner.peek();
    if (next === "\n" || (!isQuoted && (next === "#" || next === ";"))) break;
    const part = scanner.take(VALUE_PART);
    if (part === undefined) break;
    if (part === '"') isQuoted = !isQuoted;
    else if (part.startsWith("\\")) parts.push(unescaped(part.slice(1), () => scanner.line));
    else parts.push(part);
    if (isQuoted) quotedLength = parts.length;
  }
  if (isQuoted) throw new SyntaxProblem("Unterminated quoted value.", line);
  const quoted = parts.slice(0, quotedLength).join("");
  return quoted + parts.slice(quotedLength).join("").trimEnd();
}

function unescaped(character: string, line: () => number): string {
  if (character.endsWith("\n")) return "";
  const meant = ESCAPED[character];
  if (meant === undefined) throw new SyntaxProblem("Unknown escape in a value.", line());
  return meant;
}
