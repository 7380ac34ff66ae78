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
import { posix } from "node:path";
import { builtDockerfiles } from "./build-commands.ts";
import { bindExpressions, choicesOf } from "./expand-variables.ts";
import { emptyFacts, imageBuild, type DockerFacts, type DockerfileUse, type ImageBuild } from "./facts.ts";
import { computedMatrices } from "./matrix-data.ts";
import { matricesOf } from "./matrix.ts";
import { syncRuns } from "./mirror-commands.ts";
import { namedImages } from "./named-image.ts";
import { pushedImages, pushesCompose } from "./push-commands.ts";
import { assign, exportedValues } from "./script.ts";
import { inputDefaults, localCall, manualCall } from "./workflow-calls.ts";

type Environment = ReadonlyMap<string, string>;

const RULE = "docker.push";

/** The images that a workflow publishes, the Dockerfiles that it builds, and what it calls for that. */
type Builds = Pick<DockerFacts, "builds" | "dockerfiles" | "syncs" | "calls">;

/**
 * Reads the images that a GitHub workflow or composite action publishes: with `docker push`, build-push-action or
 * metadata-action.
 */
export function readWorkflow(file: SourceFile): DockerFacts {
  const documents = file.yaml();
  const jobs = documents.flatMap((document) => {
    const environment = extend(DEFAULTS, document);
    const folder = folderOf(document) ?? ".";
    const runs = at(document, "runs");
    return [
      ...(runs ? [readJob(runs, environment, folder)] : []),
      ...entriesOf(at(document, "jobs")).flatMap((job) =>
        matricesOf(job.value, environment).map((one) => readJob(job.value, one, folder)),
      ),
    ];
  });
  return {
    ...emptyFacts("workflow"),
    builds: distinct(jobs.flatMap(({ builds }) => builds)),
    dockerfiles: distinct(jobs.flatMap(({ dockerfiles }) => dockerfiles)),
    syncs: distinct(jobs.flatMap(({ syncs }) => syncs)),
    calls: distinct([
      ...jobs.flatMap(({ calls }) => calls),
      ...documents.flatMap((document) => manualCall(file.path, document)),
    ]),
    defaults: documents.flatMap(inputDefaults),
    matrices: documents.flatMap((document) => computedMatrices(document, file.text)),
    pushesCompose: pushesCompose(file.text),
  };
}

/** Variables of every job, as expressions. */
const DEFAULTS: Environment = new Map([
  ["GITHUB_REPOSITORY", "${{github.repository}}"],
  ["GITHUB_REPOSITORY_OWNER", "${{github.repository_owner}}"],
]);

const distinct = <T>(values: readonly T[]): T[] => [
  ...new Map(values.map((value) => [JSON.stringify(value), value])).values(),
];

const folderOf = (node: DataNode): string | undefined =>
  textOf(at(node, "defaults", "run", "working-directory"));

function readJob(job: DataNode, outer: Environment, outerFolder: string): Builds {
  const environment = extend(outer, job);
  const folder = folderOf(job) ?? outerFolder;
  const steps = stepsOf(job, environment);
  const labels = new Map(steps.flatMap(({ step, own }) => metadataOf(step, own)));
  const named = new Map(steps.flatMap(({ step, own }) => namesOf(step, own)));
  const called = [{ step: job, own: environment }, ...steps].map(({ step, own }) =>
    namedImages(step, (text) => bind(text, own)),
  );
  return {
    builds: [
      ...steps.flatMap(({ step, own }) => readStep(step, own, named)),
      ...called.flatMap(({ builds }) => builds),
    ],
    dockerfiles: [
      ...steps.flatMap(({ step, own }) => dockerfilesOf(step, own, folder, labels)),
      ...called.flatMap(({ dockerfiles }) => dockerfiles),
    ],
    syncs: steps.flatMap(({ step, own }) => syncRuns(bind(textOf(at(step, "run")) ?? "", own), own)),
    calls: [
      ...localCall(job, (text) => bind(text, environment)),
      ...steps.flatMap(({ step, own }) => localCall(step, (text) => bind(text, own))),
    ],
  };
}

/** Returns the steps of a job with their environments, which contain what earlier steps set. */
function stepsOf(job: DataNode, outer: Environment): { step: DataNode; own: Environment }[] {
  const environment = new Map(outer);
  return itemsOf(at(job, "steps")).map((step) => {
    const own = extend(environment, step);
    const script = bind(textOf(at(step, "run")) ?? "", own);
    for (const { file, name, value } of exportedValues(script, own)) {
      const key = file === "ENV" ? name : `steps.${textOf(at(step, "id")) ?? ""}.outputs.${name}`;
      if (value === undefined) environment.delete(key);
      else assign(environment, key, value);
    }
    return { step, own };
  });
}

/** Returns the ID of a metadata-action step and its images. */
function metadataOf(step: DataNode, environment: Environment): [string, string[]][] {
  if (!actionOf(step).startsWith("docker/metadata-action@")) return [];
  const images = linesOf(at(step, "with"), "images").flatMap(metadataImages);
  return [[textOf(at(step, "id")) ?? "", images.map(({ text }) => bind(text, environment))]];
}

/** Inputs of actions that compute tags, with the names of the images. */
const NAME_INPUTS = ["prefix", "image", "images"];

