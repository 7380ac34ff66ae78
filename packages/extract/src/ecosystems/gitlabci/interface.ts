import { at, entriesOf, itemsOf, textOf, type DataNode, type MapEntry } from "../../document/node.ts";
import { member, type Argument, type Member, type OpenKinds } from "../../interface.ts";
import type { SourceFile } from "../../source-file.ts";

export interface Named {
  name: string;
  line: number;
}

interface Variable extends Named {
  /** Null unless it is a plain word, which can be part of a file's name. */
  value: string | null;
}

export interface JobFacts extends Named {
  extends: Named[];
  /** Jobs that it waits for or takes artifacts from. */
  needs: Named[];
  /** Only a job of this name in an included file makes it one that can run. */
  isBare: boolean;
  variables: Variable[];
}

/** What a file offers to files that include it, and uses of files that it is merged with. */
export interface PipelineFacts {
  inputs: Member[];
  jobs: JobFacts[];
  /** The jobs that `!reference` names. */
  references: Named[];
  variables: Variable[];
  /** The variables whose values come from elsewhere, at their first read. */
  reads: Named[];
  /** All variables that are read, even if a script assigns them first. */
  readNames: string[];
  /** Why there may be more inputs, jobs or variables. */
  open: OpenKinds;
  /** Whether a job writes a file that is included: `include: artifact`. */
  isGenerated: boolean;
  /** GitLab refuses to include an empty file. */
  isEmpty: boolean;
}

export const NO_PIPELINE: PipelineFacts = {
  inputs: [],
  jobs: [],
  references: [],
  variables: [],
  reads: [],
  readNames: [],
  open: {},
  isGenerated: false,
  isEmpty: false,
};

const INVALID = "The file is not valid";
export const UNREADABLE: OpenKinds = { input: INVALID, job: INVALID, variable: INVALID };

/** Reads the interface of a file: `spec` is its header, `jobs` are the entries of `body` that are jobs. */
export function pipelineFacts(
  file: SourceFile,
  spec: DataNode | undefined,
  body: DataNode | undefined,
  jobs: readonly MapEntry[],
): PipelineFacts {
  const { references, reads, readNames } = textFacts(file);
  const includesInputs = at(spec, "include") !== undefined;
  const isComputed = jobs.some(({ key }) => key.includes("$[["));
  const others = includesOthers(includesIn(body));
  return {
    inputs: entriesOf(at(spec, "inputs")).map((entry) => inputOf(entry, file.path)),
    jobs: jobs.map(jobOf),
    references,
    variables: variablesOf(at(body, "variables")),
    reads,
    readNames,
    isGenerated: [body, ...jobs.map(({ value }) => at(value, "trigger"))].some((node) =>
      includesIn(node).some((item) => at(item, "artifact") !== undefined),
    ),
    isEmpty: entriesOf(body).length === 0 && spec === undefined,
    open: {
      ...(includesInputs && { input: "Included files define inputs" }),
      ...(isComputed && { job: "The name of a job contains an input" }),
      ...(others && { job: others, variable: others }),
      ...(file.skipped.length > 0 && UNREADABLE),
    },
  };
}

/** An input without a type is a string: https://docs.gitlab.com/ci/inputs/#input-types */
function inputOf({ key, line, value }: MapEntry, file: string): Member {
  const fallback = at(value, "default");
  return member({ file, line }, "input", key, {
    required: fallback === undefined,
    type: textOf(at(value, "type")) ?? "string",
    value: fallback === undefined ? undefined : (textOf(fallback) ?? JSON.stringify(plain(fallback))),
  });
}

/** The value without its lines. */
const plain = (node: DataNode): unknown =>
  node.kind === "scalar"
    ? node.text
    : node.kind === "list"
      ? node.items.map(plain)
      : node.entries.map(({ key, value }) => [key, plain(value)]);

const OTHERS = "It includes files of other projects";

/** Returns the entries of `include`. */
function includesIn(node: DataNode | undefined): DataNode[] {
  const include = at(node, "include");
  return include?.kind === "list" ? include.items : include ? [include] : [];
}

/** Returns why includes may define names that the repository does not contain. */
function includesOthers(items: readonly DataNode[]): string | null {
  const isLocal = (item: DataNode): boolean =>
    item.kind === "scalar"
      ? !/^https?:|\$/i.test(item.text.trim())
      : textOf(at(item, "local"))?.includes("$") === false;
  return items.every(isLocal) ? null : OTHERS;
}

