import { posix } from "node:path";
import type {
  Declaration,
  Facts,
  LinkInput,
  LinkResult,
  ProducedArtifact,
  RepositoryIdentity,
  TreeEntry,
} from "../../ecosystem.ts";
import { imageDeclaration } from "../../image-reference.ts";
import { artifactName, conventionName } from "../../name.ts";
import { isTestInput } from "../../repository-path.ts";
import { scopeOf, unitScope } from "../../scope.ts";
import { collectionInterface, contentArguments } from "./interface.ts";
import { platformDeclarations } from "./molecule.ts";
import { roleArguments, roleInterface } from "./role-variables.ts";
import type { AnsibleFacts, Product, TaskImage, Use } from "./read.ts";
import { findReference, type Reference } from "./reference.ts";

export function linkAnsibleFiles(
  { repository, files, tree }: LinkInput<AnsibleFacts>,
  { withInterfaces = false } = {},
): LinkResult {
  const artifacts = files.flatMap((file) => artifactsOf(file, repository));
  const own = new Set(artifacts.map(({ artifactType, name }) => `${artifactType} ${name}`));
  const isOwn = (reference: Reference): boolean =>
    reference.repository === repository.fullPath.toLowerCase() ||
    own.has(`${reference.dependencyType} ${reference.artifact}`);
  const localRoles = localRoleNames(tree);
  const variableFiles = files.filter(({ facts }) => facts.set.length > 0 || facts.passed.length > 0);
  const passed = new Map<string, ReturnType<typeof contentArguments>>();
  /** Searches the files once for each collection and role, however often it is used. */
  const passedTo = ({ dependencyType, artifact }: Reference, { source, installedAs }: Use) => {
    const isCollection = dependencyType === "ansible_collection";
    const collection = collectionInRepository(artifact) ?? artifact;
    const names = isCollection ? [collection] : roleNames(source, installedAs);
    const key = JSON.stringify([isCollection, names]);
    const search = () =>
      isCollection
        ? contentArguments(files, collection)
        : roleArguments(variableFiles, { names }, localRoles);
    if (!passed.has(key)) passed.set(key, search());
    return passed.get(key);
  };
  const required = new Set(
    files.flatMap(({ facts: { uses } }) =>
      uses
        .filter(({ rule }) => rule !== "ansible.play_role")
        .flatMap((use) => {
          const { source, installedAs = source } = use;
          const reference = use.rule === "ansible.collection" ? findReference(use) : undefined;
          return [
            namespaced(source),
            namespaced(installedAs),
            collectionInRepository(reference?.artifact ?? "") ?? "",
          ];
        }),
    ),
  );
  const isKnown = ({ rule, source }: Use): boolean =>
    (rule === "ansible.role_dependency" && localRoles.has(source)) ||
    (rule === "ansible.play_role" && (localRoles.has(source) || required.has(namespaced(source))));
  const declarations = files.flatMap(({ path, facts }) =>
    facts.uses
      .filter((use) => !isKnown(use))
      .flatMap((use) => {
        const reference = findReference(use);
        return reference && !isOwn(reference)
          ? [{ ...declarationOf(path, use, reference), ...passedTo(reference, use) }]
          : [];
      })
      .concat(facts.images.flatMap((image) => imageDeclarations(path, image)))
      .toSorted((a, b) => a.sourceLine - b.sourceLine),
  );
  const place = placesOf(artifacts);
  return {
    declarations: [...declarations, ...platformDeclarations(files)].map((each) => ({
      ...each,
      ...place(each.sourceFile),
    })),
    artifacts,
    problems: [],
    interfaces: artifacts.flatMap((artifact) => {
      if (artifact.artifactType === "ansible_collection") return [collectionInterface(artifact, tree, files)];
      return withInterfaces ? [roleInterface(artifact, files, tree)] : [];
    }),
  };
}

/** The role or collection of a name: `acme.web` of `acme.web.site`. */
const namespaced = (name: string): string => name.toLowerCase().split(".").slice(0, 2).join(".");

/** By convention, the repository of a collection has its name: `community.general` of `github.com/acme/community.general`. */
const collectionInRepository = (artifact: string): string | undefined =>
  /\/(?<name>[a-z]\w*\.[a-z]\w*)$/.exec(artifact)?.groups?.["name"];

/** A role is installed as its Galaxy name or the last part of its URL, unless a name is stated. */
function roleNames(source: string, installedAs: string | undefined): string[] {
  const own = source.replace(/^.*[/:]/, "").replace(/\.git$/, "");
  return installedAs === undefined ? [own] : [installedAs, own];
}

const ROLE_FILE = /^(?<folder>(?:.*\/)?)(?:tasks|handlers|meta)\/[^/]+$/;
/** Molecule's scenarios test a role. */
const MOLECULE = /(?:^|\/)molecule\//;

