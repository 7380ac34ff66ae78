import { artifactName } from "../../name.ts";
import {
  invalidSyntax,
  type Composition,
  type Declaration,
  type Facts,
  type LinkInput,
  type LinkResult,
  type ProducedArtifact,
} from "../../ecosystem.ts";
import { isTestInput } from "../../repository-path.ts";
import { scopeOf } from "../../scope.ts";
import { versionCommentOf } from "../../version.ts";
import { isPipeline, type GitlabFacts, type Use } from "./read.ts";
import { findReference } from "./reference.ts";
import { instanceOf, type Instance } from "./variables.ts";

/** Variables are bound within each file. `include: local` determines which files are GitLab's. */
export function link({ repository, files }: LinkInput<GitlabFacts>): LinkResult {
  const instance = instanceOf(repository);
  const result: LinkResult = { declarations: [], artifacts: [], problems: [] };
  const own = new Set(ownFiles(files).map(({ path }) => path));
  const callable = callableFiles(files, own);
  for (const { path, facts } of readFiles(files)) {
    if (facts.problem) result.problems.push(invalidSyntax("gitlabci", path, facts.problem));
    // A file that only other projects include runs in those projects.
    const bindings = own.has(path) ? instance.predefined : instance.shared;
    for (const use of facts.uses) {
      const reference = findReference(use, instance, bindings);
      if (!reference)
        result.problems.push(
          invalidSyntax("gitlabci", path, { line: use.line, message: invalidReference(use) }),
        );
      else if (!reference.isSelf) {
        const { isSelf: _, ...named } = reference;
        result.declarations.push({
          ecosystem: "gitlabci",
          sourceFile: path,
          sourceLine: use.line,
          ...named,
          versionComment: versionCommentOf(named.versionConstraint, use.comment),
          evidence: { class: "manifest", rule: use.rule },
        } satisfies Declaration);
      }
    }
    if (callable.has(path)) result.artifacts.push(artifactOf(path, facts, instance));
  }
  return { ...result, compositions: includeCompositions(files, result.artifacts) };
}

/** The folders of a project's own pipeline. */
const OWN_FOLDER = /(?:^|\/)\.?(?:gitlab|gitlab-ci|ci)\//i;

/**
 * Returns the files that other projects may include: components, files that the own pipeline does not include or that are
 * not in its folders, and the files that these include.
 */
function callableFiles(files: readonly File[], own: ReadonlySet<string>): ReadonlySet<string> {
  const roots = readFiles(files).filter(
    ({ path, facts }) =>
      facts.component !== null || (path !== ".gitlab-ci.yml" && !(own.has(path) && OWN_FOLDER.test(path))),
  );
  return new Set(
    withIncluded(roots, files).flatMap(({ path, facts }) => (facts.problem === null ? [path] : [])),
  );
}

/** Returns the callable files that others include by `local`. */
function includeCompositions(files: readonly File[], artifacts: readonly ProducedArtifact[]): Composition[] {
  const scopes = new Map(artifacts.map((artifact) => [artifact.sourceFile, scopeOf(artifact)]));
  const byPath = new Map(files.map((file) => [file.path, file]));
  return files.flatMap(({ path, facts }) => {
    const outer = scopes.get(path);
    if (outer === undefined) return [];
    return facts.locals
      .flatMap((local) => matching(local, files, byPath))
      .flatMap((file) => scopes.get(file.path) ?? [])
      .filter((inner) => inner !== outer)
      .map((inner) => ({ outer, inner }));
  });
}

const KIND: Record<Use["rule"], string> = {
  "gitlabci.include_project": "project",
  "gitlabci.include_component": "component",
  "gitlabci.include_remote": "file",
  "gitlabci.trigger_project": "project",
  "gitlabci.needs_project": "project",
  "gitlabci.image": "image",
  "gitlabci.service": "image",
};

const invalidReference = (use: Use): string =>
  `"${use.text.slice(0, 100)}" is not a valid ${KIND[use.rule]} reference.`;

/**
 * Without a known host, a component can only be looked up by `$CI_SERVER_FQDN`. Another file is an artifact only once
 * another project includes it.
 */
function artifactOf(
  path: string,
  { component }: GitlabFacts,
  { host, path: project }: Instance,
): ProducedArtifact {
  const server = host === undefined ? "" : `${host}/`;
  const common = { ecosystem: "gitlabci", version: null, registryUrl: null, sourceFile: path };
  if (component) {
    const name = `${server}${project}/${component.name}`;
    return {
      ...common,
      artifactType: "gitlab_component",
      name,
      sourceLine: component.line,
      announces: [artifactName("gitlab_component", name)],
      evidence: { class: "manifest", rule: "gitlabci.component" },
    };
  }
  const name = `${project}/${path}`;
  return {
    ...common,
    artifactType: "gitlab_ci_file",
    name,
    sourceLine: 1,
    announces: [...new Set([name, server + name])].map((each) => artifactName("gitlab_ci_file", each)),
    assumed: true,
    evidence: { class: "manifest", rule: "gitlabci.file" },
  };
}

type File = Facts<GitlabFacts>;

/** Bounds the cost of matching. */
const MAX_STARS = 3;
const MAX_PATTERN_LENGTH = 4096;
/** Folders of documentation, whose files look like GitLab's. */
const DOCUMENTATION = /(?:^|\/)(?:docs?|examples?|samples?)\//i;

/**
 * Returns the files that GitLab reads: pipelines, components, the files they include, and files written for other
 * projects to include. Any other claimed file may belong to another tool.
 */
const readFiles = (files: readonly File[]): File[] => withIncluded(files.filter(isRead), files);

/** Returns the files that run in this project. Other projects may include them as well. */
const ownFiles = (files: readonly File[]): File[] =>
  withIncluded(
    files.filter(({ path }) => path === ".gitlab-ci.yml"),
    files,
  );

function withIncluded(roots: readonly File[], files: readonly File[]): File[] {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const reached = new Set(roots);
  const followed = new Set<string>();
  // Iterating over a set includes entries added during the iteration.
  for (const { facts } of reached) {
    for (const local of facts.locals.filter((each) => !followed.has(each))) {
      followed.add(local);
      for (const file of matching(local, files, byPath)) reached.add(file);
    }
  }
  return files.filter((file) => reached.has(file));
}

const isRead = ({ path, facts }: File): boolean =>
  isPipeline(path) ||
  facts.component !== null ||
  (facts.isCertain && !isTestInput(path) && !DOCUMENTATION.test(path));

/** Returns the files that `include: local` names, from the root of the repository. */
function matching(written: string, files: readonly File[], byPath: ReadonlyMap<string, File>): File[] {
  const local = written.replace(/^\/+|^\.\//, "");
  if (!local.includes("*")) return [byPath.get(local)].filter((file) => file !== undefined);
  const stars = local.match(/\*+/g) ?? [];
  if (stars.length > MAX_STARS || local.length > MAX_PATTERN_LENGTH) return [];
  const pattern = local
    .replace(/[.+?^${}()|[\]\\]/g, String.raw`\$&`)
    .replace(/\*\*\/|\*+/g, (star) => (star === "**/" ? "(?:.*/)?" : star === "*" ? "[^/]*" : ".*"));
  const test = new RegExp(`^${pattern}$`);
  return files.filter(({ path }) => test.test(path));
}
