import { at, entriesOf, itemsOf, textOf, type DataNode } from "../../document/node.ts";
import type { SourceFile } from "../../source-file.ts";
import { parseOptions, type Option } from "./configparser.ts";
import { emptyFacts, type PypiFacts } from "./facts.ts";
import { addRequirementLine } from "./read-requirements.ts";
import { expandFactors } from "./tox-environments.ts";

/** `py312,docs: `, the environments that a line applies to. Not the scheme of a URL. */
const FACTORS = /^(?<factors>[\w{}.,!\s-]{1,200}):(?!\/\/)\s*/;

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
    const name = /^testenv:(?<name>.+)$/.exec(section)?.groups?.["name"]?.trim();
    for (const value of values) {
      const text = value.text.replace(/(?:^|\s)#.*$/s, "");
      addValue(facts, group, { text, line: value.line + offset }, name);
    }
  }
}

function groupOf(section: string, key: string): string | undefined {
  if (key === "deps" && !section.startsWith("options")) return "tox_deps";
  const isTox = section === "tox" || section === "tox:tox";
  return isTox && key === "requires" ? "tox_requires" : undefined;
}

/** Options and substitutions are skipped: `-r dev.txt`, `{[testenv]deps}`. `environment` is undefined for the base of all. */
function addValue(
  facts: PypiFacts,
  group: string,
  { text, line }: { text: string; line: number },
  environment: string | undefined,
): void {
  if (SUBSTITUTION.test(text)) return;
  const factors = FACTORS.exec(text)?.groups?.["factors"];
  const environments =
    environment !== undefined ? [`=${environment}`] : factors === undefined ? [] : expandFactors(factors);
  const value = text.replace(FACTORS, "").trim();
  if (value === "" || /^[-{./]/.test(value)) return;
  const known = facts.problems.length;
  const before = facts.requirements.length;
  addRequirementLine(facts, { group, role: "dev" }, { text: value, line });
  if (environments.length > 0)
    for (const requirement of facts.requirements.slice(before)) requirement.environments = environments;
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
  const add = (group: string, list: DataNode | undefined, environment?: string): void => {
    for (const item of itemsOf(list))
      addValue(facts, group, { text: textOf(item) ?? "", line: item.line }, environment);
  };
  add("tox_requires", at(tox, "requires"));
  for (const key of ["env_run_base", "env_pkg_base", "env_base"]) add("tox_deps", at(tox, key, "deps"));
  for (const { key, value } of entriesOf(at(tox, "env"))) add("tox_deps", at(value, "deps"), key);
  for (const { value } of entriesOf(at(tox, "env_base"))) add("tox_deps", at(value, "deps"));
}
