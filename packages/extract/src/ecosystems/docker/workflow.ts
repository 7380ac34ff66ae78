import {
  at,
  entriesOf,
  itemsOf,
  scalarAt,
  textOf,
  type DataNode,
  type ScalarNode,
} from "../../document/node.ts";
import type { SourceFile } from "../../source-file.ts";
import { bindExpressions } from "./expand-variables.ts";
import { emptyFacts, type DockerFacts, type ImageBuild } from "./facts.ts";
import { pushedImages, pushesCompose } from "./push-commands.ts";

type Environment = ReadonlyMap<string, string>;

const RULE = "docker.push";

/** Reads the images that a GitHub workflow publishes: with `docker push`, build-push-action or metadata-action. */
export function readWorkflow(file: SourceFile): DockerFacts {
  const builds = file.yaml().flatMap((document) => {
    const environment = extend(new Map(), document);
    return entriesOf(at(document, "jobs")).flatMap((job) => readJob(job.value, environment));
  });
  return { ...emptyFacts("workflow"), builds, pushesCompose: pushesCompose(file.text) };
}

function readJob(job: DataNode, outer: Environment): ImageBuild[] {
  const environment = extend(outer, job);
  return itemsOf(at(job, "steps")).flatMap((step) => readStep(step, extend(environment, step)));
}

/** The innermost `env` wins. Its values may use outer ones. */
function extend(outer: Environment, node: DataNode): Environment {
  const own = entriesOf(at(node, "env")).flatMap(({ key, value }) => {
    const text = textOf(value);
    return text === undefined ? [] : [[key, bind(text, outer)] as const];
  });
  return new Map([...outer, ...own]);
}

const bind = (text: string, environment: Environment): string =>
  bindExpressions(text, (expression) =>
    expression.startsWith("env.") ? environment.get(expression.slice("env.".length)) : undefined,
  );

function readStep(step: DataNode, environment: Environment): ImageBuild[] {
  const script = scalarAt(step, "run");
  if (script) return readScript(script, environment);
  const action = textOf(at(step, "uses"))?.toLowerCase() ?? "";
  const inputs = at(step, "with");
  const references = action.startsWith("docker/build-push-action@")
    ? [...pushedTags(inputs), ...pushedOutputs(inputs)]
    : action.startsWith("docker/metadata-action@")
      ? linesOf(inputs, "images").flatMap(metadataImages)
      : [];
  return references.map(({ line, text }) => ({ line, text: bind(text, environment), rule: RULE }));
}

function readScript(script: ScalarNode, environment: Environment): ImageBuild[] {
  const firstLine = firstLineOf(script);
  const images = pushedImages(bind(script.text, environment), environment);
  return images.map(({ text, index }) => ({ line: firstLine + index, text, rule: RULE }));
}

interface InputLine {
  text: string;
  line: number;
}

/** Without `push`, build-push-action only builds. */
function pushedTags(inputs: DataNode | undefined): InputLine[] {
  const push = textOf(at(inputs, "push"))?.trim() ?? "false";
  return push === "false" ? [] : linesOf(inputs, "tags").flatMap(splitList);
}

/** `type=image,name=ghcr.io/acme/app,push=true` */
function pushedOutputs(inputs: DataNode | undefined): InputLine[] {
  return linesOf(inputs, "outputs")
    .filter(({ text }) => text.includes("push=true"))
    .flatMap(splitList)
    .flatMap(nameField);
}

/** `ghcr.io/acme/app` or `name=ghcr.io/acme/app,enable=true` */
function metadataImages(line: InputLine): InputLine[] {
  return splitList(line).flatMap((item) => (item.text.includes("=") ? nameField(item) : [item]));
}

const nameField = ({ text, line }: InputLine): InputLine[] =>
  text.startsWith("name=") ? [{ text: text.slice("name=".length), line }] : [];

const splitList = ({ text, line }: InputLine): InputLine[] =>
  text.split(",").flatMap((item) => (item.trim() === "" ? [] : [{ text: item.trim(), line }]));

function linesOf(inputs: DataNode | undefined, key: string): InputLine[] {
  const input = scalarAt(inputs, key);
  if (!input) return [];
  const firstLine = firstLineOf(input);
  return input.text.split("\n").map((text, index) => ({ text: text.trim(), line: firstLine + index }));
}

/** A block scalar (`|`) starts on the line after its indicator. Only block scalars contain newlines. */
const firstLineOf = (scalar: ScalarNode): number => scalar.line + (scalar.text.includes("\n") ? 1 : 0);
