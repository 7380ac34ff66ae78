import { at, entriesOf, itemsOf, scalarAt, textOf, type DataNode } from "../../document/node.ts";
import { findPlaceholder } from "../../document/templated-yaml.ts";
import { SyntaxProblem } from "../../ecosystem.ts";
import type { SourceFile } from "../../source-file.ts";
import { parseModuleName } from "./module-name.ts";

/** A line that uses a module. */
export interface ModuleUse {
  rule: "dependency" | "puppetfile" | "fixture" | "acceptance";
  line: number;
  /** As written. The name of a module from a repository may have no owner. */
  name: string;
  /** The version requirement, or the ref of a repository. */
  constraint: string | null;
  /** The URL of the repository, or null for a module of the Forge. */
  git: string | null;
}

export interface PuppetFacts {
  module: { name: string; version: string | null; line: number } | null;
  uses: ModuleUse[];
  /** Lines with URLs that later ecosystems skip. */
  readLines: number[];
  /** Invalid entries. They do not affect the other entries of the file. */
  problems: { line: number; message: string }[];
}

export const emptyFacts = (): PuppetFacts => ({ module: null, uses: [], readLines: [], problems: [] });

export const notAName = (text: string): string =>
  `"${text.slice(0, 100)}" is not the name of a module, such as "acme/nginx".`;

/** Fields in which a module describes itself. */
const DESCRIPTION = ["source", "project_page", "issues_url"];

/** Reads the facts of a `metadata.json`. Throws SyntaxProblem. */
export function readMetadata(file: SourceFile): PuppetFacts {
  const root = file.json();
  if (root.kind !== "map") throw new SyntaxProblem("The metadata must be a JSON object.", root.line);
  const facts = emptyFacts();
  facts.readLines = DESCRIPTION.flatMap((key) => scalarAt(root, key)?.line ?? []);
  const name = scalarAt(root, "name");
  const parsed = name && parseModuleName(name.text);
  if (name && parsed !== undefined)
    facts.module = { name: parsed, version: textOf(at(root, "version")) || null, line: name.line };
  const dependencies = at(root, "dependencies");
  if (dependencies && dependencies.kind !== "list")
    facts.problems.push({ line: dependencies.line, message: '"dependencies" must be a list.' });
  for (const entry of itemsOf(dependencies)) readDependency(facts, entry);
  return facts;
}

function readDependency(facts: PuppetFacts, entry: DataNode): void {
  const name = scalarAt(entry, "name");
  if (!name) facts.problems.push({ line: entry.line, message: 'Expected a dependency with a "name".' });
  else if (parseModuleName(name.text) === undefined && findPlaceholder(name.text) === null)
    facts.problems.push({ line: name.line, message: notAName(name.text) });
  else {
    const constraint = textOf(at(entry, "version_requirement")) || null;
    facts.uses.push({ rule: "dependency", line: name.line, name: name.text, constraint, git: null });
  }
}

/** A URL in any form that git accepts. Other texts are local folders. */
const REMOTE = /^(?:[a-z][a-z+]*:\/\/(?!\/)|[\w.-]+@)/i;

/**
 * Reads the facts of a `.fixtures.yml`. Throws SyntaxProblem.
 *
 * https://github.com/puppetlabs/puppetlabs_spec_helper#using-fixtures
 */
export function readFixtures(file: SourceFile): PuppetFacts {
  const facts = emptyFacts();
  for (const document of file.yaml()) {
    for (const { key, value } of entriesOf(at(document, "fixtures", "forge_modules")))
      readFixture(facts, key, value, false);
    for (const { key, value } of entriesOf(at(document, "fixtures", "repositories")))
      readFixture(facts, key, value, true);
  }
  return facts;
}

/** A fixture is a text, or a map with the text in `repo`. */
function readFixture(facts: PuppetFacts, key: string, value: DataNode, isRepository: boolean): void {
  const target = value.kind === "scalar" ? value : scalarAt(value, "repo");
  if (!target) {
    facts.problems.push({
      line: value.line,
      message: `Expected the fixture "${key.slice(0, 100)}" to have a "repo".`,
    });
    return;
  }
  const text = (...keys: string[]): string | null =>
    keys.map((each) => textOf(at(value, each))).find((found) => found !== undefined && found !== "") ?? null;
  const { line } = target;
  if (isRepository) {
    if (!REMOTE.test(target.text) || text("scm") === "hg") return;
    const constraint = text("ref", "tag", "branch");
    facts.uses.push({ rule: "fixture", line, name: key, constraint, git: target.text });
  } else if (parseModuleName(target.text) === undefined && findPlaceholder(target.text) === null) {
    facts.problems.push({ line, message: notAName(target.text) });
  } else {
    facts.uses.push({ rule: "fixture", line, name: target.text, constraint: text("ref", "tag"), git: null });
  }
}
