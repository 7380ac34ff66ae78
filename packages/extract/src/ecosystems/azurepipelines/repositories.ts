import type { RepositoryIdentity } from "../../ecosystem.ts";
import { parseGitUrl } from "../../git-url.ts";
import { gitName, pathName } from "../../name.ts";
import type { AzureFacts, RepositoryResource } from "./read.ts";

/** Resolves the aliases that a file uses for repositories (`@alias`) and containers. */
export interface Aliases {
  findRepository(alias: string): RepositoryResource | undefined;
  isContainer(alias: string): boolean;
}

/** Looks up a file's own resources first, then those of the repository's other files if they all agree. */
export function aliasesOf(all: readonly AzureFacts[]): (own: AzureFacts) => Aliases {
  const shared = new Map<string, RepositoryResource | undefined>();
  for (const each of all.flatMap(({ repositories }) => repositories)) {
    shared.set(each.alias, shared.has(each.alias) ? merge(shared.get(each.alias), each) : each);
  }
  const containers = new Set(all.flatMap((facts) => facts.containers));
  return ({ repositories }) => {
    const own = new Map(repositories.map((each) => [each.alias, each]));
    return {
      findRepository: (alias) => own.get(alias) ?? shared.get(alias),
      isContainer: (alias) => containers.has(alias),
    };
  };
}

/** The same repository at different refs is kept without a ref. */
function merge(a: RepositoryResource | undefined, b: RepositoryResource): RepositoryResource | undefined {
  if (a?.name !== b.name || a.type !== b.type) return undefined;
  return { ...a, ref: a.ref === b.ref ? a.ref : null };
}

export interface RepositoryReference {
  /** `host/path`, or the path alone if the host is unknown. */
  artifact: string;
  lookups: string[];
}

const HOSTS: ReadonlyMap<string, string> = new Map([
  ["github", "github.com"],
  ["bitbucket", "bitbucket.org"],
]);
const AZURE = "dev.azure.com/";

/** The scanned repository, as other repositories reference it. */
export function ownReference({ fullPath, cloneUrl }: RepositoryIdentity): RepositoryReference {
  const location = parseGitUrl(cloneUrl ?? "")?.location;
  const lookups = [pathName(fullPath), ...(location === undefined ? [] : [gitName(location)])];
  return { artifact: location ?? fullPath.toLowerCase(), lookups };
}

/**
 * Resolves a repository resource: `owner/name` on the host of its type, or, for the type `git`, `project/name` or
 * `name` in the Azure DevOps organization of the scanned repository. Returns undefined for a malformed name.
 */
export function findRepositoryReference(
  { type, name }: Pick<RepositoryResource, "type" | "name">,
  repository: RepositoryIdentity,
): RepositoryReference | undefined {
  const parts = name
    .toLowerCase()
    .split("/")
    .map((part) => part.trim().replaceAll(" ", "%20"));
  if (parts.some((part) => part === "") || parts.length > 3) return undefined;
  if (type.toLowerCase() === "git") return azureReference(parts, repository);
  const path = parts.join("/");
  const host = HOSTS.get(type.toLowerCase());
  if (parts.length !== 2) return undefined;
  if (host === undefined) return { artifact: path, lookups: [pathName(path)] };
  return { artifact: `${host}/${path}`, lookups: [gitName(`${host}/${path}`), pathName(path)] };
}

const OTHER_HOST = /^(?:github\.com|gitlab\.com|bitbucket\.org)\//;

function azureReference(
  parts: readonly string[],
  { fullPath, cloneUrl }: RepositoryIdentity,
): RepositoryReference {
  const location = parseGitUrl(cloneUrl ?? "")?.location ?? "";
  if (location.startsWith(AZURE)) {
    const parents = location
      .slice(AZURE.length)
      .split("/")
      .slice(0, 3 - parts.length);
    const artifact = AZURE + [...parents, ...parts].join("/");
    return { artifact, lookups: [gitName(artifact)] };
  }
  const server = /^(?<root>.+?\/)(?<project>[^/]+)\/_git\/[^/]+$/.exec(location)?.groups;
  if (server) {
    const { root = "", project = "" } = server;
    const artifact = `${root}${parts.length === 1 ? project : parts.at(-2)}/_git/${parts.at(-1)}`;
    return { artifact, lookups: [gitName(artifact)] };
  }
  // A mirror on another host does not reveal the organization, so a bare name cannot be resolved.
  if (OTHER_HOST.test(location) && parts.length === 1) return { artifact: parts.join(""), lookups: [] };
  const own = fullPath.toLowerCase().split("/");
  const path = [...own.slice(0, Math.max(0, own.length - parts.length)), ...parts].join("/");
  return { artifact: path, lookups: [pathName(path)] };
}
