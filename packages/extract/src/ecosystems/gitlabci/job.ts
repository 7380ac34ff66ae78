import {
  at,
  entriesOf,
  itemsOf,
  scalarAt,
  textOf,
  type DataNode,
  type MapEntry,
  type ScalarNode,
} from "../../document/node.ts";
import { includesOf, useOf, type Includes } from "./include.ts";
import type { Use } from "./read.ts";
import { hasVariable, type Trigger } from "./trigger.ts";
import { matrixBindings, matrixOf, Scope, variablesOf, type Bindings } from "./variables.ts";

/** Top-level keys that are not jobs. */
const RESERVED = new Set(
  "include spec stages types workflow default variables image services cache before_script after_script".split(
    " ",
  ),
);
/** Keywords that, together with `script`, identify a GitLab job. */
const KEYWORDS = new Set(
  "stage extends rules only except needs before_script after_script artifacts tags image services".split(" "),
);
/** GitLab's limit for levels of `extends`. */
const MAX_EXTENDS = 11;

export const jobsOf = (pipeline: DataNode | undefined): MapEntry[] =>
  entriesOf(pipeline).filter(({ key, value }) => !RESERVED.has(key) && value.kind === "map");

export function isJobOfGitlab({ value }: MapEntry): boolean {
  const keys = entriesOf(value).map(({ key }) => key);
  return keys.includes("script") && keys.some((key) => KEYWORDS.has(key));
}

/** Returns the uses and local includes of a pipeline's jobs and defaults. */
export function jobUses(
  pipeline: DataNode | undefined,
  inputs: Bindings,
): Includes & { triggers: Trigger[] } {
  const shared: Bindings = new Map([...inputs, ...variablesIn(pipeline)]);
  const scope = new Scope(shared);
  const jobs = new Map(jobsOf(pipeline).map((job) => [job.key, job.value]));
  const found = Array.from(jobs, ([name, job]) => usesOf(name, job, jobs, shared, scope));
  const defaults = [pipeline, at(pipeline, "default")]
    .flatMap((node) => imagesOf([node]))
    .flatMap(({ rule, node }) => useOf(rule, node, scope));
  return {
    uses: [...defaults, ...dropHiddenDuplicates(found.flatMap(({ uses }) => uses))],
    locals: found.flatMap(({ locals }) => locals),
    triggers: found.flatMap(({ trigger }) => trigger),
  };
}

/** A use, and whether its job is hidden: such a job runs only if others extend it. */
interface JobUse extends Use {
  isHidden: boolean;
}

function usesOf(
  name: string,
  job: DataNode,
  jobs: ReadonlyMap<string, DataNode>,
  shared: Bindings,
  sharedScope: Scope,
): { uses: JobUse[]; locals: string[]; trigger: Trigger[] } {
  const chain = chainOf(job, jobs);
  const own = new Map(chain.toReversed().flatMap(variablesIn));
  const rows = matrixOf(chain);
  const scope = own.size + rows.length === 0 ? sharedScope : new Scope(own, shared);
  const images = imagesOf(chain);
  const scopes =
    rows.length === 0
      ? [scope]
      : matrixBindings(
          rows,
          images.map(({ node }) => node.text),
        ).map((row) => new Scope(row, own, shared));
  const included = includesOf(at(job, "trigger", "include"), sharedScope);
  const isHidden = name.startsWith(".");
  const uses = [
    ...scopes.flatMap((each) => images.flatMap(({ rule, node }) => useOf(rule, node, each))),
    ...included.uses,
    ...triggerOf(job, scope),
    ...needsOf(job, scope),
  ];
  return {
    uses: uses.map((use) => ({ ...use, isHidden })),
    locals: included.locals,
    trigger: triggerIncludes(name, included),
  };
}