/** Returns the ID of a step of another action and the images that its inputs name: `prefix: ghcr.io/acme/app:`. */
function namesOf(step: DataNode, environment: Environment): [string, InputLine[]][] {
  const id = textOf(at(step, "id"));
  const action = actionOf(step);
  if (id === undefined || action === "" || action.startsWith("docker/metadata-action@")) return [];
  const lines = NAME_INPUTS.flatMap((input) => linesOf(at(step, "with"), input));
  const names = lines.flatMap(({ text, line }) =>
    bind(text, environment)
      .split(/[\s,]+/)
      .flatMap((word) => (IMAGE_NAME.test(word) ? [{ text: word.replace(/:$/, ""), line }] : [])),
  );
  return [[id, names]];
}

const IMAGE_NAME = /^[a-z\d][\w.-]*(?::\d+)?\/[\w./-]+:?$/;

const actionOf = (step: DataNode): string => textOf(at(step, "uses"))?.toLowerCase() ?? "";

const METADATA = /steps\.(?<id>[\w-]+)\.outputs\./g;

/** Returns the Dockerfiles that a step builds with build-push-action or in a script. */
function dockerfilesOf(
  step: DataNode,
  environment: Environment,
  folder: string,
  labels: ReadonlyMap<string, string[]>,
): DockerfileUse[] {
  const script = scalarAt(step, "run");
  if (script) {
    const start = textOf(at(step, "working-directory")) ?? folder;
    return builtDockerfiles(bind(script.text, environment), environment, "one").map(
      ({ images, path, target }) => ({ images, paths: [posix.join(start, path)], target }),
    );
  }
  if (!actionOf(step).startsWith("docker/build-push-action@")) return [];
  const inputs = at(step, "with");
  const input = (name: string): string | undefined => {
    const text = textOf(at(inputs, name))?.trim() ?? "";
    return text === "" ? undefined : bind(text, environment);
  };
  const images = [...linesOf(inputs, "tags").flatMap(splitList), ...pushedOutputs(inputs)];
  const labeled = Array.from((input("tags") ?? "").matchAll(METADATA), ({ groups }) => groups?.["id"] ?? "");
  const context = (input("context") ?? ".").replace("${{github.workspace}}", ".");
  return [
    {
      images: [
        ...images.map(({ text }) => bind(text, environment)),
        ...labeled.flatMap((id) => labels.get(id) ?? []),
      ],
      paths: [posix.normalize(input("file") ?? posix.join(context, "Dockerfile"))],
      target: input("target") ?? null,
    },
  ];
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
  bindExpressions(text, (expression) => {
    if (/^(?:steps|matrix)\./.test(expression)) return environment.get(expression);
    return expression.startsWith("env.") ? environment.get(expression.slice("env.".length)) : undefined;
  });

function readStep(
  step: DataNode,
  environment: Environment,
  named: ReadonlyMap<string, InputLine[]>,
): ImageBuild[] {
  const script = scalarAt(step, "run");
  if (script) return readScript(script, environment);
  const action = actionOf(step);
  const inputs = at(step, "with");
  const references = action.startsWith("docker/build-push-action@")
    ? [...pushedTags(inputs).flatMap(withNames(named)), ...pushedOutputs(inputs)]
    : action.startsWith("docker/metadata-action@")
      ? linesOf(inputs, "images").flatMap(metadataImages)
      : [];
  return references
    .flatMap(({ line, text }) => choicesOf(bind(text, environment)).map((choice) => ({ line, text: choice })))
    .flatMap(splitList)
    .map(({ line, text }) => ({ line, text, rule: RULE }));
}

/** Adds the images of the steps whose outputs a tag is computed from. */
const withNames =
  (named: ReadonlyMap<string, InputLine[]>) =>
  (tag: InputLine): InputLine[] => [
    tag,
    ...Array.from(tag.text.matchAll(METADATA), ({ groups }) => named.get(groups?.["id"] ?? "") ?? []).flat(),
  ];

function readScript(script: ScalarNode, environment: Environment): ImageBuild[] {
  const firstLine = firstLineOf(script);
  const images = pushedImages(bind(script.text, environment), environment);
  return images.map((image) => imageBuild(image, firstLine, RULE));
}

interface InputLine {
  text: string;
  line: number;
}

/** Without `push` or an output that pushes, build-push-action only builds. */
function pushedTags(inputs: DataNode | undefined): InputLine[] {
  const push = textOf(at(inputs, "push"))?.trim() ?? "false";
  const isOutput = linesOf(inputs, "outputs").some(({ text }) => isPushing(text));
  return push === "false" && !isOutput ? [] : linesOf(inputs, "tags").flatMap(splitList);
}

/** `type=image,name=ghcr.io/acme/app,push=true` */
function pushedOutputs(inputs: DataNode | undefined): InputLine[] {
  return linesOf(inputs, "outputs")
    .filter(({ text }) => isPushing(text))
    .flatMap(splitList)
    .flatMap(nameField);
}

const isPushing = (output: string): boolean => /\bpush=true\b|\btype=registry\b/.test(output);

/** `ghcr.io/acme/app` or `name=ghcr.io/acme/app,enable=true` */
function metadataImages(line: InputLine): InputLine[] {
  return splitList(line).flatMap((item) => (/^[a-z]+=/.test(item.text) ? nameField(item) : [item]));
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
