import type { RepositoryIdentity } from "../../ecosystem.ts";
import { parseGitUrl } from "../../git-url.ts";
import { gitName, pathName } from "../../name.ts";

/** Where a submodule comes from. */
export interface Remote {
  artifact: string;
  lookups: string[];
  isSelf: boolean;
}

const RELATIVE = /^\.{1,2}(?:\/|$)/;

/** What the url of a submodule names; nothing can be looked up for a folder of some machine. */
export function remoteOf(url: string, repository: RepositoryIdentity): Remote {
  return RELATIVE.test(url) ? relativeRemote(url, repository) : absoluteRemote(url, repository);
}

/** A mirror of the repository on another host is the repository too. */
function absoluteRemote(url: string, { fullPath }: RepositoryIdentity): Remote {
  const git = parseGitUrl(url);
  if (!git) return { artifact: url, lookups: [], isSelf: false };
  const isSelf = git.path.toLowerCase() === fullPath.toLowerCase();
  return { artifact: git.location, lookups: [gitName(git.location)], isSelf };
}

/** Relative to where the repository itself was cloned from, hence on the same host. */
function relativeRemote(url: string, { fullPath, cloneUrl }: RepositoryIdentity): Remote {
  const own = fullPath.toLowerCase();
  const path = resolve(own, url);
  if (path === undefined || (path !== own && path.startsWith(`${own}/`))) {
    return { artifact: url, lookups: [], isSelf: false };
  }
  const clone = cloneUrl === null ? undefined : parseGitUrl(cloneUrl)?.location;
  const location = clone?.endsWith(`/${own}`) ? clone.slice(0, -own.length) + path : undefined;
  return {
    artifact: location ?? path,
    lookups: [...(location === undefined ? [] : [gitName(location)]), pathName(path)],
    isSelf: path === own,
  };
}

/** Undefined where it leads out of everything the host has. */
function resolve(base: string, url: string): string | undefined {
  const path = base.split("/");
  for (const step of url.toLowerCase().split("/")) {
    if (step === "." || step === "") continue;
    if (step !== "..") path.push(step);
    else if (path.pop() === undefined) return undefined;
  }
  const found = path.join("/").replace(/(?:\.git)+$/, "");
  return found.includes("/") ? found : undefined;
}
