import { SyntaxProblem } from "../../ecosystem.ts";
import type { SourceFile } from "../../source-file.ts";
import { emptyFacts, type PypiFacts } from "./facts.ts";
import { isPackageName } from "./package-name.ts";
import { addRequirement } from "./requirement.ts";

interface Option {
  section: string;
  key: string;
  line: number;
  values: { text: string; line: number }[];
}

const GROUPS: ReadonlyMap<string, string> = new Map([
  ["install_requires", "install_requires"],
  ["setup_requires", "setup_requires"],
  ["tests_require", "tests_require"],
]);
/** Its value is another file or a program's. */
const DIRECTIVE = /^(?:file|attr):/;

/** Reads what setuptools takes of a `setup.cfg`; other tools keep their settings in other sections. */
export function readSetupCfg(file: SourceFile): PypiFacts {
  const facts = emptyFacts();
  const options = parseOptions(file.text);
  for (const { section, key, values } of options) {
    const group =
      section === "options"
        ? GROUPS.get(key.replaceAll("-", "_"))
        : section === "options.extras_require"
          ? "extras_require"
          : undefined;
    if (group === undefined || DIRECTIVE.test(values[0]?.text ?? "")) continue;
    for (const value of values) addRequirements(facts, group, value);
  }
  facts.package = findPackage(options);
  return facts;
}

/** One line holds one requirement, or several with semicolons between them, which then have no markers. */
function addRequirements(facts: PypiFacts, group: string, { text, line }: Option["values"][number]): void {
  const written = text.replace(/(?:^|\s)#.*$/s, "").trim();
  if (written !== "") addRequirement(facts, { group, line, text: written });
}

function findPackage(options: readonly Option[]): PypiFacts["package"] {
  const metadata = (key: string) => options.find((each) => each.section === "metadata" && each.key === key);
  const name = metadata("name");
  const text = name?.values[0]?.text ?? "";
  if (!name || !isPackageName(text)) return null;
  const version = metadata("version")?.values[0]?.text ?? null;
  return {
    name: text,
    line: name.values[0]?.line ?? name.line,
    version: version === null || DIRECTIVE.test(version) ? null : version,
    isVirtual: false,
  };
}

/** The language of Python's `configparser`: indented lines go on with the option above them. */
function parseOptions(text: string): Option[] {
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
  if (section === undefined) throw new SyntaxProblem("An option stands before the first section.", line);
  const separator = content.search(/[=:]/);
  if (separator === 0) throw new SyntaxProblem("An option has no name.", line);
  const key = (separator === -1 ? content : content.slice(0, separator)).trim().toLowerCase();
  const value = separator === -1 ? "" : content.slice(separator + 1).trim();
  return { section, key, line, values: value === "" ? [] : [{ text: value, line }] };
}
