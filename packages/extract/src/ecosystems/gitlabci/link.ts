import { artifactName } from "../../name.ts";
import {
  invalidSyntax,
  type Composition,
  type Declaration,
  type LinkInput,
  type LinkResult,
  type ProducedArtifact,
  type TreeEntry,
} from "../../ecosystem.ts";
import { argumentsOf, interfaceOf, type Argument, type ArtifactInterface } from "../../interface.ts";
import { scopeOf } from "../../scope.ts";
import { versionCommentOf } from "../../version.ts";
import { membersOf, pipelineArguments, UNREADABLE } from "./interface.ts";
import { matching, ownFiles, readFiles, withIncluded, type File } from "./local-files.ts";
import { isPipeline, type GitlabFacts, type Use } from "./read.ts";
import { findReference } from "./reference.ts";
import { bindTriggers } from "./trigger.ts";
import { instanceOf, type Instance } from "./variables.ts";

/** Variables are bound within each file. `include: local` determines which files are GitLab's. */
export function link({ repository, files: written, tree }: LinkInput<GitlabFacts>): LinkResult {
  const files = bindTriggers(written);
  const instance = instanceOf(repository);
  const result: LinkResult = { declarations: [], artifacts: [], problems: [] };
  const own = new Set(ownFiles(files).map(({ path }) => path));
  const callable = callableFiles(files, own);
  const passed = new IncludeArguments(files);
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
          ...(isInclude(use) && passed.of(path, use)),
        } satisfies Declaration);
      }
    }
    if (callable.has(path)) result.artifacts.push(artifactOf(path, facts, instance));
  }
  return {
    ...result,
    compositions: includeCompositions(files, result.artifacts),
    interfaces: interfacesOf(files, tree, instance),
  };
}

const isInclude = ({ rule }: Use): boolean =>
  rule === "gitlabci.include_project" ||
  rule === "gitlabci.include_component" ||
  rule === "gitlabci.include_remote";

/** Finds what a pipeline uses of the files that it includes. All files that one root includes are merged. */
class IncludeArguments {
  /** The pipelines that each file is part of. */
  readonly #roots = new Map<string, File[]>();
  readonly #members = new Map<File, File[]>();
  readonly #found = new Map<File, Argument[]>();

  constructor(files: readonly File[]) {
    const byPath = new Map(files.map((file) => [file.path, file]));
    const locals = new Map(files.map((file) => [file, matchingLocals(file, files, byPath)]));
    const included = new Set([...locals].flatMap(([file, inner]) => inner.filter((each) => each !== file)));
    for (const root of files.filter((file) => !included.has(file))) {
      const reached = reachedFrom(root, (file) => locals.get(file) ?? []);
      this.#members.set(root, reached);
      for (const { path } of reached) this.#roots.set(path, [...(this.#roots.get(path) ?? []), root]);
    }
  }

  of(path: string, { inputs = [] }: Use): ReturnType<typeof argumentsOf> {
    const roots = this.#roots.get(path) ?? [];
    const members = roots.flatMap((root) => this.#members.get(root) ?? []);
    const isGenerated = members.some(({ facts }) => facts.pipeline.isGenerated);
    return argumentsOf(
      [
        ...inputs.map(({ name, line }): Argument => ({ kind: "input", name, file: path, line })),
        ...roots.flatMap((root) => this.#argumentsOf(root)),
      ],
      isGenerated ? { job: GENERATED, variable: GENERATED } : {},
    );
  }

  #argumentsOf(root: File): Argument[] {
    const known = this.#found.get(root);
    if (known) return known;
    const found = pipelineArguments((this.#members.get(root) ?? []).map(pipelineOf));
    this.#found.set(root, found);
    return found;
  }
}

const GENERATED = "A job generates an included file";

/** GitLab's limit for the files of one pipeline: https://docs.gitlab.com/administration/settings/continuous_integration/#maximum-includes */
const MAX_INCLUDES = 150;

/** Returns a file and the files that it includes, at any level. */
function reachedFrom(root: File, includedIn: (file: File) => readonly File[]): File[] {
  const reached = new Set([root]);
  for (const file of reached)
    for (const inner of includedIn(file)) if (reached.size <= MAX_INCLUDES) reached.add(inner);
  return [...reached];
}

const matchingLocals = ({ facts }: File, files: readonly File[], byPath: ReadonlyMap<string, File>): File[] =>
  facts.locals.flatMap((local) => matching(local, files, byPath));

const pipelineOf = ({ path, facts }: File) => ({ path, pipeline: facts.pipeline });

/**
 * Returns the interface of every file that may be included. It includes files that are not artifacts now, and names all
 * kinds open in files that cannot be read: otherwise a change from one to the other looks like a removal.
 */
function interfacesOf(
  files: readonly File[],
  tree: readonly TreeEntry[],
  instance: Instance,
): ArtifactInterface[] {
  const read = new Set(readFiles(files));
  const byPath = new Map(files.map((file) => [file.path, file]));
  const isHidden = ({ name }: { name: string }): boolean => name.startsWith(".");
  const found = files
    .filter(({ facts }) => !facts.pipeline.isEmpty)
    .filter((file) => read.has(file) || file.facts.pipeline.jobs.some(isHidden))
    .map((file) => {
      const merged = reachedFrom(file, (each) => matchingLocals(each, files, byPath));
      const { members, open } = membersOf(merged.map(pipelineOf));
      const isPartial =
        merged.length > MAX_INCLUDES ||
        merged.some(({ facts }) => facts.problem || missesLocal(facts, files, byPath));
      const unread = isPartial ? { job: MISSING, variable: MISSING } : {};
      const all = { ...unread, ...open };
      return interfaceOf(
        artifactOf(file.path, file.facts, instance),
        members,
        file.facts.problem ? UNREADABLE : all,
      );
    });
  const unread = tree.filter(({ path }) => isPipeline(path) && !byPath.has(path));
  return [
    ...found,
    ...unread.map(({ path }) => interfaceOf(artifactOf(path, { component: null }, instance), [], UNREADABLE)),
  ];
}

const missesLocal = (
  { locals }: GitlabFacts,
  files: readonly File[],
  byPath: ReadonlyMap<string, File>,
): boolean => locals.some((local) => matching(local, files, byPath).length === 0);

const MISSING = "An included file is not read";

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
  { component }: Pick<GitlabFacts, "component">,
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
