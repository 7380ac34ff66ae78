import { posix } from "node:path";
import { parseGitUrl } from "../../git-url.ts";
import { gitName, pathName } from "../../name.ts";
import {
  invalidSyntax,
  type Declaration,
  type LinkInput,
  type LinkResult,
  type Problem,
  type RepositoryIdentity,
} from "../../ecosystem.ts";
import { roleOf } from "../../role.ts";
import type { Submodule, SubmoduleFacts } from "./read.ts";

const SUBMODULE_MODE = "160000";

/** Only the tree has the commits. Git ignores a section without a submodule in the tree. */
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
      if (!submodule.url) problems.push(missingUrl(file, submodule));
      else {
        const remote = remoteOf(submodule.url.text, repository);
        if (!remote.isSelf) {
          const declaration = declarationOf(file, submodule.url, remote, commit);
          const path = posix.join(plainPath(submodule.path ?? submodule.name), "file");
          // The role of a file in the submodule, not of `.gitmodules`.
          declarations.push({
            ...declaration,
            role: roleOf({ ...declaration, sourceFile: path }, "runtime"),
          });
        }
      }
    }
  }
  return {
    declarations: declarations.toSorted((a, b) => a.sourceLine - b.sourceLine),
    artifacts: [],
    problems,
  };
}

/** Normalizes `./lib/` to `lib`. */
const plainPath = (path: string): string =>
  path
    .split("/")
    .filter((segment) => segment !== "" && segment !== ".")
    .join("/");

const missingUrl = (file: string, { name, line }: Submodule): Problem =>
  invalidSyntax("gitsubmodules", file, {
    line,
    message: `Submodule "${name.slice(0, 100)}" has no "url".`,
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

/** The repository of a submodule. */
interface Remote {
  artifact: string;
  lookups: string[];
  isSelf: boolean;
}

const RELATIVE = /^\.{1,2}(?:\/|$)/;

/** Resolves the URL of a submodule. A local folder has no lookups. */
function remoteOf(url: string, repository: RepositoryIdentity): Remote {
  return RELATIVE.test(url) ? relativeRemote(url, repository) : absoluteRemote(url, repository);
}

/** The same path on another host is a mirror of the repository itself. */
function absoluteRemote(url: string, { fullPath }: RepositoryIdentity): Remote {
  const git = parseGitUrl(url);
  if (!git) return { artifact: url, lookups: [], isSelf: false };
  const isSelf = git.path.toLowerCase() === fullPath.toLowerCase();
  return { artifact: git.location, lookups: [gitName(git.location)], isSelf };
}

/** Resolves a URL relative to the clone URL, on the same host. */
function relativeRemote(url: string, { fullPath, cloneUrl }: RepositoryIdentity): Remote {
  const own = fullPath.toLowerCase();
  const path = resolve(own, url);
  if (path === undefined || (path !== own && path.startsWith(`${own}/`))) {
    return { artifact: url, lookups: [], isSelf: false };
  }
  const clone = cloneUrl === null ? undefined : parseGitUrl(cloneUrl)?.location;
  const location = clone?.endsWith(`/${own}`) ? clone.slice(0, -own.length) + path : undefined;
  return {
    artifact: location ?? path,
    lookups: [...(location === undefined ? [] : [gitName(location)]), pathName(path)],
    isSelf: path === own,
  };
}

/** Returns undefined if the URL leads out of the host. */
function resolve(base: string, url: string): string | undefined {
  const path = base.split("/");
  for (const step of url.toLowerCase().split("/")) {
    if (step === "." || step === "") continue;
    if (step !== "..") path.push(step);
    else if (path.pop() === undefined) return undefined;
  }
  const found = path.join("/").replace(/(?:\.git)+$/, "");
  return found.includes("/") ? found : undefined;
}
