import type { Declaration } from "../../ecosystem.ts";
import { parseGitUrl } from "../../git-url.ts";
import { artifactName, conventionName, gitName } from "../../name.ts";
import type { Use } from "./read.ts";

/** What a use names. */
export interface Reference extends Pick<
  Declaration,
  "artifact" | "dependencyType" | "lookups" | "rawReference" | "versioning" | "unbound"
> {
  /** `org/repo` of a repository; null for a name of Galaxy. */
  repository: string | null;
}

/** `namespace.name`, and `namespace.name.role` for a role of a collection. */
const GALAXY_NAME = /^(?<owner>[\w-]+)\.(?<name>[\w-]+)(?:\.(?<role>[\w-]+))?$/;
/** Bounded, so that a text full of openings costs no more than its length. */
const PLACEHOLDER = /\{\{-?(?<name>[^{}]{1,200}?)-?\}\}/;
const TARBALL = /\.(?:tar\.gz|tgz)(?:[?#]|$)/i;
const URL = /^(?:git\+)?(?:https?|ssh|git):\/\/|^(?:git\+)?[\w.~+-]+@[^\s/:]+:/i;

/** Undefined for what lies on the machine, for tarballs, and for the bare names of local roles. */
export function findReference(use: Use): Reference | undefined {
  const isCollection = use.rule === "ansible.collection" || use.rule === "ansible.collection_dependency";
  const dependencyType = isCollection ? "ansible_collection" : "ansible_role";
  const unbound = PLACEHOLDER.exec(`${use.source} ${use.version ?? ""}`)?.groups?.["name"]?.trim() ?? null;
  const isHidden = PLACEHOLDER.test(use.source);
  if (URL.test(use.source)) {
    const isGit = isGitSource(use, isCollection);
    const git = parseGitUrl(withoutFolder(use.source));
    if (!isGit || (!git && !isHidden)) return undefined;
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
  return isHidden ? undefined : galaxyReference(use, dependencyType, unbound);
}

/** A role's URL is a repository's unless it is an archive's; a collection's is an archive's unless git is named. */
function isGitSource({ source, type }: Use, isCollection: boolean): boolean {
  if (type !== null) return type === "git";
  if (!isCollection) return !TARBALL.test(source);
  return !/^https?:/i.test(source) || /\.git(?:[#/]|$)/i.test(source);
}

/** `git+` says what it is, `#/folder` where in the repository the collection lies. */
const withoutFolder = (source: string): string => source.replace(/^git\+/i, "").replace(/#.*$/s, "");

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