function triggerIncludes(job: string, included: Includes): Trigger[] {
  const uses = included.uses.filter(
    ({ text, file, ref }) => hasVariable(text) || hasVariable(file) || hasVariable(ref),
  );
  const locals = included.locals.filter(hasVariable);
  return uses.length + locals.length === 0 ? [] : [{ job, uses, locals }];
}

/**
 * Returns the job and the jobs that it extends in this file, in order of precedence. The last entry of `extends` takes
 * precedence.
 */
function chainOf(job: DataNode, jobs: ReadonlyMap<string, DataNode>): DataNode[] {
  const chain = new Set<DataNode>();
  const visit = (node: DataNode): void => {
    if (chain.size === MAX_EXTENDS || chain.has(node)) return;
    chain.add(node);
    const written = at(node, "extends");
    for (const parent of [written, ...itemsOf(written)].toReversed()) {
      const found = jobs.get(textOf(parent) ?? "");
      if (found) visit(found);
    }
  };
  visit(job);
  return [...chain];
}

/** A variable is a string, or a map with `value` and a description. */
function variablesIn(node: DataNode | undefined): [string, string][] {
  return entriesOf(at(node, "variables")).flatMap(({ key, value }): [string, string][] => {
    const text = textOf(value) ?? textOf(at(value, "value"));
    return text === undefined ? [] : [[key, text]];
  });
}

interface Image {
  rule: "gitlabci.image" | "gitlabci.service";
  node: ScalarNode;
}

/** Returns the image and services of a job, each from the first job of the chain that has it. */
function imagesOf(chain: readonly (DataNode | undefined)[]): Image[] {
  const nearest = (key: string): DataNode | undefined =>
    chain.map((node) => at(node, key)).find((node) => node !== undefined);
  const services = nearest("services");
  return [
    ...imageOf("gitlabci.image", nearest("image")),
    ...(isReference(services) ? [] : itemsOf(services)).flatMap((node) => imageOf("gitlabci.service", node)),
  ];
}

/** `!reference [.job, services]` also parses as a list. */
const isReference = (node: DataNode | undefined): boolean => textOf(itemsOf(node)[1]) === "services";

const NO_IMAGE = new Set(["null", "~"]);

function imageOf(rule: Image["rule"], written: DataNode | undefined): Image[] {
  const node = written?.kind === "scalar" ? written : scalarAt(written, "name");
  return node && !NO_IMAGE.has(node.text) ? [{ rule, node }] : [];
}

/** Reads `trigger: group/project`, or a map with `project` and `branch`. */
function triggerOf(job: DataNode, scope: Scope): Use[] {
  const project = scalarAt(job, "trigger") ?? scalarAt(job, "trigger", "project");
  return project
    ? projectUse("gitlabci.trigger_project", project, scalarAt(job, "trigger", "branch"), scope)
    : [];
}

/** Reads `needs` of artifacts from another project's job. */
const needsOf = (job: DataNode, scope: Scope): Use[] =>
  itemsOf(at(job, "needs")).flatMap((need) => {
    const project = scalarAt(need, "project");
    return project ? projectUse("gitlabci.needs_project", project, scalarAt(need, "ref"), scope) : [];
  });

function projectUse(
  rule: Use["rule"],
  project: ScalarNode,
  ref: ScalarNode | undefined,
  scope: Scope,
): Use[] {
  return useOf(rule, project, scope).map((use) => ({
    ...use,
    ref: ref ? scope.bind(ref.text.trim()) || null : null,
    comment: ref?.comment ?? null,
  }));
}

/** Drops a hidden job's use with unbound variables if a job that extends it binds them on the same line. */
function dropHiddenDuplicates(uses: readonly JobUse[]): Use[] {
  const run = new Set(uses.filter(({ isHidden }) => !isHidden).map(({ line }) => line));
  return uses
    .filter(({ isHidden, line, text }) => !isHidden || !run.has(line) || variablesOf(text).length === 0)
    .map(({ isHidden: _, ...use }) => use);
}
