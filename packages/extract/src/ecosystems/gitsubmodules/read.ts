import { Scanner } from "../../document/scanner.ts";
import { SyntaxProblem } from "../../ecosystem.ts";
import type { SourceFile } from "../../source-file.ts";

/** A `[submodule "…"]` section. */
export interface Submodule {
  name: string;
  line: number;
  path: string | null;
  url: { text: string; line: number } | null;
}

export interface SubmoduleFacts {
  submodules: Submodule[];
}

/** Merges sections with the same name. The last of several values counts. Throws SyntaxProblem. */
export function readSubmodules(file: SourceFile): SubmoduleFacts {
  const submodules = new Map<string, Submodule>();
  for (const { section, subsection, sectionLine, key, value, line } of readGitConfig(file)) {
    if (section !== "submodule") continue;
    const submodule = submodules.get(subsection) ?? {
      name: subsection,
      line: sectionLine,
      path: null,
      url: null,
    };
    submodules.set(subsection, submodule);
    if (key === "path") submodule.path = value;
    if (key === "url") submodule.url = value === "" ? null : { text: value, line };
  }
  return { submodules: [...submodules.values()] };
}

/** `key = value` in a section such as `[submodule "lib"]`. */
interface ConfigEntry {
  section: string;
  subsection: string;
  sectionLine: number;
  key: string;
  value: string;
  line: number;
}

const BLANK = /(?:\s|[#;].*)*/y;
/** `[submodule "lib"]`, or `[submodule.lib]` in the old format. */
const SECTION = /\[(?<section>[\w-]+)(?:[ \t]+"(?<quoted>(?:[^"\\\n]|\\.)*)"|\.(?<dotted>[\w.-]+))?\]/y;
const KEY = /(?<key>[a-z][\w-]*)[ \t]*(?:(?<assigns>=)[ \t]*)?/iy;
const VALUE_PART = /[^"\\\n#;]+|["#;]|\\(?:\r?\n|[^\r\n])/y;
const ESCAPED: Readonly<Record<string, string>> = { n: "\n", t: "\t", b: "\b", "\\": "\\", '"': '"' };

/** Parses Git's configuration format. Returns the entries in order. Throws SyntaxProblem. */
function readGitConfig(file: SourceFile): ConfigEntry[] {
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
    if (!section || key === undefined) throw new SyntaxProblem("Expected a section or a key.", line);
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

/** A key without a value is a flag. Throws if anything other than white space or a comment follows it. */
function expectFlag(scanner: Scanner): void {
  const next = scanner.peek();
  if (next !== "" && !/[\s#;]/.test(next))
    throw new SyntaxProblem("Expected `=` after the key.", scanner.line);
}

/** A comment starts at the first `#` or `;` outside quotes. A trailing backslash continues the line. */
function readValue(scanner: Scanner): string {
  const { line } = scanner;
  const parts: string[] = [];
  let isQuoted = false;
  /** Trailing white space is kept only within quotes. */
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
  const replacement = ESCAPED[character];
  if (replacement === undefined) throw new SyntaxProblem("Unknown escape in a value.", line());
  return replacement;
}
