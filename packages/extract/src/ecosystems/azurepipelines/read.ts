import {
  at,
  entriesOf,
  itemsOf,
  scalarAt,
  textOf,
  type DataNode,
  type ScalarNode,
} from "../../document/node.ts";
import { SyntaxProblem } from "../../ecosystem.ts";
import type { argumentsOf } from "../../interface.ts";
import type { SourceFile } from "../../source-file.ts";
import { NOT_READ, templateArguments, templateInterface, type TemplateInterface } from "./interface.ts";

/** An entry of `resources.repositories`. */
export interface RepositoryResource {
  alias: string;
  type: string;
  name: string;
  ref: string | null;
  line: number;
}

/** A line that uses a template, task, repository or image. */
export interface Use {
  rule:
    | "azurepipelines.template"
    | "azurepipelines.task"
    | "azurepipelines.checkout"
    | "azurepipelines.container";
  text: string;
  line: number;
  /** What is passed to a template. */
  call?: ReturnType<typeof argumentsOf>;
  /** The alias of the template that gets a template without one as a parameter. */
  passedTo?: string;
}

/** A task as described by its manifest. */
export interface Task {
  name: string;
  id: string | null;
  version: string | null;
  line: number;
}

export type FileKind = "pipeline" | "task";

export interface AzureFacts {
  repositories: RepositoryResource[];
  /** The aliases of `resources.containers`. */
  containers: string[];
  uses: Use[];
  /** If the file is a template, the line of its first key; else null. */
  templateAt: number | null;
  /** What a template offers. */
  offered: TemplateInterface;
  task: Task | null;
}

/** Reads the facts of a pipeline, a template or a task manifest. Throws SyntaxProblem. */
export function readAzureFile(file: SourceFile, kind: FileKind | undefined): AzureFacts {
  if (kind === "task") {
    const task = readTask(file);
    return { repositories: [], containers: [], uses: [], templateAt: null, offered: NOT_READ, task };
  }
  const [document] = file.yaml();
  if (document?.kind === "list" || textOf(document))
    throw new SyntaxProblem("A pipeline must be a map.", document?.line ?? null);
  const containers = itemsOf(at(document, "resources", "containers"));
  return {
    repositories: itemsOf(at(document, "resources", "repositories")).flatMap(repositoryResource),
    containers: containers.map((each) => textOf(at(each, "container")) ?? ""),
    uses: [...containers.flatMap(containerImage), ...distinct(usesOf(document, file.path))].toSorted(
      (a, b) => a.line - b.line,
    ),
    templateAt: templateAt(file.path, document),
    offered: templateInterface(document, file),
    task: null,
  };
}

function repositoryResource(entry: DataNode): RepositoryResource[] {
  const [alias, name] = [scalarAt(entry, "repository"), scalarAt(entry, "name")];
  if (!alias || alias.text === "") return [];
  return [
    {
      alias: alias.text,
      type: textOf(at(entry, "type")) || "git",
      // The name defaults to the alias.
      name: name?.text || alias.text,
      ref: textOf(at(entry, "ref")) || null,
      line: (name ?? alias).line,
    },
  ];
}

/** Containers of type ACR state registry and repository separately. */
function containerImage(entry: DataNode): Use[] {
  const image = scalarAt(entry, "image");
  const [registry, repository] = [textOf(at(entry, "registry")), scalarAt(entry, "repository")];
  if (image?.text) return [{ rule: "azurepipelines.container", text: image.text, line: image.line }];
  if (!registry || !repository?.text) return [];
  const host = registry.includes(".") ? registry : `${registry}.azurecr.io`;
  return [{ rule: "azurepipelines.container", text: `${host}/${repository.text}`, line: repository.line }];
}

/** Jobs that share steps by a YAML anchor yield the same line several times. */
const distinct = (uses: readonly Use[]): Use[] => [
  ...new Map(uses.map((use) => [`${use.line} ${use.text}`, use])).values(),
];

/** Maps of plain values, in which `task` and `template` have no special meaning. */
const VALUE_MAPS = new Set(["inputs", "env", "resources", "trigger", "pr", "schedules"]);
const JOB_KEYS = ["job", "deployment", "steps", "pool", "strategy"];

