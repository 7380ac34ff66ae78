import { parseGitUrl } from "./git-url.ts";
import { artifactName, conventionName, gitName } from "./name.ts";
import { findRepository } from "./references/repository-url.ts";

/** A Helm chart named by a dependency, a release or a Kustomize generator. */
export interface ChartReference {
  /** Lowercase `host/path/name`, or only the name if its repository is unknown. */
  artifact: string;
  /** The `?ref=` of a git source. Other sources have a separate version. */
  ref: string | null;
  isGit: boolean;
  /** Whether the URL is on a git host, so that it names the producing repository. */
  isOnGitHost: boolean;
  lookups: string[];
}

const LOCAL = /^(?:file:|git(?:\+|::)file:|\.{0,2}\/|\.{1,2}$)/i;
/** Bounds the work of the patterns here. */
export const MAX_ADDRESS_LENGTH = 2000;
const GIT_PLUGIN = /^git(?:\+|::)(?<url>.+)$/i;

/** Registries where the first path segment is an owner, so that the name of a chart is ambiguous. */
const SHARED_HOST =
  /^(?:ghcr\.io|quay\.io|(?:[\w-]+\.)*docker\.io|registry\.gitlab\.com|public\.ecr\.aws|registry\.k8s\.io|.+\.git(?:hub|lab)\.io)$/;
/** Hosts that belong to one organization. */
const OWN_HOST =
  /\.(?:azurecr\.io|amazonaws\.com|pkg\.dev|gcr\.io|jfrog\.io|scw\.cloud|ocir\.io|internal|local|lan|corp|intranet)$|^[\w-]+$|:\d+$/;
/** Segments that never name an owner. */
const GENERIC = new Set(
  "api chart charts chartrepo docker harbor helm helm-charts index library oci packages projects registry repo repository stable www".split(
    " ",
  ),
);

/**
 * Returns the chart `name` of the repository at `url`: `https://charts.acme.io`, `oci://ghcr.io/acme/charts`,
 * `git+https://github.com/acme/charts@app?ref=v1`. Returns undefined for a chart in the same checkout.
 */
export function findChart(name: string, url: string): ChartReference | undefined {
  if (name.length + url.length > MAX_ADDRESS_LENGTH || LOCAL.test(url)) return undefined;
  const plugin = GIT_PLUGIN.exec(url)?.groups?.["url"];
  if (plugin !== undefined) return gitChart(name, plugin);
  const location = [locationOf(url), name]
    .filter((part) => part !== "")
    .join("/")
    .toLowerCase();
  const served = findRepository(url)?.location;
  return {
    artifact: location,
    ref: null,
    isGit: false,
    isOnGitHost: served !== undefined,
    lookups: served === undefined ? chartLookups(location, url) : servedLookups(location, served),
  };
}

/** Returns a chart whose repository is known only by a local alias: `@acme`, `acme/app`. */
export function findAliasedChart(name: string, alias: string): ChartReference {
  const chart = name.toLowerCase();
  const lookups = alias === "" ? [] : [ownedName(alias.toLowerCase(), chart)];
  return { artifact: chart, ref: null, isGit: false, isOnGitHost: false, lookups };
}

