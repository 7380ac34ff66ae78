import type { Role } from "@knockon/contract/vocabulary/role";
import type { SourceFile } from "../../source-file.ts";
import { parseOptions, type Option } from "./configparser.ts";
import { emptyFacts, type PypiFacts } from "./facts.ts";
import { roleOfGroup } from "./purpose.ts";
import { addToxOptions } from "./read-tox.ts";
import { addRequirement, isPackageName } from "./requirement.ts";

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
  addToxOptions(facts, options, 0);
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
