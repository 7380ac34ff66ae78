import { at, entriesOf, scalarAt, textOf, type DataNode, type MapEntry } from "../../document/node.ts";
import { parseTemplatedYaml } from "../../document/templated-yaml.ts";
import { SyntaxProblem } from "../../ecosystem.ts";
import type { LockFacts } from "../../lock-file.ts";
import type { SourceFile } from "../../source-file.ts";

export type Source =
  | { kind: "hosted" }
  /** `line` is that of the URL. */
  | { kind: "git"; url: string; ref: string | null; line: number }
  /** A folder; null for a package of an SDK. */
  | { kind: "local"; path: string | null };

export interface Dependency {
  group: string;
  /** `hosted.name`, or the key. */
  name: string;
  line: number;
  version: string | null;
  source: Source;
}

export interface PubFacts {
  package: { name: string; line: number; version: string | null; publishTo: string | null } | null;
  dependencies: Dependency[];
  /** Whether the package is a member of a workspace, whose root has the lock file. */
  isMember: boolean;
  /** The entries of a lock file, else null. */
  lock: LockFacts | null;
  problems: { line: number; message: string }[];
}

const GROUPS = ["dependencies", "dev_dependencies", "dependency_overrides"];

export const emptyFacts = (): PubFacts => ({
  package: null,
  dependencies: [],
  isMember: false,
  lock: null,
  problems: [],
});

/** Returns the facts of a pubspec or of a template for one. Throws SyntaxProblem. */
export function readPubspec(file: SourceFile): PubFacts {
  const [document] = parseTemplatedYaml(file);
  const facts: PubFacts = {
    ...emptyFacts(),
    package: packageOf(document),
    isMember: textOf(at(document, "resolution")) === "workspace",
  };
  if (!document || textOf(document) === "") return facts;
  if (document.kind !== "map") throw new SyntaxProblem("Expected a map.", document.line);
  for (const group of GROUPS) {
    const node = at(document, group);
    if (node && node.kind !== "map" && textOf(node) !== "")
      facts.problems.push({ line: node.line, message: `${group} must be a map of packages.` });
    for (const entry of entriesOf(node)) {
      const dependency = dependencyOf(group, entry);
      if (dependency) facts.dependencies.push(dependency);
      else
        facts.problems.push({
          line: entry.line,
          message: `${group}: "${entry.key.slice(0, 100)}" is not a valid dependency.`,
        });
    }
  }
  return facts;
}

function packageOf(document: DataNode | undefined): PubFacts["package"] {
  const name = scalarAt(document, "name");
  if (!name || name.text === "") return null;
  const version = textOf(at(document, "version")) || null;
  return { name: name.text, line: name.line, version, publishTo: textOf(at(document, "publish_to")) || null };
}

function dependencyOf(group: string, { key, line, value }: MapEntry): Dependency | undefined {
  if (value.kind === "list" || key === "") return undefined;
  const version = (value.kind === "scalar" ? value.text : textOf(at(value, "version"))) || null;
  const source = sourceOf(value);
  return source && { group, name: textOf(at(value, "hosted", "name")) || key, line, version, source };
}

function sourceOf(value: DataNode): Source | undefined {
  const git = at(value, "git");
  if (git) {
    const url = git.kind === "scalar" ? git : scalarAt(git, "url");
    const ref = textOf(at(git, "ref")) || null;
    return url && url.text !== "" ? { kind: "git", url: url.text, ref, line: url.line } : undefined;
  }
  const path = at(value, "path");
  if (path) return { kind: "local", path: textOf(path) ?? null };
  return at(value, "sdk") ? { kind: "local", path: null } : { kind: "hosted" };
}