/** Drops scheme, credentials, query and trailing slashes. */
const locationOf = (url: string): string =>
  url
    .replace(/[?#].*$/s, "")
    .replace(/^[\w+]+:\/\//, "")
    .replace(/^[^/@]*@/, "")
    .replace(/(?<!\/)\/+$/, "");

/** An `@` in the path separates the repository from a folder or file in it. */
function gitChart(name: string, url: string): ChartReference {
  const [, base = "", query = ""] = /^((?:\w+:\/\/)?(?:[^/@?]*@)?[^@?]*)(?:@[^?]*)?(\?.*)?$/s.exec(url) ?? [];
  const repository = findRepository(base, true);
  const ref = /[?&]ref=(?<ref>[^&]+)/.exec(query)?.groups?.["ref"] ?? null;
  return {
    artifact: repository?.location ?? (locationOf(url) || name),
    ref,
    isGit: true,
    isOnGitHost: true,
    lookups: repository ? [gitName(repository.location)] : [],
  };
}

/** Lookups of a chart stored as a file of a git repository. */
const servedLookups = (location: string, repository: string): string[] => [
  artifactName("helm_chart", location),
  gitName(repository),
  ownedName(repository.split("/")[1] ?? "", location.slice(location.lastIndexOf("/") + 1)),
];

/**
 * Returns the lookups for the chart at a location, best first: the publisher, the git repository that serves it, then a
 * repository of an owner mentioned in the location with a chart of that name. Only charts on an organization's own host
 * are looked up by name alone, because wrappers of public charts often have the same name.
 */
function chartLookups(location: string, url: string): string[] {
  const [host = "", ...path] = location.split("/");
  const name = path.at(-1) ?? "";
  const owners = [...path.slice(0, -1), ...host.replace(/:\d+$/, "").split(".").slice(0, -1)];
  const hints = SHARED_HOST.test(host) ? owners.slice(0, path.length - 1) : owners;
  const isOwn = OWN_HOST.test(host) || /^(?:s3|gs|azblob|cm):/i.test(url);
  return [
    artifactName("helm_chart", location),
    ...servingRepositories(host, path).map(gitName),
    // A project's page names one repository. An owner's page may serve charts of all its repositories.
    ...[...(path.length === 1 ? pagesOwner(host) : []), ...hints]
      .filter((hint) => !GENERIC.has(hint))
      .map((hint) => ownedName(hint, name)),
    ...(isOwn ? [conventionName("helm_chart", name)] : []),
  ].filter((lookup, index, all) => all.indexOf(lookup) === index);
}

const PAGES = /^(?<owner>[\w-]+)\.(?<service>github|gitlab)\.io$/;
const GITLAB_PACKAGES = /^(?<host>[^/]+)\/api\/v4\/projects\/(?<project>[^/]*%2f[^/]*)\/packages\/helm\//;

const pagesOwner = (host: string): string[] => PAGES.exec(host)?.groups?.["owner"]?.split(" ") ?? [];

/** Returns the git repositories whose pages or package registry contain a location. */
function servingRepositories(host: string, path: readonly string[]): string[] {
  const { owner, service } = PAGES.exec(host)?.groups ?? {};
  if (owner !== undefined) {
    const projects = path.length > 1 ? [`${service}.com/${owner}/${path[0]}`] : [];
    return [...projects, `${service}.com/${owner}/${host}`];
  }
  const packages = GITLAB_PACKAGES.exec([host, ...path].join("/"))?.groups;
  const project = packages?.["project"]?.replaceAll("%2f", "/");
  const repository = packages && parseGitUrl(`https://${packages["host"]}/${project}`);
  return repository ? [repository.location] : [];
}

const ownedName = (owner: string, name: string): string => conventionName("helm_chart", `${owner}/${name}`);

/** Returns the lookups for a chart of an organization that data names without its location. */
export const namedChartLookups = (owner: string, name: string): string[] => {
  const path = `${owner}/${name}`.toLowerCase();
  return [`chart_name:${path}`, repositoryChartName(path)];
};

/** Announced by a repository with one chart, whose releases are often named like the repository. */
export const repositoryChartName = (fullPath: string): string => `chart_repository:${fullPath.toLowerCase()}`;

/** Returns the names to announce for a chart: on GitHub or GitLab Pages, with the owner, and alone. */
export function chartNames(name: string, fullPath: string, cloneUrl: string | null): string[] {
  const chart = name.toLowerCase();
  const [owner = "", ...rest] = fullPath.toLowerCase().split("/");
  const host = parseGitUrl(cloneUrl ?? "")?.host;
  const service = host === "github.com" ? "github.io" : host === "gitlab.com" ? "gitlab.io" : undefined;
  const site = `${owner}.${service}`;
  const project = rest.join("/");
  const pages = project === site ? site : `${site}/${project}`;
  return [
    ...(service === undefined ? [] : [artifactName("helm_chart", `${pages}/${chart}`)]),
    ownedName(owner, chart),
    conventionName("helm_chart", chart),
    `chart_name:${owner}/${chart}`,
  ];
}
