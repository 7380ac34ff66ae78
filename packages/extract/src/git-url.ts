/** A git repository named by a URL. */
export interface GitUrl {
  host: string;
  /** `org/repo`, any depth, as written, without `.git`. */
  path: string;
  /** Lowercase `host[:http-port]/path`, equal for every form of one repository's URL. */
  location: string;
}

const SCHEMES = new Set(["http", "https", "ssh", "git", "git+ssh", "git+https", "git+http", "ssh+git"]);
/** Defaults for both schemes: `http` and `https` URLs have the same location. */
const HTTP_DEFAULT_PORTS = new Set(["80", "443"]);
const AUTHORITY = /^(?<host>\[[\da-f:.]+\]|[^:[\]]+)(?::(?<port>[^:]*))?$/i;
const SCP_FORM = /^(?:(?<user>[\w.~+-]+)@)?(?<host>\[[\da-f:.]+\]|[\w.-]+):(?!\/\/|:)(?<path>.+)$/i;
const HOST = /^(?:[\da-z](?:[\da-z-]*[\da-z])?(?:\.[\da-z](?:[\da-z-]*[\da-z])?)*|\[[\da-f:.]+\])$/i;
/** Never part of a URL path: `${ORG}/repo`, `<org>/repo` and Windows paths name no repository. */
const NOT_IN_A_PATH = /[\s\\<>"{}|^`]/;

/** Aliases of public hosts: SSH over the HTTPS port, and `www`. */
const PUBLIC_HOST: ReadonlyMap<string, string> = new Map([
  ["ssh.github.com", "github.com"],
  ["www.github.com", "github.com"],
  ["altssh.gitlab.com", "gitlab.com"],
  ["altssh.bitbucket.org", "bitbucket.org"],
]);

/**
 * Parses HTTPS, SSH, git and scp-like (`git@host:org/repo.git`) URLs. Drops credentials, query, fragment, `.git`,
 * trailing slashes and SSH ports. Returns undefined for anything that names no repository, such as a local path.
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
  // npm accepts a mix of both forms: `ssh://git@host:org/repo`.
  return gitUrl(host, "", /^\d*$/.test(port) ? path : `${port}/${path}`);
}

function fromScpForm(text: string): GitUrl | undefined {
  const { user, host = "", path = "" } = SCP_FORM.exec(text)?.groups ?? {};
  return user !== undefined || isLikelyScpForm(host, path) ? gitUrl(host, "", path) : undefined;
}

/** Excludes other texts with a colon: `C:\src`, `npm:name`, `alpine:3.20`, `registry.acme.io:5000/base`. */
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
 * Azure DevOps URLs have the path `org/project/_git/repo`, or `org/_git/repo` if project and repository have the same
 * name. The returned path is empty if the URL names only an organization or a project.
 */
function azure(host: string, path: string): { host: string; path: string } {
  const parts = azurePath(host, path)?.split("/");
  if (!parts) return { host, path };
  const names = parts.filter((part) => part !== "" && part.toLowerCase() !== "_git");
  const [, repository] = names;
  if (names.length === 2 && parts.length === 3 && repository !== undefined) names.push(repository);
  return { host: "dev.azure.com", path: names.length < 3 ? "" : names.join("/") };
}

/** SSH paths start with `v3`. On the former domain, the organization is part of the host. */
function azurePath(host: string, path: string): string | undefined {
  if (host === "dev.azure.com") return path;
  if (host === "ssh.dev.azure.com" || host === "vs-ssh.visualstudio.com") return path.replace(/^v3\//i, "");
  const org = /^(?<org>[\da-z-]+)\.visualstudio\.com$/.exec(host)?.groups?.["org"];
  return org === undefined ? undefined : `${org}/${path.replace(/^DefaultCollection\//i, "")}`;
}

/** A download URL of a git host. */
export interface ArchiveUrl {
  repositoryUrl: string;
  ref: string;
}

const REF = String.raw`(?:refs\/(?:tags|heads)\/)?(?<ref>.+?)(?:\.tar\.gz|\.tgz|\.zip)?$`;
const GITHUB_SERVICE = new RegExp(
  String.raw`^(?:codeload\.github\.com|api\.github\.com\/repos)\/(?<path>[^/]+\/[^/]+)\/(?:(?:legacy\.)?tar\.gz|tarball|zip|zipball)\/${REF}`,
  "i",
);
const ARCHIVE = new RegExp(
  String.raw`^(?<host>[^/]+)\/(?<path>[^/]+\/[^/]+)\/(?:archive|tarball|zipball)\/${REF}`,
  "i",
);
const RELEASE = /^(?<host>[^/]+)\/(?<path>[^/]+\/[^/]+)\/releases\/download\/(?<ref>[^/]+)\/[^/]+$/i;

/** Returns undefined for URLs of other tarballs, which do not name a repository. */
export function findArchiveUrl(url: string): ArchiveUrl | undefined {
  const place = /^https?:\/\/(?:[^/@]*@)?(?<place>[^?#]*)/i.exec(url)?.groups?.["place"];
  if (place === undefined) return undefined;
  for (const form of [GITHUB_SERVICE, RELEASE, ARCHIVE]) {
    const { host = "github.com", path, ref } = form.exec(place)?.groups ?? {};
    if (path !== undefined && ref !== undefined) return { repositoryUrl: `https://${host}/${path}`, ref };
  }
  return findGitlabArchive(place);
}

/** `gitlab.acme.io/group/sub/base/-/archive/v1/base-v1.tar.gz` */
function findGitlabArchive(place: string): ArchiveUrl | undefined {
  const [repository = "", file] = place.split("/-/archive/", 2);
  const end = file?.lastIndexOf("/") ?? -1;
  return file === undefined || end < 1
    ? undefined
    : { repositoryUrl: `https://${repository}`, ref: file.slice(0, end) };
}