/**
 * Searches at any depth: expressions (`${{ if … }}:`) may wrap any part, and parameters pass whole steps and jobs to
 * templates.
 */
function usesOf(node: DataNode | undefined, file: string): Use[] {
  const uses: Use[] = [];
  const pending: { each: DataNode; passedTo?: string }[] = node ? [{ each: node }] : [];
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { each, passedTo } = next;
    uses.push(...usesIn(each, file, passedTo));
    pending.push(...itemsOf(each).map((item) => ({ ...next, each: item })));
    const alias = /@(?<alias>[\w.-]+)$/.exec(scalarAt(each, "template")?.text.trim() ?? "")?.groups?.[
      "alias"
    ];
    for (const { key, value } of entriesOf(each))
      if (!VALUE_MAPS.has(key))
        pending.push({ ...next, each: value, ...(alias !== undefined && { passedTo: alias }) });
  }
  return uses;
}

function usesIn(node: DataNode, file: string, passedTo: string | undefined): Use[] {
  if (node.kind !== "map") return [];
  const isJob = JOB_KEYS.some((key) => at(node, key) !== undefined);
  return [
    ...useOf("azurepipelines.template", scalarAt(node, "template")).map((use) =>
      use.text.includes("@") || passedTo !== undefined
        ? { ...use, call: templateArguments(node, file), ...(passedTo !== undefined && { passedTo }) }
        : use,
    ),
    ...useOf("azurepipelines.task", scalarAt(node, "task")),
    ...useOf("azurepipelines.checkout", scalarAt(node, "checkout")),
    ...(isJob ? containersOf(node).flatMap((image) => useOf("azurepipelines.container", image)) : []),
  ];
}

const containersOf = (job: DataNode): (ScalarNode | undefined)[] => [
  scalarAt(job, "container") ?? scalarAt(job, "container", "image"),
  ...entriesOf(at(job, "services")).map(({ value }) => (value.kind === "scalar" ? value : undefined)),
];

function useOf(rule: Use["rule"], scalar: ScalarNode | undefined): Use[] {
  const text = scalar?.text.trim() ?? "";
  return scalar && text !== "" ? [{ rule, text, line: scalar.line }] : [];
}

const TEMPLATE_KEYS = new Set(["steps", "jobs", "stages", "variables", "extends"]);
/** Keys that only a pipeline has. A template has neither name nor trigger. */
const PIPELINE_ONLY_KEYS = new Set(["trigger", "pr", "schedules", "name"]);
const TEMPLATE_FOLDER = /(?:^|\/)templates?\//i;

/** A template has parameters or lies in a template folder, and has no key that only a pipeline has. */
function templateAt(path: string, document: DataNode | undefined): number | null {
  const entries = entriesOf(document);
  const first = entries.find(({ key }) => TEMPLATE_KEYS.has(key));
  const isTemplate =
    entries.some(({ key }) => key === "parameters") || (TEMPLATE_FOLDER.test(path) && !isNamedPipeline(path));
  if (!first || !isTemplate || entries.some(({ key }) => PIPELINE_ONLY_KEYS.has(key))) return null;
  return entries[0]?.line ?? first.line;
}

/** Is the file a pipeline by its name? Such a file is not a template just because of its folder. */
export const isNamedPipeline = (path: string): boolean =>
  /(?:^|\/)(?:azure-?pipelines?[^/]*|\.vsts-ci)\.ya?ml$/i.test(path);

function readTask(file: SourceFile): Task {
  const manifest = file.json();
  const name = entriesOf(manifest).find(({ key }) => key === "name");
  const text = textOf(name?.value);
  if (!name || !text) throw new SyntaxProblem('A task must have a "name".', manifest.line);
  const numbers = ["Major", "Minor", "Patch"].map((part) => textOf(at(manifest, "version", part)));
  return {
    name: text,
    id: textOf(at(manifest, "id")) || null,
    version: numbers.every((number) => number !== undefined && /^\d+$/.test(number))
      ? numbers.join(".")
      : null,
    line: name.line,
  };
}
