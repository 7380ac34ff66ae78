import type { ProducedArtifact } from "@knockon/extract/ecosystem";
import { parseGitUrl } from "@knockon/extract/git-url";
import { gitName, pathName } from "@knockon/extract/name";

/** A repository of the workspace as others may ask for it. */
export interface ProducerRepository {
  id: string;
  /** `org/repo` within its host. */
  fullPath: string;
  cloneUrl: string | null;
  host: string;
  /** Other names of the same host: mirrors, ssh hosts. */
  hostAliases: readonly string[];
  /** Former full paths. They hold until another repository takes them. */
  aliases: readonly string[];
  archived: boolean;
  isFork: boolean;
  artifacts: readonly Pick<ProducedArtifact, "name" | "announces" | "assumed">[];
}

export function currentNames(repository: ProducerRepository): string[] {
  const names = pathNames(repository, repository.fullPath);
  const location = repository.cloneUrl === null ? undefined : parseGitUrl(repository.cloneUrl)?.location;
  return location === undefined ? names : [gitName(location), ...names];
}

export const formerNames = (repository: ProducerRepository): string[] =>
  repository.aliases.flatMap((path) => pathNames(repository, path));

const pathNames = ({ host, hostAliases }: ProducerRepository, path: string): string[] => [
  pathName(path),
  ...[host, ...hostAliases].map((name) => gitName(`${name}/${path}`)),
];
