import { SyntaxProblem } from "../../ecosystem.ts";
import type { Role } from "@knockon/contract/vocabulary/role";
import type { SourceFile } from "../../source-file.ts";
import { emptyFacts, type PypiFacts } from "./facts.ts";
import { roleOfGroup } from "./purpose.ts";
import { addRequirement, isPackageName } from "./requirement.ts";

interface Option {
  section: string;
  key: string;
  line: number;
  values: { text: string; line: number }[];
}

const GROUPS: ReadonlyMap<string, Role | null> = new Map([
  ["install_requires", null],
  ["setup_requires", "build"],
  ["tests_require", "test"],
]);
/** A value that setuptools reads from a file or an attribute. */
const DIRECTIVE = /^(?:file|attr):/;

/** Reads the facts of the sections of a `setup.cfg` that setuptools uses. */
export function readSetupCfg(file: SourceFile): PypiFacts {
  const facts = emptyFacts();
  const options = parseOptions(file.text);
  for (const { section, key, values } of options) {
    const isExtra = section === "options.extras_require";
    const group = isExtra ? "extras_require" : key.replaceAll("-", "_");
    const role = isExtra ? (roleOfGroup(key) ?? null) : section === "options" ? GROUPS.get(group) : undefined;
    if (role === undefined || DIRECTIVE.test(values[0]?.text ?? "")) continue;
    for (const value of values) addValue(facts, { group, role }, value);
  }
  facts.package = findPackage(options);
  return facts;
}

function addValue(
  facts: PypiFacts,
  { group, role }: { group: string; role: Role | null },
  { text, line }: Option["values"][number],
): void {
  const requirement = text.replace(/(?:^|\s)#.*$/s, "").trim();
  if (requirement !== "") addRequirement(facts, { group, role, line, text: requirement });
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

/** Parses the syntax of Python's `configparser`, in which indented lines continue an option. */
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
  if (section === undefined) throw new SyntaxProblem("Expected a section before the first option.", line);
  const separator = content.search(/[=:]/);
  if (separator === 0) throw new SyntaxProblem("Expected the name of an option.", line);
  const key = (separator === -1 ? content : content.slice(0, separator)).trim().toLowerCase();
  const value = separator === -1 ? "" : content.slice(separator + 1).trim();
  return { section, key, line, values: value === "" ? [] : [{ text: value, line }] };
}
