import type { RepositoryIdentity } from "../../ecosystem.ts";
import { parseGitUrl } from "../../git-url.ts";
import { gitName, pathName } from "../../name.ts";
import type { RepositoryResource } from "./read.ts";

/** Where a repository lives: its name among artifacts, and what finds it. */
export interface Place {
  /** `host/path`, or the path alone where nothing tells the host. */
  artifact: string;
  lookups: string[];
}

const HOSTS: ReadonlyMap<string, string> = new Map([
  ["github", "github.com"],
  ["bitbucket", "bitbucket.org"],
]);
const AZURE = "dev.azure.com/";

/** What a repository calls itself when others ask for its templates. */
export function ownPlace({ fullPath, cloneUrl }: RepositoryIdentity): Place {
  const location = parseGitUrl(cloneUrl ?? "")?.location;
  const lookups = [pathName(fullPath), ...(location === undefined ? [] : [gitName(location)])];
  return { artifact: location ?? fullPath.toLowerCase(), lookups };
}

/**
 * The repository that a resource names: by `owner/name` on its host, or (type `git`) by `project/name` or `name` among
 * the Azure Repos that the pipeline's own repository lives in. Undefined for what names none.
 */
export function findPlace(
  { type, name }: Pick<RepositoryResource, "type" | "name">,
  repository: RepositoryIdentity,
): Place | undefined {
  const parts = name
    .toLowerCase()
    .split("/")
    .map((part) => part.trim().replaceAll(" ", "%20"));
  if (parts.some((part) => part === "") || parts.length > 3) return undefined;
  if (type.toLowerCase() === "git") return azurePlace(parts, repository);
  const path = parts.join("/");
  const host = HOSTS.get(type.toLowerCase());
  if (parts.length !== 2) return undefined;
  if (host === undefined) return { artifact: path, lookups: [pathName(path)] };
  return { artifact: `${host}/${path}`, lookups: [gitName(`${host}/${path}`), pathName(path)] };
}

const ELSEWHERE = /^(?:github\.com|gitlab\.com|bitbucket\.org)\//;

/** On another host than Azure's, a mirror has lost the organization, but perhaps not the project. */
function azurePlace(parts: readonly string[], { fullPath, cloneUrl }: RepositoryIdentity): Place {
  const location = parseGitUrl(cloneUrl ?? "")?.location ?? "";
  if (location.startsWith(AZURE)) {
    const around = location
      .slice(AZURE.length)
      .split("/")
      .slice(0, 3 - parts.length);
    const whole = AZURE + [...around, ...parts].join("/");
    return { artifact: whole, lookups: [gitName(whole)] };
  }
  const server = /^(?<root>.+?\/)(?<project>[^/]+)\/_git\/[^/]+$/.exec(location)?.groups;
  if (server) {
    const { root = "", project = "" } = server;
    const whole = `${root}${parts.length === 1 ? project : parts.at(-2)}/_git/${parts.at(-1)}`;
    return { artifact: whole, lookups: [gitName(whole)] };
  }
  if (ELSEWHERE.test(location) && parts.length === 1) return { artifact: parts.join(""), lookups: [] };
  const own = fullPath.toLowerCase().split("/");
  const path = [...own.slice(0, Math.max(0, own.length - parts.length)), ...parts].join("/");
  return { artifact: path, lookups: [pathName(path)] };
}
