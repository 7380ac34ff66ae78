import {
  interpolate,
  isPunctuation,
  isWord,
  parseArguments,
  parseScript,
  partsOf,
  templateOf,
  type ScriptNode,
} from "../../document/ruby-elixir.ts";
import { statementsOf } from "../../document/ruby-statements.ts";
import type { SourceFile } from "../../source-file.ts";
import { emptyFacts, isBoxName, type BoxUse, type VagrantFacts } from "./facts.ts";

/** More tokens than the name of a box has. */
const MAX_VALUE = 40;
/** More values than a variable has in any handwritten file. */
const MAX_VALUES = 20;
const ONLY_VARIABLE = /^\$\{([^{}]*)\}$/;

/**
 * Reads the boxes of a Vagrantfile without running it: conditions are treated as true. Throws SyntaxProblem.
 *
 * https://developer.hashicorp.com/vagrant/docs/vagrantfile/machine_settings
 */
export function readVagrantfile(file: SourceFile): VagrantFacts {
  const reader = new Reader();
  reader.read(parseScript(file, "ruby"));
  return { ...emptyFacts(), uses: reader.boxes() };
}

/** What a block sets on one of its variables. */
interface Machine {
  /** The boxes that have no version yet. */
  pending: BoxUse[];
  /** A version that was set before the box. */
  version: string | null;
}

class Reader {
  readonly #uses: BoxUse[] = [];
  readonly #machines = new Map<string, Machine>();
  /** The values of variables, as far as the file states them. */
  readonly #assigned = new Map<string, Set<string>>();

  /** Variables are interpolated at the end, because a method may use one that the file sets below. */
  boxes(): BoxUse[] {
    const single = Object.fromEntries(
      [...this.#assigned].flatMap(([name, [value = "", ...others]]) =>
        others.length === 0 ? [[name, value]] : [],
      ),
    );
    return this.#uses.flatMap((use) => {
      const version = use.version && interpolate(use.version, single);
      const names = this.#assigned.get(ONLY_VARIABLE.exec(use.name)?.[1] ?? "") ?? [use.name];
      return [...names]
        .map((name) => ({ ...use, name: interpolate(name, single), version }))
        .filter(({ name }) => isBoxName(name) && !ONLY_VARIABLE.test(name));
    });
  }

  read(nodes: readonly ScriptNode[]): void {
    for (const [i, node] of nodes.entries()) {
      if (node.kind === "group") {
        if (node.opening !== "[") this.#hash(node.items);
        this.read(node.items);
      } else if (isPunctuation(node, "|") && (i === 0 || isWord(nodes[i - 1], "do"))) {
        this.#parameters(nodes, i + 1);
      } else if (node.kind === "name") this.#assignment(nodes, i);
    }
  }

  /** A block variable is another machine than that of the same name before. */
  #parameters(nodes: readonly ScriptNode[], start: number): void {
    for (const node of nodes.slice(start, start + MAX_VALUE)) {
      if (node.kind !== "name" && !isPunctuation(node, ",")) return;
      if (node.kind === "name") this.#machines.delete(node.text);
    }
  }

  /** `BOX = "…"`, `config.vm.box = "…"`, `config.vm.box ||= "…"`. */
  #assignment(nodes: readonly ScriptNode[], at: number): void {
    const [name, next] = [nodes[at], nodes[at + 1]];
    const start = at + (isPunctuation(next, "||") ? 2 : 1);
    if (name?.kind !== "name" || !isPunctuation(nodes[start], "=")) return;
    const value = () => valueAt(nodes, start + 1);
    if (!isPunctuation(nodes[at - 1], ".")) this.#assign(name.text, value());
    else if (isWord(nodes[at - 2], "vm") && isPunctuation(nodes[at - 3], ".")) {
      const owner = nodes[at - 4];
      const machine = this.#machineOf(owner?.kind === "name" ? owner.text : "");
      if (name.text === "box") this.#box(machine, value());
      else if (name.text === "box_version") this.#version(machine, versionOf(value()));
    }
  }

  #assign(name: string, value: readonly ScriptNode[]): void {
    const values = this.#assigned.get(name) ?? new Set();
    for (const { text } of alternativesOf(value)) if (values.size < MAX_VALUES) values.add(text);
    if (values.size > 0) this.#assigned.set(name, values);
  }

  #machineOf(variable: string): Machine {
    const known = this.#machines.get(variable);
    if (known) return known;
    const machine: Machine = { pending: [], version: null };
    this.#machines.set(variable, machine);
    return machine;
  }

  #box(machine: Machine, value: readonly ScriptNode[]): void {
    for (const { text: name, line } of alternativesOf(value)) {
      const use: BoxUse = { rule: "box", line, name, version: machine.version };
      if (machine.version === null) machine.pending.push(use);
      this.#uses.push(use);
    }
  }

  #version(machine: Machine, version: string): void {
    if (machine.pending.length === 0) machine.version = version;
    for (const use of machine.pending.splice(0)) use.version = version;
  }

  /** `{ box: "…", box_version: "…" }`, also with `=>`. */
  #hash(items: readonly ScriptNode[]): void {
    const { named } = parseArguments(items);
    const version = named.get("box_version");
    for (const { text: name, line } of alternativesOf(named.get("box") ?? named.get("box_name") ?? []))
      this.#uses.push({ rule: "hash", line, name, version: version ? versionOf(version) : null });
  }
}

/** Returns the value that starts at an index, up to the end of its statement or a trailing condition. */
function valueAt(nodes: readonly ScriptNode[], start: number): ScriptNode[] {
  const [statement = []] = statementsOf(nodes.slice(start, start + MAX_VALUE));
  const [value = []] = partsOf(statement);
  const end = value.findIndex((node) => node.kind === "name" && /^(?:if|unless|end)$/.test(node.text));
  return end === -1 ? value : value.slice(0, end);
}

/** Returns the texts that a value can have: of `ENV["X"] || "a"`, `ENV.fetch("X", "a")` and `x ? "a" : "b"`. */
function alternativesOf(value: readonly ScriptNode[]): { text: string; line: number }[] {
  const question = value.findIndex((node) => isPunctuation(node, "?"));
  return splitAt(value.slice(question + 1), question === -1 ? "||" : ":").flatMap((part) => {
    const text = templateOf(part) ?? templateOf(fallbackOf(part));
    const [first] = part;
    return text === undefined || !first ? [] : [{ text, line: first.line }];
  });
}

function splitAt(nodes: readonly ScriptNode[], separator: string): ScriptNode[][] {
  const parts: ScriptNode[][] = [[]];
  for (const node of nodes) {
    if (isPunctuation(node, separator)) parts.push([]);
    else parts.at(-1)?.push(node);
  }
  return parts;
}

/** Returns the second argument of `ENV.fetch`. */
function fallbackOf([object, , method, call]: readonly ScriptNode[]): ScriptNode[] {
  const isFetch = isWord(object, "ENV") && isWord(method, "fetch") && call?.kind === "group";
  return isFetch ? (parseArguments(call.items).positional[1] ?? []) : [];
}

/** An expression is a placeholder: the version exists, but is unknown. */
const versionOf = (value: readonly ScriptNode[]): string =>
  alternativesOf(value)[0]?.text ?? "${box_version}";