/** Returns the role and scope of a file's declarations: the collection around it, else the role that it belongs to. */
function placesOf(
  artifacts: readonly ProducedArtifact[],
): (path: string) => Pick<Declaration, "role" | "scope"> {
  const collections = new Map<string, string>();
  for (const artifact of artifacts) {
    if (artifact.artifactType === "ansible_collection")
      collections.set(posix.dirname(artifact.sourceFile), scopeOf(artifact));
  }
  const role = artifacts.find(({ artifactType }) => artifactType === "ansible_role");
  return (path) => {
    if (MOLECULE.test(path)) return { role: "test" };
    for (let at = posix.dirname(path); ; at = posix.dirname(at)) {
      const scope = collections.get(at);
      if (scope !== undefined) return { scope };
      if (at === ".") break;
    }
    const folder = ROLE_FILE.exec(path)?.groups?.["folder"];
    if (folder === undefined) return {};
    if (folder === "" && role) return { scope: scopeOf(role) };
    return { scope: unitScope("ansible", folder === "" ? "." : folder.slice(0, -1)) };
  };
}

/** The names of the folders in any `roles/` folder. They may contain dots. */
const localRoleNames = (tree: readonly TreeEntry[]): Set<string> =>
  new Set(tree.flatMap(({ path }) => /(?:^|\/)roles\/(?<role>[^/]+)\//.exec(path)?.groups?.["role"] ?? []));

function imageDeclarations(sourceFile: string, { text, line }: TaskImage): Declaration[] {
  const place = { ecosystem: "ansible", sourceFile, sourceLine: line, rule: "ansible.task_image" };
  const declaration = imageDeclaration(place, text);
  return declaration ? [declaration] : [];
}

function declarationOf(sourceFile: string, use: Use, reference: Reference): Declaration {
  const { dependencyType, artifact, rawReference, versioning, lookups, unbound } = reference;
  return {
    ecosystem: "ansible",
    dependencyType,
    sourceFile,
    sourceLine: use.line,
    rawReference,
    artifact,
    versionConstraint: use.version,
    versioning,
    unbound,
    versionComment: null,
    lookups,
    evidence: { class: "manifest", rule: use.rule },
    ...(use.rule === "ansible.play_role" ? { requiresProducer: true as const } : {}),
  };
}

/** Every collection, and the role at the repository root. */
function artifactsOf(
  { path, facts: { product } }: Facts<AnsibleFacts>,
  repository: RepositoryIdentity,
): ProducedArtifact[] {
  if (!product || isTestInput(path)) return [];
  if (product.type === "collection") return [collectionArtifact(path, product)];
  return /^meta\/main\.ya?ml$/.test(path) ? [roleArtifact(path, product, repository)] : [];
}

function collectionArtifact(
  sourceFile: string,
  product: Extract<Product, { type: "collection" }>,
): ProducedArtifact {
  const name = product.name.toLowerCase();
  return {
    ecosystem: "ansible",
    artifactType: "ansible_collection",
    name,
    version: product.version,
    registryUrl: null,
    sourceFile,
    sourceLine: product.line,
    announces: [artifactName("ansible_collection", name)],
    evidence: { class: "manifest", rule: "ansible.galaxy" },
  };
}

/** Galaxy falls back to the owner for a missing namespace and to the repository for a missing name. */
function roleArtifact(
  sourceFile: string,
  { line, namespace, roleName }: Extract<Product, { type: "role" }>,
  { fullPath }: RepositoryIdentity,
): ProducedArtifact {
  const path = fullPath.toLowerCase().split("/");
  const owner = namespace ?? path.at(-2) ?? "";
  const roles = roleName === null ? roleNamesFor(path.at(-1) ?? "") : [roleName];
  const names = roles.map((each) => `${owner}.${each}`.toLowerCase());
  const isExplicit = namespace !== null && roleName !== null;
  return {
    ecosystem: "ansible",
    artifactType: "ansible_role",
    name: names[0] ?? "",
    version: null,
    registryUrl: null,
    sourceFile,
    sourceLine: line,
    announces: names.map((name) => (isExplicit ? artifactName : conventionName)("ansible_role", name)),
    ...(isExplicit ? {} : { assumed: true }),
    evidence: { class: "manifest", rule: "ansible.role_meta" },
  };
}

/** Galaxy imports `ansible-role-web-server` as `web-server` or `web_server`. */
function roleNamesFor(repository: string): string[] {
  const short = repository.replace(/^(?:ansible-role-|ansible-|role-)(?=.)/, "");
  return [...new Set([short, short.replaceAll("-", "_"), repository])];
}
