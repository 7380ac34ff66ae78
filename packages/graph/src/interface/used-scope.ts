import type { ArtifactType } from "@knockon/contract/vocabulary/artifact-type";
import type { ArtifactInterface } from "@knockon/extract/interface";
import { fileScope } from "@knockon/extract/scope";

/** `//` after the host separates the folder in an archive or repository: `git::https://host/acme/modules.git//vpc?ref=v1`. */
const FOLDER = /^(?:\w+::)?[^?]*?(?<![:/])\/\/(?<folder>[^?]*)/;

/** A declaration, with the scope that resolution found. */
interface UsedArtifact {
  dependencyType: ArtifactType;
  rawReference: string;
  scope?: string | undefined;
}

/** The scope of one file, which a declaration of any type may name. */
const FILE = fileScope("");
const LOADED = /^https?:\/\/raw\.|\/raw\//;
const IS_DOCUMENT = /^(?:graphql_schema|openapi_document):/;

/**
 * Returns the scope of the artifact that a declaration names in the repository that it resolves to: a module by its folder, a
 * file by its path. Undefined for types that are named otherwise, and if the repository has no such interface.
 */
export function usedScope(
  { dependencyType, rawReference, scope: used }: UsedArtifact,
  interfaces: readonly Pick<ArtifactInterface, "scope" | "file">[],
): string | undefined {
  if (used?.startsWith(FILE)) {
    // Nothing loads the page of a file.
    if (dependencyType === "git_repository" && !LOADED.test(rawReference)) return undefined;
    const path = used.slice(FILE.length);
    return interfaces.find(
      ({ scope, file }) =>
        file === path && (IS_DOCUMENT.test(scope) || scope.startsWith(`${dependencyType}:`)),
    )?.scope;
  }
  const found = FINDERS[dependencyType]?.(
    rawReference,
    interfaces.filter(({ scope }) => scope.startsWith(`${dependencyType}:`)),
  );
  return found?.scope;
}

type Finder = (
  rawReference: string,
  interfaces: readonly Pick<ArtifactInterface, "scope" | "file">[],
) => Pick<ArtifactInterface, "scope"> | undefined;

/** `git+https://host/acme/charts@web?ref=v1`. */
const GIT_CHART = /^git(?:\+|::)[^?]*@(?<plugin>[^?@]*)/;
/** `https://host/group/project/-/raw/ref/file`. */
const RAW = /^https?:.*?\/raw\/[^/]+\/(?<file>[^?#]+)/i;
/** `group/project:file@ref`. */
const INCLUDED = /^[^:]+:\/*(?<file>[^@]+)/;
/** `host/group/project/name@version`. */
const COMPONENT = /\/(?<name>[^/@]+)(?:@[^@]*)?$/;

/** `git+https://host/acme/collections.git#/web/,v1`. */
const COLLECTION_FOLDER = /#\/?(?<folder>[^,]*?)\/?(?:,|$)/;

/** How a reference tells which artifact of the repository it uses. Other types name the artifact. */
const FINDERS: Partial<Record<ArtifactType, Finder>> = {
  terraform_module: (reference, interfaces) => {
    const folder = FOLDER.exec(reference)?.groups?.["folder"]?.replace(/^\.?\/+|(?<!\/)\/+$/g, "") ?? "";
    return interfaces.find(({ file }) => folderOf(file) === folder);
  },
  // Charts of a registry are named. Those of a Git repository are named by their folder.
  helm_chart: (reference, interfaces) => {
    const { folder, plugin = folder } = (GIT_CHART.exec(reference) ?? FOLDER.exec(reference))?.groups ?? {};
    const written = plugin?.replace(/^\.?\/+|(?<!\/)\/+$/g, "").replace(/^\.$/, "");
    return interfaces.find(({ file }) => folderOf(file) === written);
  },
  // The project may be a mirror with another path.
  gitlab_ci_file: (reference, interfaces) => {
    const written = (RAW.exec(reference) ?? INCLUDED.exec(reference))?.groups?.["file"];
    return interfaces.find(({ file }) => file === written);
  },
  gitlab_component: (reference, interfaces) => {
    const name = COMPONENT.exec(reference)?.groups?.["name"];
    return interfaces.find(({ scope }) => scope.endsWith(`/${name}`));
  },
  // A Galaxy name is a scope itself. A repository has one collection, unless a folder is named.
  ansible_collection: (reference, interfaces) => {
    if (!reference.includes("/")) return undefined;
    const folder = COLLECTION_FOLDER.exec(reference)?.groups?.["folder"];
    if (folder === undefined) return interfaces.length === 1 ? interfaces[0] : undefined;
    return interfaces.find(({ file }) => folderOf(file) === folder);
  },
  // A repository has at most one role.
  ansible_role: (_, interfaces) => interfaces[0],
  // A repository has one library, whose name is set in Jenkins.
  jenkins_library: (_, interfaces) => interfaces[0],
};

const folderOf = (file: string): string => file.slice(0, Math.max(0, file.lastIndexOf("/")));
