import type { ProducedArtifact } from "@knockon/extract/ecosystem";
import { parseGitUrl } from "@knockon/extract/git-url";
import { gitName, pathName } from "@knockon/extract/name";

/** A repository of the workspace as a possible producer. */
export interface ProducerRepository {
  id: string;
  /** `org/repo` within its host. */
  fullPath: string;
  cloneUrl: string | null;
  host: string;
  /** Other names of the same host: mirrors, SSH hosts. */
  hostAliases: readonly string[];
  /** Former full paths. They remain valid until another repository takes them. */
  aliases: readonly string[];
  archived: boolean;
  isFork: boolean;
  artifacts: readonly Pick<ProducedArtifact, "name" | "announces" | "assumed">[];
}

/** One repository's claim to one name. */
export interface Claim {
  repository: ProducerRepository;
  /** The artifact that announces the name; null for the repository's own names and for assumed artifacts. */
  artifactName: string | null;
  /** Whether the name derives from a former path of the repository. */
  isFormer: boolean;
  /** Whether no file says that the repository publishes the artifact. */
  isAssumed: boolean;
}

/**
 * Returns the names a repository is found by, with at most one claim per name: the repository's own names take precedence
 * over those of its artifacts. Omits names that a fork merely inherits by convention, such as a Go module at the path of
 * the original.
 */
export function claimsOf(repository: ProducerRepository): Map<string, Claim> {
  const claims = new Map<string, Claim>();
  const claim = (name: string, more: Partial<Claim> = {}): void => {
    if (claims.has(name)) return;
    claims.set(name, { repository, artifactName: null, isFormer: false, isAssumed: false, ...more });
  };
  for (const name of currentNames(repository)) claim(name);
  for (const name of formerNames(repository)) claim(name, { isFormer: true });
  const declared = repository.artifacts.filter((artifact) => !artifact.assumed);
  for (const { name: artifactName, announces } of declared) {
    for (const name of announces) {
      if (name.startsWith("convention:") && isInherited(repository, name)) continue;
      claim(name, { artifactName });
    }
  }
  const assumed = repository.artifacts.filter((artifact) => artifact.assumed);
  for (const name of assumed.flatMap(({ announces }) => announces)) claim(name, { isAssumed: true });
  return claims;
}

function currentNames(repository: ProducerRepository): string[] {
  const names = pathNames(repository, repository.fullPath);
  const location = repository.cloneUrl === null ? undefined : parseGitUrl(repository.cloneUrl)?.location;
  return location === undefined ? names : [gitName(location), ...names];
}

const formerNames = (repository: ProducerRepository): string[] =>
  repository.aliases.flatMap((path) => pathNames(repository, path));

const pathNames = ({ host, hostAliases }: ProducerRepository, path: string): string[] => [
  pathName(path),
  ...[host, ...hostAliases].map((name) => gitName(`${name}/${path}`)),
];

/** Whether a fork probably took the name over from its original: the name does not contain the fork's owner. */
export const isInherited = ({ isFork, fullPath }: ProducerRepository, name: string): boolean =>
  isFork && !containsOwner(fullPath, name);

/** Whether the repository's owner is part of the name, as in `@acme/ui` and `io.acme:kit`. */
export function containsOwner(fullPath: string, name: string): boolean {
  const owner = fullPath.slice(0, Math.max(0, fullPath.indexOf("/"))).toLowerCase();
  return name
    .toLowerCase()
    .split(/[^\w-]+/)
    .slice(1)
    .includes(owner);
}

const MAJOR_VERSION = /\/v\d+$/;

/**
 * Returns how similar a name is to the path of a repository: 2 if it contains the whole path (`@acme/ui`, `acme/ui`), 1 if
 * the last segments are equal (`k8s.io/api`, `kubernetes/api`), else 0.
 */
export function nameAffinity(fullPath: string, name: string): 0 | 1 | 2 {
  const path = fullPath.toLowerCase();
  const segments = name
    .slice(name.lastIndexOf(":") + 1)
    .toLowerCase()
    .replace(MAJOR_VERSION, "")
    .replaceAll("@", "");
  if (`/${segments}/`.includes(`/${path}/`)) return 2;
  return segments.slice(segments.lastIndexOf("/") + 1) === path.slice(path.lastIndexOf("/") + 1) ? 1 : 0;
}
