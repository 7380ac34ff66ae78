/** A git repository as a URL names it, whatever form the URL has. */
export interface GitUrl {
  host: string;
  /** `org/repo`, any depth, as written, without `.git`. */
  path: string;
  /** Equal for every form of one repository: lower-case `host[:http-port]/path`. */
  location: string;
}

const SCHEMES = new Set(["http", "https", "ssh", "git", "git+ssh", "git+https", "git+http", "ssh+git"]);
/** Either is default for either scheme, so that a location does not depend on which one a URL was written with. */
const HTTP_DEFAULT_PORTS = new Set(["80", "443"]);
const AUTHORITY = /^(?<host>\[[\da-f:.]+\]|[^:[\]]+)(?::(?<port>[^:]*))?$/i;
const SCP_FORM = /^(?:(?<user>[\w.~+-]+)@)?(?<host>\[[\da-f:.]+\]|[\w.-]+):(?!\/\/|:)(?<path>.+)$/i;
const HOST = /^(?:[\da-z](?:[\da-z-]*[\da-z])?(?:\.[\da-z](?:[\da-z-]*[\da-z])?)*|\[[\da-f:.]+\])$/i;
/** No URL path has these: `${ORG}/repo`, `<org>/repo` and Windows paths name no repository. */
const NOT_IN_A_PATH = /[\s\\<>"{}|^`]/;

/** Other names of public hosts: ssh on the https port, and the web's `www`. */
const PUBLIC_HOST: ReadonlyMap<string, string> = new Map([
  ["ssh.github.com", "github.com"],
  ["www.github.com", "github.com"],
  ["altssh.gitlab.com", "gitlab.com"],
  ["altssh.bitbucket.org", "bitbucket.org"],
]);

/**
 * Reads https, ssh, git and scp-like (`git@host:org/repo.git`) forms. Credentials, query, fragment, `.git` and
 * trailing slashes are dropped. An ssh port is how one reaches a host and is no part of its name; an http port is.
 * Undefined for anything that names no repository, local paths included.
 */
export function parseGitUrl(text: string): GitUrl | undefined {
  const url = text.trim();
  const scheme = /^(?<scheme>[a-z][a-z+]*):\/\//i.exec(url)?.groups?.["scheme"]?.toLowerCase();
  if (scheme === undefined) return fromScpForm(url);
  return SCHEMES.has(scheme) ? fromUrl(scheme.replace(/^git\+|\+git$/, ""), url) : undefined;
}

function fromUrl(scheme: string, url: string): GitUrl | undefined {
  const rest = url.slice(url.indexOf("://") + 3);
  const slash = rest.indexOf("/");
  if (slash === -1) return undefined;
  const authority = rest.slice(0, slash).split("@").at(-1) ?? "";
  const path = rest.slice(slash + 1);
  const { host = "", port = "" } = AUTHORITY.exec(authority)?.groups ?? {};
  if (scheme === "http" || scheme === "https") {
    return /^\d*$/.test(port) ? gitUrl(host, HTTP_DEFAULT_PORTS.has(port) ? "" : port, path) : undefined;
  }
  // `ssh://git@host:org/repo` mixes two forms, and npm accepts it.
  return gitUrl(host, "", /^\d*$/.test(port) ? path : `${port}/${path}`);
}

function fromScpForm(text: string): GitUrl | undefined {
  const { user, host = "", path = "" } = SCP_FORM.exec(text)?.groups ?? {};
  return user !== undefined || isLikelyScpForm(host, path) ? gitUrl(host, "", path) : undefined;
}

/** Without a user much else has a colon: `C:\src`, `npm:name`, `alpine:3.20`, `registry.acme.io:5000/base`. */
function isLikelyScpForm(host: string, path: string): boolean {
  return host.includes(".") && /\/|\.git$/i.test(path) && !/^\d+\//.test(path);
}

function gitUrl(writtenHost: string, port: string, writtenPath: string): GitUrl | undefined {
  const named = writtenHost.toLowerCase().replace(/\.$/, "");
  const { host, path } = azure(PUBLIC_HOST.get(named) ?? named, barePath(writtenPath));
  if (!HOST.test(host) || path === "" || NOT_IN_A_PATH.test(path)) return undefined;
  if (path.split("/").some((part) => part === "." || part === "..")) return undefined;
  return { host, path, location: `${host}${port && `:${port}`}/${path}`.toLowerCase() };
}

function barePath(written: string): string {
  const path = written
    .replace(/[?#].*$/s, "")
    .replace(/\/{2,}/g, "/")
    .replace(/^\//, "");
  let end = path.length;
  for (;;) {
    if (path[end - 1] === "/") end -= 1;
    else if (path.slice(Math.max(0, end - 4), end).toLowerCase() === ".git") end -= 4;
    else return path.slice(0, end);
  }
}

/**
 * Azure DevOps writes one repository as `org/project/_git/repo`, and without the project where the repository has
 * its name. The path is empty for what names an organization or a project only.
 */
function azure(host: string, path: string): { host: string; path: string } {
  const parts = azurePath(host, path)?.split("/");
  if (!parts) return { host, path };
  const names = parts.filter((part) => part !== "" && part.toLowerCase() !== "_git");
  const [, repository] = names;
  if (names.length === 2 && parts.length === 3 && repository !== undefined) names.push(repository);
  return { host: "dev.azure.com", path: names.length < 3 ? "" : names.join("/") };
}

/** Over ssh the path starts with `v3`; on the former domain the organization is part of the host. */
function azurePath(host: string, path: string): string | undefined {
  if (host === "dev.azure.com") return path;
  if (host === "ssh.dev.azure.com" || host === "vs-ssh.visualstudio.com") return path.replace(/^v3\//i, "");
  const org = /^(?<org>[\da-z-]+)\.visualstudio\.com$/.exec(host)?.groups?.["org"];
  return org === undefined ? undefined : `${org}/${path.replace(/^DefaultCollection\//i, "")}`;
}
