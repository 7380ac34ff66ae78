import { at, entriesOf, scalarAt, textOf, type DataNode } from "../../document/node.ts";
import { SyntaxProblem } from "../../ecosystem.ts";
import type { SourceFile } from "../../source-file.ts";
import { includesOf, type Includes } from "./include.ts";
import { isJobOfGitlab, jobUses, jobsOf } from "./job.ts";
import { Scope } from "./variables.ts";

/** One line that names a repository, a file of one, a component or an image. */
export interface Use {
  rule:
    | "gitlabci.include_project"
    | "gitlabci.include_component"
    | "gitlabci.include_remote"
    | "gitlabci.trigger_project"
    | "gitlabci.needs_project"
    | "gitlabci.image"
    | "gitlabci.service";
  line: number;
  /** The project, component, URL or image, after substitution of what the file binds. */
  text: string;
  /** What stands in a key of its own; null when it is absent. */
  ref: string | null;
  file: string | null;
  /** On the line of the version. */
  comment: string | null;
}

export interface GitlabFacts extends Includes {
  /** Whether the content alone says that this is GitLab's, whoever includes it. */
  isCertain: boolean;
  component: { name: string; line: number } | null;
  /** Why the file cannot be read. Counts only if GitLab would read it. */
  problem: { message: string; line: number | null } | null;
}

/** Throws SyntaxProblem for a pipeline; of other files it is kept, since they may be another tool's. */
export function read(file: SourceFile): GitlabFacts {
  const name = findComponentName(file.path, file.text);
  try {
    return readDocuments(file, name);
  } catch (error) {
    if (!(error instanceof SyntaxProblem) || isPipeline(file.path)) throw error;
    const problem = { message: error.message, line: error.line };
    return { isCertain: false, component: name ? { name, line: 1 } : null, uses: [], locals: [], problem };
  }
}

function readDocuments(file: SourceFile, name: string | undefined): GitlabFacts {
  const documents = file.yaml();
  const spec = entriesOf(documents[0]).find(({ key }) => key === "spec");
  const body = spec && documents.length > 1 ? documents[1] : documents[0];
  if (body?.kind === "list" || textOf(body)) {
    throw new SyntaxProblem("A pipeline is a map.", body?.line ?? null);
  }
  const inputs = inputDefaults(spec?.value);
  const atInclude = new Scope(inputs);
  const own = includesOf(at(body, "include"), atInclude);
  const header = includesOf(at(spec?.value, "include"), atInclude);
  const jobs = jobUses(body, inputs);
  const uses = distinct([...header.uses, ...own.uses, ...jobs.uses]);
  return {
    isCertain: jobsOf(body).some(isJobOfGitlab) || own.uses.some(({ file: path }) => path !== null),
    component: spec && name !== undefined ? { name, line: spec.line } : null,
    uses: uses.toSorted((a, b) => a.line - b.line),
    locals: [...header.locals, ...own.locals, ...jobs.locals],
    problem: null,
  };
}

/** An input without a default is for those to give who include the file. */
const inputDefaults = (spec: DataNode | undefined): Map<string, string> =>
  new Map(
    entriesOf(at(spec, "inputs")).flatMap(({ key, value }) => {
      const fallback = scalarAt(value, "default");
      return fallback ? [[`inputs.${key}`, fallback.text] as const] : [];
    }),
  );

/** A line that several jobs share by an anchor or by `extends` is written once. */
const distinct = (uses: readonly Use[]): Use[] => [
  ...new Map(uses.map((use) => [[use.line, use.rule, use.text, use.file].join("\0"), use])).values(),
];

const PIPELINE = /(?:^|\/)(?:\.gitlab-ci[\w.-]*|[^/]*\.gitlab-ci|gitlab-ci)\.ya?ml$/;

/** Read whatever includes it: told by the name alone. */
export const isPipeline = (path: string): boolean => PIPELINE.test(path);

const COMPONENT = /^templates\/(?:(?<file>[^/]+)|(?<folder>[^/]+)\/template)\.yml$/;
const SPEC = /^spec[ \t]*:/m;
const SPEC_CONTENT = /^[ \t]+(?:inputs|component|include|description)[ \t]*:/m;

/** `templates/build.yml` and `templates/build/template.yml` are the component `build`, if their header says `spec`. */
export function findComponentName(path: string, text: string): string | undefined {
  const { file, folder } = COMPONENT.exec(path)?.groups ?? {};
  const name = file ?? folder;
  return name !== undefined && SPEC.test(text) && SPEC_CONTENT.test(text) ? name : undefined;
}
