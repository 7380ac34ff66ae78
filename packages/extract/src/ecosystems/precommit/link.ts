import type {
  Declaration,
  LinkInput,
  LinkResult,
  ProducedArtifact,
  RepositoryIdentity,
} from "../../ecosystem.ts";
import { parseGitUrl } from "../../git-url.ts";
import { artifactName, gitName } from "../../name.ts";
import { findNodePackage } from "./node-dependency.ts";
import { findPythonPackage } from "./python-dependency.ts";
import type { HookDependency, PreCommitFacts, RepoUse } from "./read.ts";

export function linkPreCommitFiles({ repository, files }: LinkInput<PreCommitFacts>): LinkResult {
  const declarations = files.flatMap(({ path, facts }) =>
    [
      ...facts.repos.flatMap((use) => repoDeclaration(path, use, repository)),
      ...facts.dependencies.flatMap((dependency) => packageDeclaration(path, dependency)),
    ].toSorted((a, b) => a.sourceLine - b.sourceLine),
  );
  const artifacts = files.flatMap(({ path, facts }) => hooksArtifact(path, facts, repository));
  return { declarations, artifacts, problems: [] };
}

const LOCAL = /^(?:\.{1,2}(?:\/|$)|[/~])/;
/** Bounded, so that a text full of openings costs no more than its length. */
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

/** `pre-commit autoupdate --freeze` writes the tag beside the commit: `# frozen: v1.2.0`. */
function frozenVersion({ rev, comment }: RepoUse): string | null {
  if (rev === null || comment === null || !COMMIT.test(rev)) return null;
  return FROZEN.exec(comment)?.groups?.["version"] ?? null;
}

const FIND_PACKAGE = { node: findNodePackage, python: findPythonPackage };

function packageDeclaration(sourceFile: string, { language, text, line }: HookDependency): Declaration[] {
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
    },
  ];
}

/** Others ask for the hooks by the repository's URL, and then by the id of each. */
function hooksArtifact(
  sourceFile: string,
  { offersAt }: PreCommitFacts,
  { cloneUrl }: RepositoryIdentity,
): ProducedArtifact[] {
  const location = cloneUrl === null ? undefined : parseGitUrl(cloneUrl)?.location;
  if (offersAt === null || location === undefined) return [];
  return [
    {
      ecosystem: "precommit",
      artifactType: "pre_commit_hook",
      name: location,
      version: null,
      registryUrl: null,
      sourceFile,
      sourceLine: offersAt,
      announces: [artifactName("pre_commit_hook", location)],
      evidence: { class: "manifest", rule: "precommit.hooks" },
    },
  ];
}
