import { posix } from "node:path";
import {
  invalidSyntax,
  type Composition,
  type Facts,
  type LinkInput,
  type LinkResult,
  type ProducedArtifact,
  type RepositoryIdentity,
  type TreeEntry,
} from "../../ecosystem.ts";
import { interfaceOf, type ArtifactInterface } from "../../interface.ts";
import { artifactName } from "../../name.ts";
import { scopeOf } from "../../scope.ts";
import { declarationOf, namedAlias, repositoryDeclaration } from "./declaration.ts";
import { NOT_READ } from "./interface.ts";
import { isNamedPipeline, type AzureFacts, type RepositoryResource } from "./read.ts";
import { aliasesOf, ownReference } from "./repositories.ts";

const ID = "azurepipelines";

/** Aliases bind across files: a template may use repositories and containers that the pipelines including it define. */
export function linkAzureFiles({ repository, files, tree }: LinkInput<AzureFacts>): LinkResult {
  const result: LinkResult = {
    declarations: [],
    artifacts: producedArtifacts(files, repository),
    problems: [],
  };
  const own = new Set(ownReference(repository).lookups);
  const aliases = aliasesOf(files.map(({ facts }) => facts));
  const paths = new Set(tree.map(({ path }) => path));
  const hasFile = (at: string): boolean => paths.has(at);
  const isNamed = namedResources(files, hasFile);
  for (const { path, facts } of files) {
    const scope = { repository, aliases: aliases(facts), isTemplate: facts.templateAt !== null, hasFile };
    const found = [
      ...facts.repositories.map((resource) => ({
        of: resource,
        ...repositoryDeclaration(path, resource, scope, isNamed(path, resource)),
      })),
      ...facts.uses.map((use) => ({ of: use, ...declarationOf(path, use, scope) })),
    ];
    for (const { of, declaration, problem } of found.toSorted((a, b) => a.of.line - b.of.line)) {
      if (problem !== undefined)
        result.problems.push(invalidSyntax(ID, path, { line: of.line, message: problem }));
      if (declaration && !declaration.lookups.some((name) => own.has(name)))
        result.declarations.push(declaration);
    }
  }
  return {
    ...result,
    compositions: templateCompositions(files, result.artifacts),
    interfaces: interfacesOf(files, tree, repository),
  };
}

/** Returns whether the file of a resource names it, or a file that has no resources. */
function namedResources(
  files: readonly Facts<AzureFacts>[],
  hasFile: (path: string) => boolean,
): (file: string, resource: RepositoryResource) => boolean {
  const shared = new Set<string>();
  const own = new Map<string, Set<string>>();
  for (const { path, facts } of files) {
    const names = facts.repositories.length === 0 ? shared : new Set<string>();
    own.set(path, names);
    for (const use of facts.uses) names.add(namedAlias(path, use, { hasFile }) ?? "");
  }
  return (file, { alias }) =>
    [shared, own.get(file)].some((names) => names?.has(alias.toLowerCase()) === true);
}

/**
 * Returns the interfaces of the templates. Other pipelines, and YAML files next to templates, have an open one: a file that
 * stops looking like a template is not removed.
 */
function interfacesOf(
  files: readonly Facts<AzureFacts>[],
  tree: readonly TreeEntry[],
  repository: RepositoryIdentity,
): ArtifactInterface[] {
  const templates = files.filter(({ facts }) => facts.templateAt !== null);
  const read = new Set(templates.map(({ path }) => path));
  const folders = new Set(templates.map(({ path }) => posix.dirname(path)));
  const pipelines = new Set(
    files.flatMap(({ path, facts }) => (facts.task === null && !isNamedPipeline(path) ? [path] : [])),
  );
  const others = tree.filter(
    ({ path }) =>
      /\.ya?ml$/.test(path) && !read.has(path) && (folders.has(posix.dirname(path)) || pipelines.has(path)),
  );
  return [
    ...templates.map(({ path, facts: { templateAt, offered } }) =>
      interfaceOf(templateArtifact(path, templateAt ?? 1, repository), offered.members, offered.open),
    ),
    ...others.map(({ path }) => interfaceOf(templateArtifact(path, 1, repository), [], NOT_READ.open)),
  ];
}

/** Returns the local templates that templates use. Paths are relative to the file, or to the root with a leading slash. */
function templateCompositions(
  files: readonly Facts<AzureFacts>[],
  artifacts: readonly ProducedArtifact[],
): Composition[] {
  const scopes = new Map(
    artifacts
      .filter(({ artifactType }) => artifactType === "azure_pipelines_template")
      .map((artifact) => [artifact.sourceFile, scopeOf(artifact)]),
  );
  return files.flatMap(({ path, facts }) => {
    const outer = scopes.get(path);
    if (outer === undefined) return [];
    return facts.uses.flatMap(({ rule, text }) => {
      const local = /^(?<path>[^@]+)(?:@self)?$/i.exec(text)?.groups?.["path"]?.replaceAll("\\", "/");
      if (rule !== "azurepipelines.template" || local === undefined) return [];
      const inner = scopes.get(
        local.startsWith("/") ? local.slice(1) : posix.join(posix.dirname(path), local),
      );
      return inner === undefined || inner === outer ? [] : [{ outer, inner }];
    });
  });
}

/** Of several artifacts with one name, such as a task's version folders, the last one counts. */
function producedArtifacts(
  files: readonly Facts<AzureFacts>[],
  repository: RepositoryIdentity,
): ProducedArtifact[] {
  const artifacts = files.flatMap((file) => [...templateOf(file, repository), ...taskOf(file)]);
  return [...new Map(artifacts.map((each) => [`${each.artifactType} ${each.name}`, each])).values()];
}

const templateOf = (
  { path, facts: { templateAt } }: Facts<AzureFacts>,
  repository: RepositoryIdentity,
): ProducedArtifact[] => (templateAt === null ? [] : [templateArtifact(path, templateAt, repository)]);

function templateArtifact(path: string, line: number, repository: RepositoryIdentity): ProducedArtifact {
  const name = `${ownReference(repository).artifact}/${path}`;
  return {
    ecosystem: ID,
    artifactType: "azure_pipelines_template",
    name,
    version: null,
    registryUrl: null,
    sourceFile: path,
    sourceLine: line,
    announces: [artifactName("azure_pipelines_template", name)],
    evidence: { class: "manifest", rule: "azurepipelines.template_file" },
  };
}

function taskOf({ path, facts: { task } }: Facts<AzureFacts>): ProducedArtifact[] {
  if (!task) return [];
  const names = [task.name, ...(task.id === null ? [] : [task.id])].map((name) => name.toLowerCase());
  return [
    {
      ecosystem: ID,
      artifactType: "azure_pipelines_task",
      name: task.name.toLowerCase(),
      version: task.version,
      registryUrl: null,
      sourceFile: path,
      sourceLine: task.line,
      announces: names.map((name) => artifactName("azure_pipelines_task", name)),
      evidence: { class: "manifest", rule: "azurepipelines.task_manifest" },
    },
  ];
}
