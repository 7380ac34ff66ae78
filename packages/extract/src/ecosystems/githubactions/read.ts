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
import { posix } from "node:path";
import { SyntaxProblem } from "../../ecosystem.ts";
import type { argumentsOf, Member } from "../../interface.ts";
import type { SourceFile } from "../../source-file.ts";
import {
  actionDefaults,
  bindMatrix,
  localCalls,
  workflowDefaults,
  type Input,
  type LocalCall,
} from "./expressions.ts";
import {
  checkedOutInput,
  checkoutUses,
  inputUses,
  type PassedInput,
  type RepositoryUse,
} from "./checkout.ts";
import { actionMembers, CallArguments, workflowMembers, type LineRange } from "./interface.ts";
import { isActionPath } from "./place.ts";
import { isCallableWorkflow, isDockerReference } from "./reference.ts";
import { releaseUses } from "./release.ts";
import { namesOf, producesFiles } from "./role.ts";

/** A line that uses an action, a workflow or an image. */
export interface Use {
  rule:
    | "githubactions.step_uses"
    | RepositoryUse["rule"]
    | "githubactions.job_uses"
    | "githubactions.container"
    | "githubactions.service"
    | "githubactions.runs_image";
  text: string;
  line: number;
  comment: string | null;
  /** Whether the action or workflow produces the files that the job publishes. */
  isProducer?: true;
  /** Set if the use only counts if the input is checked out there. */
  passedTo?: PassedInput;
  /** What is passed to an action or workflow and read from it. */
  call?: ReturnType<typeof argumentsOf>;
}

export type FileKind = "workflow" | "action";

export interface ActionsFacts {
  uses: Use[];
  /** The artifact that the file defines, and the line of the defining key. */
  product: { type: "github_action" | "reusable_workflow"; line: number } | null;
  /** The interface of the artifact. */
  members: Member[];
  /** The inputs' default values. */
  defaults: Input[];
  localCalls: LocalCall[];
  /** The inputs that name the repositories which the file checks out. */
  checkedOut: string[];
  /** The Dockerfile that an action runs, relative to its folder; else null. */
  dockerfile: string | null;
}

/** YAML values that mean "no image". */
const NULLS = new Set(["", "null", "~"]);

/** Reads the facts of one workflow or action. Throws SyntaxProblem. */
export function readActionsFile(file: SourceFile, kind: FileKind | undefined): ActionsFacts {
  const [document] = file.yaml();
  const calls = new CallArguments(file);
  if (kind === "action") {
    const product = isActionPath(file.path) ? findAction(document) : null;
    return {
      uses: distinct(actionUses(document, calls)),
      product,
      members: product ? actionMembers(document, file.path) : [],
      defaults: actionDefaults(document),
      localCalls: localCalls(document),
      checkedOut: checkedOutInputs(document),
      dockerfile: dockerfileOf(document),
    };
  }
  if (document?.kind === "list" || textOf(document)) {
    throw new SyntaxProblem("A workflow must be a map.", document?.line ?? null);
  }
  const product = isCallableWorkflow(file.path) ? findWorkflowCall(at(document, "on")) : null;
  const names = namesOf(posix.basename(file.path).replace(/\.ya?ml$/, ""), document);
  return {
    uses: distinct(
      jobsOf(document).flatMap(({ job, within }) =>
        jobUses(job, within, calls).map((use) =>
          withProducer(use, [...names, ...namesOf(job.key, job.value)]),
        ),
      ),
    ),
    product,
    members: product ? workflowMembers(at(document, "on"), file.path) : [],
    defaults: workflowDefaults(at(document, "on")),
    localCalls: localCalls(document),
    checkedOut: checkedOutInputs(document),
    dockerfile: null,
  };
}

function checkedOutInputs(document: DataNode | undefined): string[] {
  const runs = [at(document, "runs"), ...entriesOf(at(document, "jobs")).map(({ value }) => value)];
  return runs.flatMap((each) => itemsOf(at(each, "steps")).flatMap(checkedOutInput));
}

function withProducer(use: Use, names: readonly string[]): Use {
  const isCalled = use.rule === "githubactions.step_uses" || use.rule === "githubactions.job_uses";
  const isProducer = isCalled && !isDockerReference(use.text) && producesFiles(use.text, names);
  return isProducer ? { ...use, isProducer } : use;
}

