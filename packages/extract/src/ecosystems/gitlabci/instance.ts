import type { RepositoryIdentity } from "../../ecosystem.ts";
import { parseGitUrl } from "../../git-url.ts";
import type { Bindings } from "./variables.ts";

/** What GitLab knows of a repository and of itself. */
export interface Instance {
  /** `gitlab.acme.io`; undefined when nothing says where the repository lives, or when that is no GitLab. */
  host: string | undefined;
  /** Lower case, nested groups and all. */
  path: string;
  /** The predefined variables that follow from these. */
  predefined: Bindings;
  /** Those of them that hold in whichever project a file is included. */
  shared: Bindings;
}

/** A repository there with a pipeline is a mirror of one on a GitLab that nobody names. */
const OTHER_HOSTS = new Set(["github.com", "bitbucket.org", "dev.azure.com", "codeberg.org"]);

export function instanceOf({ fullPath, cloneUrl }: RepositoryIdentity): Instance {
  const git = parseGitUrl(cloneUrl ?? "");
  const host = git && !OTHER_HOSTS.has(git.host) ? git.location.slice(0, -git.path.length - 1) : undefined;
  const slash = fullPath.lastIndexOf("/");
  const shared = new Map([...PROXIED, ...(host === undefined ? [] : serverVariables(host))]);
  const project: [string, string][] = [
    ["CI_PROJECT_PATH", fullPath],
    ["CI_PROJECT_NAMESPACE", fullPath.slice(0, Math.max(0, slash))],
    ["CI_PROJECT_ROOT_NAMESPACE", fullPath.slice(0, Math.max(0, fullPath.indexOf("/")))],
    ["CI_PROJECT_NAME", fullPath.slice(slash + 1)],
  ];
  return { host, path: fullPath.toLowerCase(), predefined: new Map([...shared, ...project]), shared };
}

/** The dependency proxy hands out Docker Hub's images under another name. */
const PROXIED: readonly [string, string][] = [
  ["CI_DEPENDENCY_PROXY_GROUP_IMAGE_PREFIX", "docker.io"],
  ["CI_DEPENDENCY_PROXY_DIRECT_GROUP_IMAGE_PREFIX", "docker.io"],
];

/** Where another GitLab keeps its images is a setting. */
function serverVariables(host: string): [string, string][] {
  const registry: [string, string][] = host === "gitlab.com" ? [["CI_REGISTRY", "registry.gitlab.com"]] : [];
  return [
    ["CI_SERVER_FQDN", host],
    ["CI_SERVER_HOST", host.replace(/:\d+$/, "")],
    ["CI_SERVER_URL", `https://${host}`],
    ...registry,
  ];
}