const HAS_SCRIPT = new Set(["script", "run", "trigger", "extends"]);

function jobOf({ key, line, value }: MapEntry): JobFacts {
  const isHidden = key.startsWith(".");
  return {
    name: key,
    line,
    extends: namedIn(at(value, "extends")),
    needs: [...itemsOf(at(value, "needs")).flatMap(needOf), ...namedIn(at(value, "dependencies"))],
    isBare: !isHidden && entriesOf(value).every((entry) => !HAS_SCRIPT.has(entry.key)),
    variables: variablesOf(at(value, "variables")),
  };
}

const namedIn = (node: DataNode | undefined): Named[] =>
  [node, ...itemsOf(node)].flatMap((item) =>
    item?.kind === "scalar" && isName(item.text) ? [{ name: item.text, line: item.line }] : [],
  );

const isName = (text: string): boolean => text !== "" && !text.includes("$");

/** Optional needs may be missing. Those of other projects and pipelines are not jobs of this pipeline. */
function needOf(need: DataNode): Named[] {
  if (need.kind === "scalar") return namedIn(need);
  const isOther = ["project", "pipeline"].some((key) => at(need, key) !== undefined);
  return isOther || textOf(at(need, "optional")) === "true" ? [] : namedIn(at(need, "job"));
}

const WORD = /^[\w./-]{1,100}$/;

const variablesOf = (node: DataNode | undefined): Variable[] =>
  entriesOf(node).map(({ key, line, value }) => {
    const text = textOf(value) ?? textOf(at(value, "value")) ?? "";
    return { name: key, line, value: WORD.test(text) ? text : null };
  });

const REFERENCE =
  /!reference[ \t]*\[[ \t]*(?:"(?<double>[^"\n]+)"|'(?<single>[^'\n]+)'|(?<plain>[^\s,\]"'][^,\]\n]*))/g;
