import { entriesOf, itemsOf, textOf, type DataNode } from "../../document/node.ts";
import type { SourceFile } from "../../source-file.ts";
import { builtDockerfiles } from "./build-commands.ts";
import { emptyFacts, type DockerFacts, type ImageBuild } from "./facts.ts";
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
    builds: pushedImages(script, NO_VALUES).map(({ text: image, index }) => ({
      line: index + 1,
      text: image,
      rule: RULE,
    })),
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
/** Bounds nesting. */
const MAX_DEPTH = 30;

/** Reads the images that the commands of a CI service or task runner push. Its variables have their first value. */
export function readPipeline(file: SourceFile): DockerFacts {
  const documents = file.yaml();
  const variables = new Map<string, string>();
  for (const document of documents) collectVariables(document, variables, 0);
  const builds = documents.flatMap((document) => [
    ...commandsIn(document, variables, 0),
    ...imagesOfCloudBuild(file.path, document, variables),
  ]);
  return { ...emptyFacts("pipeline"), builds, pushesCompose: pushesCompose(file.text) };
}

function collectVariables(node: DataNode, found: Map<string, string>, depth: number): void {
  if (depth > MAX_DEPTH) return;
  for (const item of itemsOf(node)) collectVariables(item, found, depth + 1);
  for (const { key, value } of entriesOf(node)) {
    if (VARIABLES.test(key))
      for (const [name, text] of variablesIn(value)) if (!found.has(name)) found.set(name, text);
    collectVariables(value, found, depth + 1);
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

function commandsIn(node: DataNode, variables: ReadonlyMap<string, string>, depth: number): ImageBuild[] {
  if (depth > MAX_DEPTH) return [];
  if (node.kind === "scalar") {
    if (!mayPush(node.text)) return [];
    const option = /^--destination=(?<image>\S+)$/.exec(node.text)?.groups?.["image"];
    const script = option === undefined ? node.text : `executor ${node.text}`;
    const first = node.line + (node.text.trimEnd().includes("\n") ? 1 : 0);
    return pushedImages(script, variables).map(({ text, index }) => ({
      line: first + index,
      text,
      rule: RULE,
    }));
  }
  const children = [...itemsOf(node), ...entriesOf(node).map(({ value }) => value)];
  return children.flatMap((child) => commandsIn(child, variables, depth + 1));
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
    return pushedImages(`docker push ${text}`, variables).map((image) => ({
      line: item.line,
      text: image.text,
      rule: RULE,
    }));
  });
}
