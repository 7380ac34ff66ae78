import { entriesOf, itemsOf, textOf, type DataNode } from "../../document/node.ts";
import type { SourceFile } from "../../source-file.ts";
import { builtDockerfiles } from "./build-commands.ts";
import { bindParameters, invocationsOf, type Parameters } from "./circleci-parameters.ts";
import { emptyFacts, imageBuild, type DockerFacts, type ImageBuild } from "./facts.ts";
import { syncRuns } from "./mirror-commands.ts";
import { mayPush, pushedImages, pushesCompose } from "./push-commands.ts";

const RULE = "docker.script_push";
const SHELL_FILE = /\.(?:sh|bash|zsh)$|(?:^|\/)\.?[jJ]ustfile$/;
const SHEBANG = /^#![^\n]*\b(?:sh|bash|zsh|dash)\b/;
const NO_EXTENSION = /(?:^|\/)[^/.]+$/;

/** Whether a file is a shell script. */
export const isScript = ({ path, text }: { path: string; text: string }): boolean =>
  SHELL_FILE.test(path) || (NO_EXTENSION.test(path) && text.startsWith("#!") && SHEBANG.test(text));

/** Reads the images that a shell script pushes, and the Dockerfiles that it builds. */
export function readScript(text: string): DockerFacts {
  const script = text.replaceAll("\r", "");
  return {
    ...emptyFacts("script"),
    builds: pushedImages(script, NO_VALUES).map((image) => imageBuild(image, 1, RULE)),
    syncs: syncRuns(script, NO_VALUES),
    dockerfiles: builtDockerfiles(script, NO_VALUES, "one").map(({ images, path, target }) => ({
      images,
      paths: [path],
      target,
    })),
    pushesCompose: pushesCompose(script),
  };
}

const NO_VALUES: ReadonlyMap<string, string> = new Map();

/** Maps of variables in the files of CI services. */
const VARIABLES = /^(?:variables|environment|env|vars|global)$/;

/** Reads the images that the commands of a CI service or task runner push. Its variables have their first value. */
export function readPipeline(file: SourceFile): DockerFacts {
  const documents = file.yaml();
  const variables = new Map<string, string>();
  for (const document of documents) collectVariables(document, variables);
  const scripts = documents.flatMap((document) => scriptsOf(document, file.text.includes("<<")));
  const builds = [
    ...scripts.flatMap(({ script, line, isOption }) =>
      pushedImages(isOption ? `executor ${script}` : script, variables).map((image) =>
        imageBuild(image, line, RULE),
      ),
    ),
    ...documents.flatMap((document) => imagesOfCloudBuild(file.path, document, variables)),
  ];
  const syncs = scripts.flatMap(({ script }) => syncRuns(script, variables));
  return {
    ...emptyFacts("pipeline"),
    builds: distinct(builds),
    syncs: distinct(syncs),
    pushesCompose: pushesCompose(file.text),
  };
}

const distinct = <T>(values: readonly T[]): T[] => [
  ...new Map(values.map((value) => [JSON.stringify(value), value])).values(),
];

function collectVariables(node: DataNode, found: Map<string, string>): void {
  for (const item of itemsOf(node)) collectVariables(item, found);
  for (const { key, value } of entriesOf(node)) {
    if (VARIABLES.test(key))
      for (const [name, text] of variablesIn(value)) if (!found.has(name)) found.set(name, text);
    collectVariables(value, found);
  }
}

/** `NAME: value`, `NAME: { value: … }`, `- NAME=value` and `- name: NAME`. */
function variablesIn(node: DataNode): [string, string][] {
  const named = entriesOf(node).flatMap(({ key, value }): [string, string][] => {
    const text = textOf(value) ?? textOf(entriesOf(value).find((entry) => entry.key === "value")?.value);
    return text === undefined ? [] : [[key, text]];
  });
  const listed = itemsOf(node).flatMap((item): [string, string][] => {
    const { name, value } = /^(?<name>[A-Za-z_]\w*)=(?<value>\S*)$/.exec(textOf(item) ?? "")?.groups ?? {};
    if (name !== undefined) return [[name, value ?? ""]];
    const fields = new Map(entriesOf(item).map((entry) => [entry.key, textOf(entry.value)]));
    const [key, text] = [fields.get("name"), fields.get("value")];
    return key === undefined || text === undefined ? [] : [[key, text]];
  });
  return [...named, ...listed];
}

interface Script {
  script: string;
  /** The line of its first command. */
  line: number;
  /** Whether it is a single option of kaniko: `--destination=x`. */
  isOption: boolean;
}

/** Returns the scripts that may push. A job of CircleCI has a script for each invocation with other parameters. */
function scriptsOf(document: DataNode, hasParameters: boolean): Script[] {
  if (!hasParameters) return scriptsIn(document, NO_VALUES);
  const invocations = invocationsOf(document);
  return entriesOf(document).flatMap(({ key, value }) =>
    key === "jobs"
      ? entriesOf(value).flatMap((job) =>
          (invocations.get(job.key) ?? [NO_VALUES]).flatMap((parameters) => scriptsIn(job.value, parameters)),
        )
      : scriptsIn(value, NO_VALUES),
  );
}

function scriptsIn(node: DataNode, parameters: Parameters): Script[] {
  if (node.kind === "scalar") {
    if (!mayPush(node.text)) return [];
    const isOption = /^--destination=\S+$/.test(node.text);
    const line = node.line + (node.text.trimEnd().includes("\n") ? 1 : 0);
    return [{ script: bindParameters(node.text, parameters), line, isOption }];
  }
  const children = [...itemsOf(node), ...entriesOf(node).map(({ value }) => value)];
  return children.flatMap((child) => scriptsIn(child, parameters));
}

/** `images` at the root of a `cloudbuild.yaml` are pushed after the build. */
function imagesOfCloudBuild(
  path: string,
  document: DataNode,
  variables: ReadonlyMap<string, string>,
): ImageBuild[] {
  if (!/(?:^|\/)cloudbuild[^/]*$/.test(path)) return [];
  const images = entriesOf(document).find(({ key }) => key === "images")?.value;
  return itemsOf(images).flatMap((item) => {
    const text = textOf(item);
    if (text === undefined) return [];
    return pushedImages(`docker push ${text}`, variables).map((image) => imageBuild(image, item.line, RULE));
  });
}
