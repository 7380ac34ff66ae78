import { at, entriesOf, itemsOf, textOf, type DataNode } from "../../document/node.ts";
import type { SourceFile } from "../../source-file.ts";
import { parseOptions, type Option } from "./configparser.ts";
import { emptyFacts, type PypiFacts } from "./facts.ts";
import { addRequirementLine } from "./read-requirements.ts";

/** `py312,docs: `, the environments that a line applies to. Not the scheme of a URL. */
const FACTORS = /^[\w{}.,!\s-]{1,200}:(?!\/\/)\s*/;

/** A value from elsewhere, as opposed to `{py38,py39}-docs: `. */
const SUBSTITUTION = /^\{(?:\[|env:|posargs|tox|env_|envdir|distdir|package)/;

/** Reads the facts of a `tox.ini`. */
export function readToxIni(file: SourceFile): PypiFacts {
  const facts = emptyFacts();
  addToxOptions(facts, parseOptions(file.text), 0);
  return facts;
}

/** Adds the packages that environments of tox install. `offset` is added to line numbers. */
export function addToxOptions(facts: PypiFacts, options: readonly Option[], offset: number): void {
  for (const { section, key, values } of options) {
    const group = groupOf(section, key);
    if (group === undefined) continue;
    for (const value of values)
      addValue(facts, group, { text: value.text.replace(/(?:^|\s)#.*$/s, ""), line: value.line + offset });
  }
}

function groupOf(section: string, key: string): string | undefined {
  if (key === "deps" && !section.startsWith("options")) return "tox_deps";
  const isTox = section === "tox" || section === "tox:tox";
  return isTox && key === "requires" ? "tox_requires" : undefined;
}

/** Options and substitutions are skipped: `-r dev.txt`, `{[testenv]deps}`. */
function addValue(facts: PypiFacts, group: string, { text, line }: { text: string; line: number }): void {
  if (SUBSTITUTION.test(text)) return;
  const value = text.replace(FACTORS, "").trim();
  if (value === "" || /^[-{./]/.test(value)) return;
  const known = facts.problems.length;
  addRequirementLine(facts, { group, role: "dev" }, { text: value, line });
  // What an environment variable stands for cannot be checked.
  facts.problems.length = known;
}

/** Reads the facts of a `tox.toml`. */
export function readToxToml(root: DataNode): PypiFacts {
  const facts = emptyFacts();
  addToxToml(facts, root);
  return facts;
}

/** Adds the packages of a `tox.toml` or of `[tool.tox]`, including an embedded `tox.ini`. */
export function addToxToml(facts: PypiFacts, tox: DataNode | undefined): void {
  const legacy = at(tox, "legacy_tox_ini");
  if (legacy?.kind === "scalar") addToxOptions(facts, parseOptions(legacy.text), legacy.line);
  const environments = [
    ...["env_run_base", "env_pkg_base", "env_base"].map((key) => at(tox, key)),
    ...entriesOf(at(tox, "env")).map(({ value }) => value),
    ...entriesOf(at(tox, "env_base")).map(({ value }) => value),
  ];
  const lists: [string, DataNode | undefined][] = [
    ["tox_requires", at(tox, "requires")],
    ...environments.map((one): [string, DataNode | undefined] => ["tox_deps", at(one, "deps")]),
  ];
  for (const [group, list] of lists) {
    for (const item of itemsOf(list)) addValue(facts, group, { text: textOf(item) ?? "", line: item.line });
  }
}
