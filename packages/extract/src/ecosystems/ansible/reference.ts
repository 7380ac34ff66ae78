import type { Declaration } from "../../ecosystem.ts";
import { parseGitUrl } from "../../git-url.ts";
import { artifactName, conventionName, gitName } from "../../name.ts";
import type { Use } from "./read.ts";

/** The artifact that a use requires. */
export interface Reference extends Pick<
  Declaration,
  "artifact" | "dependencyType" | "lookups" | "rawReference" | "versioning" | "unbound"
> {
  /** `org/repo` of a repository; null for a Galaxy name. */
  repository: string | null;
}

/** `namespace.name`, or `namespace.name.role` for a role of a collection. */
const GALAXY_NAME = /^(?<owner>[\w-]+)\.(?<name>[\w-]+)(?:\.(?<role>[\w-]+))?$/;
/** Bounded, to stay linear in texts with many `{{`. */
const PLACEHOLDER = /\{\{-?(?<name>[^{}]{1,200}?)-?\}\}/;
const TARBALL = /\.(?:tar\.gz|tgz)(?:[?#]|$)/i;
const URL = /^(?:git\+)?(?:https?|ssh|git):\/\/|^(?:git\+)?[\w.~+-]+@[^\s/:]+:/i;

/** Returns undefined for local paths, archives and bare names of local roles. */
export function findReference(use: Use): Reference | undefined {
  const isCollection = use.rule === "ansible.collection" || use.rule === "ansible.collection_dependency";
  const dependencyType = isCollection ? "ansible_collection" : "ansible_role";
  const unbound = PLACEHOLDER.exec(`${use.source} ${use.version ?? ""}`)?.groups?.["name"]?.trim() ?? null;
  const isTemplated = PLACEHOLDER.test(use.source);
  if (URL.test(use.source)) {
    const isGit = isGitSource(use, isCollection);
    const git = parseGitUrl(repositoryUrl(use.source));
    if (!isGit || (!git && !isTemplated)) return undefined;
    return {
      dependencyType,
      artifact: git?.location ?? use.source,
      rawReference: withVersion(use, ","),
      versioning: "git",
      lookups: git ? [gitName(git.location)] : [],
      unbound,
      repository: git?.path.toLowerCase() ?? null,
    };
  }
  return isTemplated ? undefined : galaxyReference(use, dependencyType, unbound);
}

/**
 * By default, a role's URL is a Git repository unless it names an archive; a collection's HTTP URL is an archive unless
 * it ends in `.git`.
 */
function isGitSource({ source, type }: Use, isCollection: boolean): boolean {
  if (type !== null) return type === "git";
  if (!isCollection) return !TARBALL.test(source);
  return !/^https?:/i.test(source) || /\.git(?:[#/]|$)/i.test(source);
}

/** Removes `git+` and `#/folder`, the collection's folder in the repository. */
const repositoryUrl = (source: string): string => source.replace(/^git\+/i, "").replace(/#.*$/s, "");

const withVersion = ({ source, version }: Use, separator: string): string =>
  version === null ? source : `${source}${separator}${version}`;

function galaxyReference(
  use: Use,
  dependencyType: "ansible_collection" | "ansible_role",
  unbound: string | null,
): Reference | undefined {
  const { owner, name, role } = GALAXY_NAME.exec(use.source)?.groups ?? {};
  if (owner === undefined || name === undefined) return undefined;
  if (use.rule.startsWith("ansible.collection") && role !== undefined) return undefined;
  const artifact = `${owner}.${name}`.toLowerCase();
  if (dependencyType === "ansible_collection" || role !== undefined) {
    return {
      dependencyType: "ansible_collection",
      artifact,
      rawReference: withVersion(use, ":"),
      versioning: "ansible",
      lookups: [artifactName("ansible_collection", artifact)],
      unbound,
      repository: null,
    };
  }
  return {
    dependencyType,
    artifact,
    rawReference: withVersion(use, ","),
    versioning: "git",
    lookups: [artifactName("ansible_role", artifact), conventionName("ansible_role", artifact)],
    unbound,
    repository: null,
  };
}
