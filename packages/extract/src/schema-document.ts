/**
 * Documents that other repositories name by their URL: GraphQL schemas and OpenAPI documents. Such a document is an artifact once
 * another repository names it.
 */
import type { Declaration, ProducedArtifact, RepositoryIdentity } from "./ecosystem.ts";
import { parseGitUrl } from "./git-url.ts";
import { artifactName, gitName } from "./name.ts";
import { findRepository } from "./references/repository-url.ts";
import { fileUse } from "./scope.ts";

type DocumentType = "graphql_schema" | "openapi_document";

/** A document in another repository. */
export interface NamedDocument {
  /** `host/path` of the repository, as in `GitUrl`. */
  location: string;
  ref: string | null;
  file: string;
}

/** The form of GraphQL's loaders for GitHub: https://the-guild.dev/graphql/tools/docs/schema-loading */
const GITHUB_POINTER = /^github:(?<repository>[\w.-]+\/[\w.-]+)#(?<ref>[^:\s]+):\/?(?<file>\S+)$/;

/** Finds the document that a URL or `github:OWNER/REPO#REF:PATH` names. Undefined if it names no single file of a repository. */
export function findDocument(text: string): NamedDocument | undefined {
  const pointer = GITHUB_POINTER.exec(text)?.groups;
  if (pointer) {
    const { repository = "", ref = "", file = "" } = pointer;
    return { location: `github.com/${repository}`.toLowerCase(), ref, file };
  }
  const found = findRepository(text.replace(/[?#].*$/s, ""));
  return found?.file ? { location: found.location, ref: found.ref, file: found.file } : undefined;
}

/** Returns the fields of a declaration that follow from the document that it names. */
export const documentUse = (
  type: DocumentType,
  { location, ref, file }: NamedDocument,
): Pick<
  Declaration,
  | "dependencyType"
  | "artifact"
  | "versionConstraint"
  | "versioning"
  | "unbound"
  | "versionComment"
  | "lookups"
  | "targetScope"
> => ({
  dependencyType: type,
  artifact: `${location}/${file}`,
  versionConstraint: ref,
  versioning: "git",
  unbound: /\$\{?(?<name>\w+)/.exec(ref ?? "")?.groups?.["name"] ?? null,
  versionComment: null,
  lookups: [artifactName(type, `${location}/${file}`), gitName(location)],
  ...fileUse(file),
});

/** The document at a path of the own repository. */
export function documentArtifact(
  type: DocumentType,
  ecosystem: string,
  { path, line }: { path: string; line: number },
  { fullPath, cloneUrl }: RepositoryIdentity,
): ProducedArtifact {
  const location = parseGitUrl(cloneUrl ?? "")?.location;
  return {
    ecosystem,
    artifactType: type,
    name: `${fullPath}/${path}`,
    version: null,
    registryUrl: null,
    sourceFile: path,
    sourceLine: line,
    announces: location === undefined ? [] : [artifactName(type, `${location}/${path}`)],
    assumed: true,
    evidence: { class: "manifest", rule: `${ecosystem}.document` },
  };
}