/** `image: Dockerfile`, unless the image is published. */
function dockerfileOf(document: DataNode | undefined): string | null {
  const image = textOf(at(document, "runs", "image")) ?? "";
  return image === "" || isDockerReference(image) ? null : image;
}

/** Returns the jobs of a workflow, each with its lines. */
function jobsOf(document: DataNode | undefined): { job: MapEntry; within: LineRange }[] {
  const jobs = entriesOf(at(document, "jobs"));
  return jobs.map((job, index) => ({
    job,
    within: { from: job.line, to: jobs[index + 1]?.line ?? Infinity },
  }));
}

function actionUses(document: DataNode | undefined, calls: CallArguments): Use[] {
  const image = scalarAt(document, "runs", "image");
  const isPublished = image?.text.startsWith("docker://") === true;
  return [
    ...(isPublished ? useOf("githubactions.runs_image", image) : []),
    ...stepUses(at(document, "runs", "steps"), { from: 0, to: Infinity }, calls),
  ];
}

function jobUses(entry: MapEntry, within: LineRange, calls: CallArguments): Use[] {
  const job = entry.value;
  const container = scalarAt(job, "container") ?? scalarAt(job, "container", "image");
  const matrix = at(job, "strategy", "matrix");
  const services = entriesOf(at(job, "services")).map(({ value }) => scalarAt(value, "image"));
  return [
    ...imageUses("githubactions.container", container, job),
    ...services.flatMap((image) => imageUses("githubactions.service", image, job)),
    ...stepUses(at(job, "steps"), within, calls, matrix),
    ...callOf("githubactions.job_uses", scalarAt(job, "uses"), () => calls.ofJob(entry)),
    ...(at(job, "uses") ? repositoryUses(inputUses(job, matrix)) : []),
  ];
}

const stepUses = (
  steps: DataNode | undefined,
  within: LineRange,
  calls: CallArguments,
  matrix?: DataNode,
): Use[] =>
  itemsOf(steps).flatMap((step) => [
    ...callOf("githubactions.step_uses", scalarAt(step, "uses"), () => calls.ofStep(step, within)),
    ...repositoryUses(checkoutUses(step, matrix)),
    ...repositoryUses(releaseUses(step)),
    ...(textOf(at(step, "uses"))?.startsWith("./") === true ? repositoryUses(inputUses(step, matrix)) : []),
  ]);

/** A call of an action or workflow. Images and local files are not called by their interface. */
function callOf(
  rule: Use["rule"],
  scalar: ScalarNode | undefined,
  call: () => NonNullable<Use["call"]>,
): Use[] {
  return useOf(rule, scalar).map((use) =>
    isDockerReference(use.text) || use.text.startsWith("./") ? use : { ...use, call: call() },
  );
}

const repositoryUses = (uses: readonly RepositoryUse[]): Use[] =>
  uses.flatMap(({ rule, scalar, passedTo }) =>
    useOf(rule, scalar).map((use) => (passedTo ? { ...use, passedTo } : use)),
  );

function imageUses(rule: Use["rule"], image: ScalarNode | undefined, job: DataNode): Use[] {
  return useOf(rule, image).flatMap((use) =>
    bindMatrix(use.text, job)
      .filter((text) => !NULLS.has(text))
      .map((text): Use => ({ rule, text, line: use.line, comment: use.comment })),
  );
}

function useOf(rule: Use["rule"], scalar: ScalarNode | undefined): Use[] {
  if (!scalar || NULLS.has(scalar.text)) return [];
  return [{ rule, text: scalar.text.trim(), line: scalar.line, comment: scalar.comment }];
}

/** Jobs that share a step by a YAML anchor yield the same line several times. */
const distinct = (uses: readonly Use[]): Use[] => [
  ...new Map(uses.map((use) => [`${use.line} ${use.text}`, use])).values(),
];

function findAction(document: DataNode | undefined): ActionsFacts["product"] {
  const runs = entriesOf(document).find((entry) => entry.key === "runs");
  return runs ? { type: "github_action", line: runs.line } : null;
}

/** `on` is an event, a list of events, or a map by event. */
function findWorkflowCall(on: DataNode | undefined): ActionsFacts["product"] {
  const events = [
    ...[on, ...itemsOf(on)].map((node) => ({ name: textOf(node), line: node?.line ?? 1 })),
    ...entriesOf(on).map((entry) => ({ name: entry.key, line: entry.line })),
  ];
  const call = events.find((event) => event.name === "workflow_call");
  return call ? { type: "reusable_workflow", line: call.line } : null;
}
