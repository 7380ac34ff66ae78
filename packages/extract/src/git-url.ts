/** A git repository as a URL names it, whatever form the URL has. */
export interface GitUrl {
  host: string;
  /** `org/repo`, any depth, as written, without `.git`. */
  path: string;
  /** Equal for every form of one repository: lower-case `host[:http-port]/path`. */
  location: string;
}

const SCHEMES = new Set(["http", "https", "ssh", "git", "git+ssh", "git+https", "git+http", "ssh+git"]);
const HTTP_DEFAULT_PORT: Record<string, string> = { http: "80", https: "443" };
const SCP_FORM = /^(?:[\w.~+-]+@)?(?<host>\[[\da-f:]+\]|[\w.-]+):(?!\/\/)(?<path>.+)$/i;
const HOST = /^(?:[\da-z](?:[\da-z-]*[\da-z])?(?:\.[\da-z](?:[\da-z-]*[\da-z])?)*|\[[\da-f:]+\])$/i;

/**
 * Reads https, ssh, git and scp-like (`git@host:org/repo.git`) forms. Credentials, query, fragment, `.git` and
 * trailing slashes are dropped. An ssh port is how one reaches a host and is no part of its name; an http port is.
 * Undefined for anything that names no repository, local paths included.
 */
export function parseGitUrl(text: string): GitUrl | undefined {
  const url = text.trim();
  const scheme = /^(?<scheme>[a-z][a-z+]*):\/\//i.exec(url)?.groups?.["scheme"]?.toLowerCase();
  if (scheme !== undefined)
    return SCHEMES.has(scheme) ? fromUrl(scheme.replace(/^git\+|\+git$/, ""), url) : undefined;
  const scp = SCP_FORM.exec(url)?.groups;
  return scp ? gitUrl(scp["host"] ?? "", "", scp["path"] ?? "") : undefined;
}

function fromUrl(scheme: string, url: string): GitUrl | undefined {
  const rest = url.slice(url.indexOf("://") + 3);
  const slash = rest.indexOf("/");
  if (slash === -1) return undefined;
  const authority = rest.slice(0, slash).split("@").at(-1) ?? "";
  const [, host = "", port = ""] = /^(.*?)(?::(\d*))?$/.exec(authority) ?? [];
  const isHttp = scheme === "http" || scheme === "https";
  return gitUrl(host, isHttp && port !== HTTP_DEFAULT_PORT[scheme] ? port : "", rest.slice(slash + 1));
}

function gitUrl(writtenHost: string, port: string, writtenPath: string): GitUrl | undefined {
  if (!HOST.test(writtenHost)) return undefined;
  const bare = writtenPath
    .replace(/[?#].*$/s, "")
    .replace(/\/{2,}/g, "/")
    .replace(/^\/+|\/+$/g, "")
    .replace(/\.git$/i, "")
    .replace(/\/+$/, "");
  if (bare === "" || /\s/.test(bare) || bare.split("/").some((part) => part === "." || part === ".."))
    return undefined;
  const { host, path } = azure(writtenHost.toLowerCase(), bare);
  return { host, path, location: `${host}${port && `:${port}`}/${path}`.toLowerCase() };
}

/** Azure DevOps spells one repository differently over ssh (`v3/org/project/repo`) and https (`org/project/_git/repo`). */
function azure(host: string, path: string): { host: string; path: string } {
  if (host === "ssh.dev.azure.com") return { host: "dev.azure.com", path: path.replace(/^v3\//, "") };
  if (host === "dev.azure.com") return { host, path: path.replace("/_git/", "/") };
  return { host, path };
}
