import { at, type DataNode } from "../../document/node.ts";
import { SyntaxProblem } from "../../ecosystem.ts";
import type { SourceFile } from "../../source-file.ts";
import { emptyFacts, readCatalogs, type NpmFacts } from "./entry.ts";
import { readManifest, readPnpmOverrides } from "./read-manifest.ts";

const MANIFEST = "package.json";
const PNPM_WORKSPACE = "pnpm-workspace.yaml";
const YARN_CONFIGURATION = ".yarnrc.yml";

const baseName = (path: string): string => path.slice(path.lastIndexOf("/") + 1);

export function claims({ path }: { path: string }): boolean {
  const name = baseName(path);
  return name === MANIFEST || name === PNPM_WORKSPACE || name === YARN_CONFIGURATION;
}

export function read(file: SourceFile): NpmFacts {
  const name = baseName(file.path);
  if (name === MANIFEST) return readManifest(asMap(file.json()));
  const facts = emptyFacts();
  const [root] = file.yaml();
  if (!root || (root.kind === "scalar" && root.text === "")) return facts;
  readCatalogs(facts, asMap(root));
  if (name === PNPM_WORKSPACE) readPnpmOverrides(facts, at(root, "overrides"));
  return facts;
}

function asMap(node: DataNode): DataNode {
  if (node.kind !== "map") throw new SyntaxProblem("The file holds no map.", node.line);
  return node;
}
