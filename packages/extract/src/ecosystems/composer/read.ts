import { at, entriesOf, itemsOf, scalarAt, textOf, type DataNode } from "../../document/node.ts";
import { SyntaxProblem } from "../../ecosystem.ts";
import type { LockFacts } from "../../lock-file.ts";
import type { SourceFile } from "../../source-file.ts";

/** A line that requires a package. */
export interface Requirement {
  rule: "require" | "require_dev";
  line: number;
  name: string;
  constraint: string;
}

export interface ComposerFacts {
  package: { name: string; line: number } | null;
  version: string | null;
  requirements: Requirement[];
  /** The `vcs` repositories in which Composer searches for packages. */
  vcsUrls: { url: string; line: number }[];
  /** The entries of a lock file, else null. */
  lock: LockFacts | null;
  /** Invalid entries. They do not affect the file's other entries. */
  problems: { line: number; message: string }[];
}

const NAME = /^[\w-][\w.-]*\/[\w-][\w.-]*$/;
const MAX_LENGTH = 256;
/** Platform packages: PHP, its extensions and libraries, and Composer's own interfaces. */
const PLATFORM =
  /^(?:php(?:-(?:64bit|ipv6|zts|debug))?|hhvm|composer(?:-(?:plugin|runtime)-api)?|(?:ext|lib)-.*)$/i;
const VCS = new Set(["vcs", "git", "github", "gitlab", "bitbucket", "git-bitbucket"]);

export const emptyFacts = (): ComposerFacts => ({
  package: null,
  version: null,
  requirements: [],
  vcsUrls: [],
  lock: null,
  problems: [],
});

/** Reads the facts of one `composer.json`. Throws SyntaxProblem. */
export function read(file: SourceFile): ComposerFacts {
  const root = file.json();
  if (root.kind !== "map") throw new SyntaxProblem("The manifest must be a JSON object.", root.line);
  const name = scalarAt(root, "name");
  const facts: ComposerFacts = {
    ...emptyFacts(),
    package: name && isName(name.text) ? { name: name.text, line: name.line } : null,
    version: textOf(at(root, "version")) || null,
    vcsUrls: readVcsUrls(at(root, "repositories")),
  };
  readGroup(facts, "require", at(root, "require"));
  readGroup(facts, "require_dev", at(root, "require-dev"));
  return facts;
}

const isName = (text: string): boolean => text.length <= MAX_LENGTH && NAME.test(text);

/** PHP writes an empty map as `[]`. */
function readGroup(facts: ComposerFacts, rule: Requirement["rule"], node: DataNode | undefined): void {
  if (node && node.kind !== "map" && !(node.kind === "list" && node.items.length === 0)) {
    facts.problems.push({ line: node.line, message: `"${rule.replace("_", "-")}" must be an object.` });
  }
  for (const { key, line, value } of entriesOf(node)) {
    if (PLATFORM.test(key)) continue;
    if (!isName(key)) {
      facts.problems.push({ line, message: `"${key.slice(0, 100)}" is not a valid package name.` });
    } else if (value.kind === "scalar") {
      facts.requirements.push({ rule, line, name: key, constraint: value.text });
    } else {
      facts.problems.push({ line, message: `The version of "${key}" must be a string.` });
    }
  }
}

/** Repositories are a list, or an object by name. */
function readVcsUrls(node: DataNode | undefined): ComposerFacts["vcsUrls"] {
  const repositories = [...itemsOf(node), ...entriesOf(node).map(({ value }) => value)];
  return repositories
    .filter((each) => VCS.has(textOf(at(each, "type"))?.toLowerCase() ?? ""))
    .flatMap((each) => {
      const url = scalarAt(each, "url");
      return url ? [{ url: url.text, line: url.line }] : [];
    });
}
