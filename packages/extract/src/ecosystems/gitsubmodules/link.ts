import {
  invalidSyntax,
  type Declaration,
  type LinkInput,
  type LinkResult,
  type Problem,
} from "../../ecosystem.ts";
import type { Submodule, SubmoduleFacts } from "./read.ts";
import { remoteOf } from "./remote.ts";

const SUBMODULE_MODE = "160000";

/** The commit stands in the tree alone; a section for which the tree has none is a leftover that git ignores. */
export function linkSubmodules({ repository, files, tree }: LinkInput<SubmoduleFacts>): LinkResult {
  const commits = new Map(
    tree.filter(({ mode }) => mode === SUBMODULE_MODE).map(({ path, oid }) => [path, oid]),
  );
  const declarations: Declaration[] = [];
  const problems: Problem[] = [];
  for (const { path: file, facts } of files) {
    for (const submodule of facts.submodules) {
      const commit = commits.get(plainPath(submodule.path ?? submodule.name));
      if (commit === undefined) continue;
      if (!submodule.url) problems.push(withoutUrl(file, submodule));
      else {
        const remote = remoteOf(submodule.url.text, repository);
        if (!remote.isSelf) declarations.push(declarationOf(file, submodule.url, remote, commit));
      }
    }
  }
  return {
    declarations: declarations.toSorted((a, b) => a.sourceLine - b.sourceLine),
    artifacts: [],
    problems,
  };
}

/** `./lib/` is `lib`. */
const plainPath = (path: string): string =>
  path
    .split("/")
    .filter((segment) => segment !== "" && segment !== ".")
    .join("/");

const withoutUrl = (file: string, { name, line }: Submodule): Problem =>
  invalidSyntax("gitsubmodules", file, {
    line,
    message: `The submodule "${name.slice(0, 100)}" has no url.`,
  });

const declarationOf = (
  sourceFile: string,
  url: { text: string; line: number },
  { artifact, lookups }: { artifact: string; lookups: string[] },
  commit: string,
): Declaration => ({
  ecosystem: "gitsubmodules",
  dependencyType: "git_repository",
  sourceFile,
  sourceLine: url.line,
  rawReference: url.text,
  artifact,
  versionConstraint: commit,
  versioning: "git",
  unbound: null,
  versionComment: null,
  lookups,
  evidence: { class: "manifest", rule: "gitsubmodules.url" },
});
