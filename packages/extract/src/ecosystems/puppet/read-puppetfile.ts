import {
  interpolate,
  isPunctuation,
  parseArguments,
  parseScript,
  templateOf,
  type ScriptArguments,
  type ScriptNode,
} from "../../document/ruby-elixir.ts";
import { argumentsOf, statementsOf } from "../../document/ruby-statements.ts";
import { findPlaceholder } from "../../document/templated-yaml.ts";
import type { SourceFile } from "../../source-file.ts";
import { parseModuleName } from "./module-name.ts";
import { emptyFacts, notAName, type PuppetFacts } from "./read.ts";

/** Options of modules that come neither from the Forge nor from a git repository. */
const ELSEWHERE = ["local", "svn", "path", "tarball"];

/**
 * Reads the facts of a Puppetfile. Throws SyntaxProblem.
 *
 * https://github.com/puppetlabs/r10k/blob/main/doc/puppetfile.mkd
 */
export function readPuppetfile(file: SourceFile): PuppetFacts {
  const statements = statementsOf(parseScript(file, "ruby"));
  const assigned: Record<string, string | null> = {};
  for (const [first, second, ...value] of statements) {
    if (first?.kind !== "name" || !isPunctuation(second, "=")) continue;
    const text = templateOf(value) ?? null;
    assigned[first.text] = Object.hasOwn(assigned, first.text) && assigned[first.text] !== text ? null : text;
  }
  const facts = emptyFacts();
  for (const statement of statements) {
    const [first] = statement;
    if (first?.kind === "name" && first.text === "mod")
      readModule(facts, withBraces(argumentsOf(statement)), (text) => interpolate(text, assigned));
  }
  return facts;
}

/** Adds the options of `mod "x", { git: "…" }`. */
function withBraces({ positional, named }: ScriptArguments): ScriptArguments {
  const all = new Map(named);
  const others = positional.filter(([first]) => {
    if (first?.kind !== "group" || first.opening !== "{") return true;
    for (const [key, value] of parseArguments(first.items).named) all.set(key, value);
    return false;
  });
  return { positional: others, named: all };
}

function readModule(
  facts: PuppetFacts,
  { positional, named }: ScriptArguments,
  bound: (text: string) => string,
): void {
  const [name, version] = positional;
  const [node] = name ?? [];
  const written = name && templateOf(name);
  if (!node || written === undefined || written === "" || ELSEWHERE.some((key) => named.has(key))) return;
  const text = (key: string): string | null => {
    const value = named.get(key);
    return value ? bound(valueOf(value) ?? `\${${key}}`) : null;
  };
  const type = text("type");
  const tarball = text("github_tarball");
  const source = type === "git" ? text("source") : tarball && `https://github.com/${tarball}`;
  const git = text("git") ?? source;
  const stated = text("version") ?? (version ? bound(valueOf(version) ?? "${version}") : null);
  const module = { rule: "puppetfile" as const, line: node.line, name: bound(written), git };
  if (git !== null) {
    facts.readLines.push(...["git", "source"].flatMap((key) => named.get(key)?.[0]?.line ?? []));
    facts.uses.push({ ...module, constraint: refOf(text) ?? stated });
  } else if (type !== null && type !== "forge") {
    return;
  } else if (parseModuleName(module.name) === undefined && findPlaceholder(module.name) === null) {
    facts.problems.push({ line: node.line, message: notAName(module.name) });
  } else {
    facts.uses.push({ ...module, constraint: stated });
  }
}

/** A value is a string, a variable or a symbol: `:latest`. */
function valueOf(nodes: readonly ScriptNode[]): string | undefined {
  const [first, ...others] = nodes;
  return first?.kind === "symbol" && others.length === 0 ? first.text : templateOf(nodes);
}

/** The branch of the control repository is unknown, so only the default remains. */
function refOf(text: (key: string) => string | null): string | null {
  const refs = ["tag", "ref", "commit", "branch"].map(text);
  const ref = refs.find((each) => each !== null && each !== "control_branch");
  return ref ?? text("default_branch_override") ?? text("default_branch");
}
