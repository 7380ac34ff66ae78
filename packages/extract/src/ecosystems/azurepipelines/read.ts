import { at, entriesOf, itemsOf, scalarAt, textOf, type DataNode } from "../../document/node.ts";
import { SyntaxProblem } from "../../ecosystem.ts";
import type { SourceFile } from "../../source-file.ts";
import { readTask, type Task } from "./task.ts";
import { usesOf, type Use } from "./use.ts";

/** An entry of `resources.repositories`. */
export interface RepositoryResource {
  alias: string;
  type: string;
  name: string;
  ref: string | null;
  line: number;
}

export type FileKind = "pipeline" | "task";

export interface AzureFacts {
  repositories: RepositoryResource[];
  /** The aliases of `resources.containers`. */
  containers: string[];
  uses: Use[];
  /** The line of the first key that makes the file one that other pipelines take. */
  templateAt: number | null;
  task: Task | null;
}

/** Facts of a pipeline, a template or the manifest of a task. Throws SyntaxProblem. */
export function readAzureFile(file: SourceFile, kind: FileKind | undefined): AzureFacts {
  if (kind === "task") {
    return { repositories: [], containers: [], uses: [], templateAt: null, task: readTask(file) };
  }
  const [document] = file.yaml();
  if (document?.kind === "list" || textOf(document))
    throw new SyntaxProblem("A pipeline is a map.", document?.line ?? null);
  const containers = itemsOf(at(document, "resources", "containers"));
  return {
    repositories: itemsOf(at(document, "resources", "repositories")).flatMap(repositoryResource),
    containers: containers.map((each) => textOf(at(each, "container")) ?? ""),
    uses: [...containers.flatMap(containerImage), ...distinct(usesOf(document))].toSorted(
      (a, b) => a.line - b.line,
    ),
    templateAt: templateAt(file.path, document),
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
      // The alias is the name where there is no other.
      name: name?.text || alias.text,
      ref: textOf(at(entry, "ref")) || null,
      line: (name ?? alias).line,
    },
  ];
}

/** An Azure registry is named apart from what it holds. */
function containerImage(entry: DataNode): Use[] {
  const image = scalarAt(entry, "image");
  const [registry, repository] = [textOf(at(entry, "registry")), scalarAt(entry, "repository")];
  if (image?.text) return [{ rule: "azurepipelines.container", text: image.text, line: image.line }];
  if (!registry || !repository?.text) return [];
  const host = registry.includes(".") ? registry : `${registry}.azurecr.io`;
  return [{ rule: "azurepipelines.container", text: `${host}/${repository.text}`, line: repository.line }];
}

/** What several jobs share by an anchor is written once. */
const distinct = (uses: readonly Use[]): Use[] => [
  ...new Map(uses.map((use) => [`${use.line} ${use.text}`, use])).values(),
];

const PARTS = new Set(["steps", "jobs", "stages", "variables", "extends"]);
/** What only a file that runs by itself has. */
const OF_PIPELINES = new Set(["trigger", "pr", "schedules", "name"]);
const TEMPLATE_FOLDER = /(?:^|\/)templates?\//i;

/** A template has parameters or lies in a folder of templates, and starts by nothing. */
function templateAt(path: string, document: DataNode | undefined): number | null {
  const entries = entriesOf(document);
  const first = entries.find(({ key }) => PARTS.has(key));
  const isTold =
    entries.some(({ key }) => key === "parameters") || (TEMPLATE_FOLDER.test(path) && !isNamedPipeline(path));
  if (!first || !isTold || entries.some(({ key }) => OF_PIPELINES.has(key))) return null;
  return entries[0]?.line ?? first.line;
}

/** A file that Azure Pipelines runs by itself, however it begins. */
const isNamedPipeline = (path: string): boolean =>
  /(?:^|\/)(?:azure-?pipelines?[^/]*|\.vsts-ci)\.ya?ml$/i.test(path);
