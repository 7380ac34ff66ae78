import { at, entriesOf, scalarAt, textOf, type DataNode } from "../../document/node.ts";
import { SyntaxProblem } from "../../ecosystem.ts";
import type { SourceFile } from "../../source-file.ts";
import { includesOf, type Includes } from "./include.ts";
import { NO_PIPELINE, pipelineFacts, type Named, type PipelineFacts } from "./interface.ts";
import { isJobOfGitlab, jobUses, jobsOf } from "./job.ts";
import type { Trigger } from "./trigger.ts";
import { Scope } from "./variables.ts";

/** A line that uses a repository, a file of one, a component or an image. */
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
  /** The project, component, URL or image, with the file's variables substituted. */
  text: string;
  /** The separate `ref` or `branch` key; null if absent. */
  ref: string | null;
  file: string | null;
  /** The comment on the line of the version. */
  comment: string | null;
  /** The inputs that an include passes. */
  inputs?: Named[];
}

export interface GitlabFacts extends Includes {
  /** True if the content is specific to GitLab, even if no pipeline includes the file. */
  isCertain: boolean;
  component: { name: string; line: number } | null;
  pipeline: PipelineFacts;
  triggers: Trigger[];
  /** A syntax error. Reported only if GitLab reads the file. */
  problem: { message: string; line: number | null } | null;
}

/**
 * Reads the facts of one file. Throws SyntaxProblem for a pipeline; in other files, which may be another tool's, the
 * error is a fact.
 */
export function read(file: SourceFile): GitlabFacts {
  const name = findComponentName(file.path, file.text);
  try {
    return readDocuments(file, name);
  } catch (error) {
    if (!(error instanceof SyntaxProblem) || isPipeline(file.path)) throw error;
    const problem = { message: error.message, line: error.line };
    return {
      isCertain: false,
      component: name ? { name, line: 1 } : null,
      pipeline: NO_PIPELINE,
      triggers: [],
      uses: [],
      locals: [],
      problem,
    };
  }
}

function readDocuments(file: SourceFile, name: string | undefined): GitlabFacts {
  const documents = file.yaml();
  const spec = entriesOf(documents[0]).find(({ key }) => key === "spec");
  const body = spec && documents.length > 1 ? documents[1] : documents[0];
  if (body?.kind === "list" || textOf(body)) {
    throw new SyntaxProblem("A pipeline must be a map.", body?.line ?? null);
  }
  const inputs = inputDefaults(spec?.value);
  const atInclude = new Scope(inputs);
  const own = includesOf(at(body, "include"), atInclude);
  const header = includesOf(at(spec?.value, "include"), atInclude);
  const jobs = jobUses(body, inputs);
  const uses = distinct([...header.uses, ...own.uses, ...jobs.uses]);
  const entries = jobsOf(body);
  return {
    isCertain: entries.some(isJobOfGitlab) || own.uses.some(({ file: path }) => path !== null),
    component: spec && name !== undefined ? { name, line: spec.line } : null,
    pipeline: pipelineFacts(file, spec?.value, body, entries),
    triggers: jobs.triggers,
    uses: uses.toSorted((a, b) => a.line - b.line),
    locals: [...header.locals, ...own.locals, ...jobs.locals],
    problem: null,
  };
}

/** An input without a default is set by the including pipeline. */
const inputDefaults = (spec: DataNode | undefined): Map<string, string> =>
  new Map(
    entriesOf(at(spec, "inputs")).flatMap(({ key, value }) => {
      const fallback = scalarAt(value, "default");
      return fallback ? [[`inputs.${key}`, fallback.text] as const] : [];
    }),
  );

/** Jobs that share a line by an anchor or by `extends` yield the same use several times. */
const distinct = (uses: readonly Use[]): Use[] => [
  ...new Map(uses.map((use) => [[use.line, use.rule, use.text, use.file].join("\0"), use])).values(),
];

const PIPELINE = /(?:^|\/)(?:\.gitlab-ci[\w.-]*|[^/]*\.gitlab-ci|gitlab-ci)\.ya?ml$/;

/** Is the file a pipeline by its name? Such a file is read even if no other file includes it. */
export const isPipeline = (path: string): boolean => PIPELINE.test(path);

const COMPONENT = /^templates\/(?:(?<file>[^/]+)|(?<folder>[^/]+)\/template)\.yml$/;
const SPEC = /^spec[ \t]*:/m;
const SPEC_CONTENT = /^[ \t]+(?:inputs|component|include|description)[ \t]*:/m;

/** Returns `build` for `templates/build.yml` and `templates/build/template.yml` with a `spec` header. */
export function findComponentName(path: string, text: string): string | undefined {
  const { file, folder } = COMPONENT.exec(path)?.groups ?? {};
  const name = file ?? folder;
  return name !== undefined && SPEC.test(text) && SPEC_CONTENT.test(text) ? name : undefined;
}
