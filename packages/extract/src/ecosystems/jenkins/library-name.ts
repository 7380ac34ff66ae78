import type { RepositoryIdentity } from "../../ecosystem.ts";
import { conventionName } from "../../name.ts";

const PREFIX = /^jenkins-(?=.)/;

const normalize = (name: string): string => name.toLowerCase().replace(/[_.]/g, "-");

/**
 * Jenkins' own settings say where a library lives. By convention it is called as its repository, of the same
 * owner rather than of another.
 */
export function libraryLookups(name: string, { fullPath }: RepositoryIdentity): string[] {
  const library = normalize(name);
  return [`${ownerOf(fullPath)}${library}`, library].map((each) => conventionName("jenkins_library", each));
}

/** The names of a repository's library: `jenkins-shared` is called that, or `shared`. */
export function libraryNames({ fullPath }: RepositoryIdentity): string[] {
  const name = normalize(fullPath.slice(fullPath.lastIndexOf("/") + 1));
  const names = new Set([name, name.replace(PREFIX, "")]);
  return [...names].flatMap((each) =>
    [`${ownerOf(fullPath)}${each}`, each].map((whole) => conventionName("jenkins_library", whole)),
  );
}

/** With the slash; empty for a path of one part. */
const ownerOf = (fullPath: string): string => fullPath.slice(0, fullPath.lastIndexOf("/") + 1).toLowerCase();
