import type {
  Declaration,
  LinkInput,
  LinkResult,
  ProducedArtifact,
  RepositoryIdentity,
} from "../../ecosystem.ts";
import { parseGitUrl } from "../../git-url.ts";
import { artifactName, gitName } from "../../name.ts";
import { findNodePackage, findPythonPackage } from "./package.ts";
import type { HookDependency, PreCommitFacts, RepoUse } from "./read.ts";

export function linkPreCommitFiles({ repository, files }: LinkInput<PreCommitFacts>): LinkResult {
  const declarations = files.flatMap(({ path, facts }) =>
    [
      ...facts.repos.flatMap((use) => repoDeclaration(path, use, repository)),
      ...facts.dependencies.flatMap((dependency) => packageDeclaration(path, dependency, facts)),
    ].toSorted((a, b) => a.sourceLine - b.sourceLine),
  );
  const artifacts = files.flatMap(({ path, facts }) => hooksArtifact(path, facts, repository));
  return { declarations, artifacts, problems: [] };
}

const LOCAL = /^(?:\.{1,2}(?:\/|$)|[/~])/;
/** Bounded, to stay linear in texts with many openings. */
const PLACEHOLDER = /\{\{-?(?<name>[^{}]{1,200}?)-?\}\}/;

function repoDeclaration(sourceFile: string, use: RepoUse, { fullPath }: RepositoryIdentity): Declaration[] {
  const git = parseGitUrl(use.url);
  if (LOCAL.test(use.url) || git?.path.toLowerCase() === fullPath.toLowerCase()) return [];
  const unbound = PLACEHOLDER.exec(`${use.url} ${use.rev ?? ""}`)?.groups?.["name"]?.trim();
  return [
    {
      ecosystem: "precommit",
      dependencyType: "pre_commit_hook",
      sourceFile,
      sourceLine: use.line,
      rawReference: use.rev === null ? use.url : `${use.url}@${use.rev}`,
      artifact: git?.location ?? use.url,
      versionConstraint: use.rev,
      versioning: "git",
      unbound: unbound ?? null,
      versionComment: frozenVersion(use),
      lookups: git ? [artifactName("pre_commit_hook", git.location), gitName(git.location)] : [],
      evidence: { class: "manifest", rule: "precommit.repo" },
    },
  ];
}

const COMMIT = /^(?:[\da-f]{40}|[\da-f]{64})$/i;
const FROZEN = /^(?:frozen:\s*)?(?<version>v?\d[\w.+-]*)/;

/** `pre-commit autoupdate --freeze` writes the tag as a comment next to the commit: `# frozen: v1.2.0`. */
function frozenVersion({ rev, comment }: RepoUse): string | null {
  if (rev === null || comment === null || !COMMIT.test(rev)) return null;
  return FROZEN.exec(comment)?.groups?.["version"] ?? null;
}

const FIND_PACKAGE = { node: findNodePackage, python: findPythonPackage };

/** The packages of a provided hook run wherever the hook is used. */
function packageDeclaration(
  sourceFile: string,
  { language, text, line }: HookDependency,
  { hooksLine }: PreCommitFacts,
): Declaration[] {
  const found = FIND_PACKAGE[language](text);
  if (!found) return [];
  return [
    {
      ecosystem: "precommit",
      sourceFile,
      sourceLine: line,
      rawReference: text,
      ...found,
      unbound: PLACEHOLDER.exec(text)?.groups?.["name"]?.trim() ?? null,
      versionComment: null,
      evidence: { class: "manifest", rule: `precommit.${language}_dependency` },
      ...(hooksLine === null ? {} : { role: "runtime" as const }),
    },
  ];
}

/** Returns one artifact for all hooks: consumers refer to the repository's URL. */
function hooksArtifact(
  sourceFile: string,
  { hooksLine }: PreCommitFacts,
  { cloneUrl }: RepositoryIdentity,
): ProducedArtifact[] {
  const location = cloneUrl === null ? undefined : parseGitUrl(cloneUrl)?.location;
  if (hooksLine === null || location === undefined) return [];
  return [
    {
      ecosystem: "precommit",
      artifactType: "pre_commit_hook",
      name: location,
      version: null,
      registryUrl: null,
      sourceFile,
      sourceLine: hooksLine,
      announces: [artifactName("pre_commit_hook", location)],
      evidence: { class: "manifest", rule: "precommit.hooks" },
    },
  ];
}
