import { posix } from "node:path";
import type { Lock } from "../../ecosystem.ts";
import { eachMember, LockEntries, unquoted, type LockFacts, type LockFiles } from "../../lock-file.ts";
import type { SourceFile } from "../../source-file.ts";

export const LOCK_FILE = /(?:^|\/)flake\.lock$/;

export const isLockFile = (path: string): boolean => LOCK_FILE.test(path);

interface Node {
  line: number;
  rev: string | null;
  /** The names of nodes by input. Inputs that follow others are absent. */
  inputs: Map<string, string>;
}

/** The depths of a node's name, of its fields, and of their members. */
const [NODE, FIELD, MEMBER] = [2, 3, 4];

/** Reads the commits of the inputs of the root, with their name as the key, and of their inputs (`kit/nixpkgs`). */
export function readLockFile({ text }: SourceFile): LockFacts {
  const entries = new LockEntries();
  const { nodes, root } = nodesIn(text);
  if (nodes.size > 0) entries.recognize();
  for (const [name, of] of nodes.get(root)?.inputs ?? []) {
    const node = nodes.get(of);
    if (!node) continue;
    entries.add(name, node.rev, node.line);
    for (const [inner, ofInner] of node.inputs) {
      const found = nodes.get(ofInner);
      if (found) entries.add(`${name}/${inner}`, found.rev, found.line);
    }
  }
  return entries.facts();
}

function nodesIn(text: string): { nodes: Map<string, Node>; root: string } {
  const nodes = new Map<string, Node>();
  let root = "root";
  let section = "";
  let node: Node | undefined;
  let field = "";
  eachMember(text, ({ depth, key, value, line }) => {
    if (depth === 1) {
      section = key;
      if (key === "root") root = unquoted(value) ?? root;
    } else if (depth === NODE && section === "nodes") {
      node = { line, rev: null, inputs: new Map() };
      nodes.set(key, node);
    } else if (depth === FIELD) field = key;
    else if (depth === MEMBER && field === "locked" && key === "rev" && node)
      node.rev = unquoted(value) ?? null;
    else if (depth === MEMBER && field === "inputs") {
      const name = unquoted(value);
      if (name !== undefined) node?.inputs.set(key, name);
    }
  });
  return { nodes, root };
}

/** The lock file of a flake is in its folder. */
export const findLock = (locks: LockFiles, flake: string, input: string): Lock | null =>
  locks.in(posix.dirname(flake), ["flake.lock"])?.find(input) ?? null;
