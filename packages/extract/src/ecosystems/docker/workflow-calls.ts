import { posix } from "node:path";
import { at, entriesOf, scalarAt, textOf, type DataNode } from "../../document/node.ts";
import type { Facts } from "../../ecosystem.ts";
import { folderOrWorkflow } from "../githubactions/expressions.ts";
import { bindExpressions } from "./expand-variables.ts";
import type { DockerFacts, DockerfileUse, ImageBuild } from "./facts.ts";

/** The value of an input of a local action or reusable workflow, and the line that states it. */
export interface InputValue {
  name: string;
  text: string;
  line: number;
}

/** A job or step that runs a workflow or action of the same repository, with the inputs that it passes. */
export interface LocalCall {
  target: string;
  line: number;
  inputs: InputValue[];
}

/** Longer than any image or path. */
const MAX_TEXT = 256;
/** GitHub's limit for reusable workflows that call each other. */
const MAX_DEPTH = 10;
/** Bounds the calls of a repository that are followed, with their inputs and the images that they name. */
const MAX_FOLLOWED = 50_000;

const PREFIX = "inputs.";
const INPUT = /\$\{\{inputs\.[\w-]+\}\}/;

/** Returns the call of a job or step, if it runs something of the same repository. */
export function localCall(caller: DataNode, bind: (text: string) => string): LocalCall[] {
  const uses = scalarAt(caller, "uses");
  if (uses?.text.startsWith("./") !== true) return [];
  const inputs = entriesOf(at(caller, "with")).flatMap(({ key, value }) => {
    const text = textOf(value)?.trim() ?? "";
    return text === "" || text.length > MAX_TEXT ? [] : [{ name: key, text: bind(text), line: value.line }];
  });
  return [{ target: uses.text, line: uses.line, inputs }];
}

/** Returns the inputs' default values of a reusable workflow or action. */
export const inputDefaults = (document: DataNode): InputValue[] =>
  defaultsOf(at(document, "on", "workflow_call", "inputs") ?? at(document, "inputs"));

/** Returns the call that stands for a manual start of a workflow: with the default values of its inputs. */
export function manualCall(path: string, document: DataNode): LocalCall[] {
  const inputs = defaultsOf(at(document, "on", "workflow_dispatch", "inputs"));
  const [first] = inputs;
  return first ? [{ target: `./${path}`, line: first.line, inputs }] : [];
}

function defaultsOf(inputs: DataNode | undefined): InputValue[] {
  return entriesOf(inputs).flatMap(({ key, value }) => {
    const node = scalarAt(value, "default");
    const isUsable = node !== undefined && node.text !== "" && node.text.length <= MAX_TEXT;
    return isUsable
      ? [{ name: key, text: bindExpressions(node.text, () => undefined), line: node.line }]
      : [];
  });
}

/** The value of an input. `line` is in the file of the first caller; undefined for a default. */
type Values = ReadonlyMap<string, { text: string; line: number | undefined }>;

interface Bound {
  text: string;
  /** The line of the first value in the text that has one. */
  line: number | undefined;
}

function bindInputs(written: string, values: Values): Bound {
  let line: number | undefined;
  const text = bindExpressions(written, (expression) => {
    const value = expression.startsWith(PREFIX) ? values.get(expression.slice(PREFIX.length)) : undefined;
    line ??= value?.line;
    return value?.text;
  });
  return { text: text.length > MAX_TEXT ? written : text, line };
}

const dependsOnInputs = (text: string): boolean => INPUT.test(text);

/**
 * Adds to each workflow the images that local actions and reusable workflows publish with the inputs that it passes to them,
 * also through further calls. An action that only other repositories run publishes nothing here.
 */
export function bindCalls(files: readonly Facts<DockerFacts>[]): Facts<DockerFacts>[] {
  const callees = new Map(
    files.flatMap(({ path, facts }) => (facts.kind === "workflow" ? [[calledAs(path), facts] as const] : [])),
  );
  let followed = 0;
  const follow = (call: LocalCall, outer: Values, line: number, depth: number): Builds => {
    const callee = callees.get(calledAs(call.target));
    if (callee === undefined || depth > MAX_DEPTH || followed >= MAX_FOLLOWED)
      return { builds: [], dockerfiles: [] };
    const named = callee.builds.filter(({ text }) => dependsOnInputs(text));
    const built = callee.dockerfiles.filter(({ images, paths }) =>
      [...images, ...paths].some(dependsOnInputs),
    );
    followed += 1 + named.length + built.length + callee.defaults.length + call.inputs.length;
    const isFirst = depth === 1;
    const values: Values = new Map([
      ...callee.defaults.map(({ name, text }) => [name, { text, line: undefined }] as const),
      ...call.inputs.map((input) => {
        const bound = bindInputs(input.text, outer);
        return [input.name, { text: bound.text, line: isFirst ? input.line : bound.line }] as const;
      }),
    ]);
    const further = callee.calls.filter(({ target }) => calledAs(target) !== calledAs(call.target));
    const inner = further.map((each) => follow(each, values, line, depth + 1));
    return {
      builds: [
        ...named.map((build) => {
          const bound = bindInputs(build.text, values);
          return { ...build, text: bound.text, line: bound.line ?? line };
        }),
        ...inner.flatMap(({ builds }) => builds),
      ],
      dockerfiles: [
        ...built.map((use) => bindDockerfile(use, values)),
        ...inner.flatMap(({ dockerfiles }) => dockerfiles),
      ],
    };
  };
  const called = new Set(files.flatMap(({ facts }) => facts.calls.map(({ target }) => calledAs(target))));
  return files.map(({ path, facts }) => {
    if (isAction(path, facts) && !called.has(calledAs(path)))
      return { path, facts: { ...facts, builds: [], dockerfiles: [], syncs: [] } };
    const found = facts.calls.map((call) => follow(call, NOTHING, call.line, 1));
    if (found.length === 0) return { path, facts };
    const builds = [...facts.builds, ...found.flatMap((each) => each.builds)];
    const dockerfiles = [...facts.dockerfiles, ...found.flatMap((each) => each.dockerfiles)];
    return { path, facts: { ...facts, builds, dockerfiles } };
  });
}

const NOTHING: Values = new Map();

interface Builds {
  builds: ImageBuild[];
  dockerfiles: DockerfileUse[];
}

function bindDockerfile({ images, paths, target }: DockerfileUse, values: Values): DockerfileUse {
  return {
    images: images.map((image) => bindInputs(image, values).text),
    paths: paths.map((path) => posix.normalize(bindInputs(path, values).text)),
    target: target === null ? null : bindInputs(target, values).text,
  };
}

const ACTION_FILE = /(?:^|\/)action\.ya?ml$/i;

const isAction = (path: string, { kind }: DockerFacts): boolean =>
  kind === "workflow" && ACTION_FILE.test(path) && !path.startsWith(".github/workflows/");

const calledAs = (path: string): string => folderOrWorkflow(posix.normalize(path));