/** `$X`, `${X}`, `${X:-default}`, `$env:X` and `%X%`. */
const READ =
  /\$(?:\{(?<braced>[A-Za-z_]\w*)(?<fallback>:?[-=?])?|(?:env:)?(?<name>[A-Za-z_]\w*))|%(?<batch>[A-Z_][A-Z\d_]*)%/g;
/** `X=value`, `for X in` and `read X`. */
const ASSIGNED =
  /(?:^|[\s;&|("'`])(?:(?<name>[A-Za-z_]\w*)\+?=(?!=)|for\s+(?<loop>[A-Za-z_]\w*)\s+in\b|read\s+(?:-\w+\s+)*(?<input>[A-Za-z_]\w*))/g;
/** Variables that the runner and the tools of its images read themselves. They work in a template that does not name them. */
const PREDEFINED = /^(?:CI|GIT|FF|DOCKER|KUBERNETES|GITLAB|CACHE|ARTIFACT|RUNNER|BUILDKIT|COMPOSE)(?:_|$)/;

/** Reads variables and references from the text, because scripts contain them. Comments are skipped. */
function textFacts(file: SourceFile): Pick<PipelineFacts, "references" | "reads" | "readNames"> {
  const references: Named[] = [];
  const reads = new Map<string, Named & { isInput: boolean }>();
  const assigned = new Set<string>();
  file.text.split("\n").forEach((text, index) => {
    if (/^\s*#/.test(text)) return;
    const line = index + 1;
    if (text.includes("!reference"))
      for (const { groups = {} } of text.matchAll(REFERENCE)) {
        const name = groups["double"] ?? groups["single"] ?? groups["plain"]?.trim() ?? "";
        if (isName(name)) references.push({ name, line });
      }
    const set = text.includes("=") || /\b(?:for|read)\s/.test(text) ? assignedIn(text) : [];
    for (const { name } of set) assigned.add(name);
    if (!/[$%]/.test(text)) return;
    for (const { groups = {}, index: start } of text.matchAll(READ)) {
      const name = groups["braced"] ?? groups["name"] ?? groups["batch"] ?? "";
      // `X=${X}-1` reads the value from outside, `X=1; echo $X` does not.
      const extended = set.find((each) => each.name === name && !/[;&|]/.test(text.slice(each.end, start)));
      const isInput = groups["fallback"] !== undefined || extended !== undefined;
      const known = reads.get(name);
      if (!known) reads.set(name, { name, line, isInput });
      else if (isInput) known.isInput = true;
    }
  });
  const inputs = [...reads.values()].filter(({ name, isInput }) => isInput || !assigned.has(name));
  return {
    references,
    reads: inputs.filter(({ name }) => !PREDEFINED.test(name)).map(({ name, line }) => ({ name, line })),
    readNames: [...reads.keys()],
  };
}

const assignedIn = (text: string): { name: string; end: number }[] =>
  Array.from(text.matchAll(ASSIGNED), ({ 0: written, groups = {}, index }) => ({
    name: groups["name"] ?? groups["loop"] ?? groups["input"] ?? "",
    end: index + written.length,
  }));

interface PipelineFile {
  path: string;
  pipeline: PipelineFacts;
}

/**
 * Returns the members of a file and of the files that it includes locally, which come after it. A declared variable that
 * is not read is a default for a tool: a consumer that sets it loses nothing with it.
 */
export function membersOf(files: readonly PipelineFile[]): { members: Member[]; open: OpenKinds } {
  const declared = new Map(
    files.flatMap(({ path, pipeline }) =>
      pipeline.variables.map(({ name, line }) => [name, { file: path, line }] as const),
    ),
  );
  const members = files.flatMap(({ path, pipeline }) => [
    ...pipeline.jobs
      .filter(({ name }) => isName(name))
      .map(({ name, line }) => member({ file: path, line }, "job", name)),
    ...pipeline.reads.map(({ name, line }) =>
      member(declared.get(name) ?? { file: path, line }, "variable", name),
    ),
    // A script assigns it, but it has a default all the same.
    ...pipeline.readNames.flatMap((name) => {
      const place = PREDEFINED.test(name) ? undefined : declared.get(name);
      return place ? [member(place, "variable", name)] : [];
    }),
  ]);
  return {
    members: [...(files[0]?.pipeline.inputs ?? []), ...members],
    open: Object.assign({}, ...files.map(({ pipeline }) => pipeline.open)) as OpenKinds,
  };
}

/**
 * Returns what the files of one pipeline use of the files that they include from elsewhere: jobs that they do not define,
 * jobs of which they only define a part, and variables that they set for others.
 */
export function pipelineArguments(files: readonly PipelineFile[]): Argument[] {
  const all = files.flatMap(({ pipeline }) => pipeline.jobs);
  const jobs = new Set(all.map(({ name }) => name));
  const completed = completedJobs(all, jobs);
  const read = new Set(files.flatMap(({ pipeline }) => pipeline.readNames));
  return files.flatMap(({ path, pipeline }) => {
    const used = pipeline.jobs.flatMap((job) => [...job.extends, ...job.needs, ...(job.isBare ? [job] : [])]);
    const bare = new Set(pipeline.jobs.filter(({ isBare }) => isBare));
    const names = [...used, ...pipeline.references].filter(
      (each) => !jobs.has(each.name) || bare.has(each as JobFacts),
    );
    const set = [
      ...pipeline.variables,
      ...pipeline.jobs.filter(({ name }) => completed.has(name)).flatMap(({ variables }) => variables),
    ].filter(({ name }) => !read.has(name));
    return [
      ...names.map(({ name, line }): Argument => ({ kind: "job", name, file: path, line })),
      ...set.map(({ name, line }): Argument => ({ kind: "variable", name, file: path, line })),
    ];
  });
}

/** Returns the jobs that an included file completes: bare ones, and those that extend one that is not defined, at any level. */
function completedJobs(all: readonly JobFacts[], defined: ReadonlySet<string>): ReadonlySet<string> {
  const children = childrenOf(all);
  const isFirst = (job: JobFacts): boolean =>
    job.isBare || job.extends.some(({ name }) => !defined.has(name));
  const found = new Set(all.filter(isFirst).map(({ name }) => name));
  // Iterating over a set includes entries added during the iteration.
  for (const name of found) for (const child of children.get(name) ?? []) found.add(child.name);
  return found;
}

/** Returns the jobs that extend each job. */
export function childrenOf(jobs: Iterable<JobFacts>): Map<string, JobFacts[]> {
  const children = new Map<string, JobFacts[]>();
  for (const job of jobs)
    for (const { name } of job.extends) {
      const known = children.get(name);
      if (known) known.push(job);
      else children.set(name, [job]);
    }
  return children;
}
