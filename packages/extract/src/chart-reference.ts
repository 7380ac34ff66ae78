import { parseGitUrl } from "./git-url.ts";
import { artifactName, conventionName, gitName } from "./name.ts";
import { findRepository } from "./references/repository-url.ts";

/** A Helm chart as a dependency, a release or a Kustomize generator names it. */
export interface ChartReference {
  /** `host/path/name` in lower case; the bare name where nothing says from where. */
  artifact: string;
  /** What the source itself states (`?ref=` of a git repository); its version stands beside it otherwise. */
  ref: string | null;
  isGit: boolean;
  /** The URL leads to a git host whatever the chart is called, so that it is what names the producer. */
  isOnGitHost: boolean;
  lookups: string[];
}

const LOCAL = /^(?:file:|git(?:\+|::)file:|\.{0,2}\/|\.{1,2}$)/i;
/** Longer texts are no addresses; bounds the work of the patterns here. */
export const MAX_ADDRESS_LENGTH = 2000;
const GIT_PLUGIN = /^git(?:\+|::)(?<url>.+)$/i;

/** Registries where the first segment of a path is an owner, so that a chart's name alone says nothing. */
const SHARED_HOST =
  /^(?:ghcr\.io|quay\.io|(?:[\w-]+\.)*docker\.io|registry\.gitlab\.com|public\.ecr\.aws|registry\.k8s\.io|.+\.git(?:hub|lab)\.io)$/;
/** Hosts that are somebody's own by their form. */
const OWN_HOST =
  /\.(?:azurecr\.io|amazonaws\.com|pkg\.dev|gcr\.io|jfrog\.io|scw\.cloud|ocir\.io|internal|local|lan|corp|intranet)$|^[\w-]+$|:\d+$/;
/** Parts of a location that name no owner. */
const GENERIC = new Set(
  "api chart charts chartrepo docker harbor helm helm-charts index library oci packages projects registry repo repository stable www".split(
    " ",
  ),
);

/**
 * The chart `name` of the repository at `url`: `https://charts.acme.io`, `oci://ghcr.io/acme/charts`,
 * `git+https://github.com/acme/charts@app?ref=v1`. Undefined for what lies in this checkout.
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

/** A chart of which only the name that some machine gives its repository is known: `@acme`, `acme/app`. */
export function findAliasedChart(name: string, alias: string): ChartReference {
  const chart = name.toLowerCase();
  const lookups = alias === "" ? [] : [ownedName(alias.toLowerCase(), chart)];
  return { artifact: chart, ref: null, isGit: false, isOnGitHost: false, lookups };
}

/** Without scheme, credentials, query and slashes at the end. */
const locationOf = (url: string): string =>
  url
    .replace(/[?#].*$/s, "")
    .replace(/^[\w+]+:\/\//, "")
    .replace(/^[^/@]*@/, "")
    .replace(/(?<!\/)\/+$/, "");

/** What follows an `@` in the path is a folder or a file of the repository. */
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

/** Of a chart among the files of a git repository. */
const servedLookups = (location: string, repository: string): string[] => [
  artifactName("helm_chart", location),
  gitName(repository),
  ownedName(repository.split("/")[1] ?? "", location.slice(location.lastIndexOf("/") + 1)),
];

/**
 * Where the producer of the chart at a location may be found, best first: who publishes there, the git repository
 * that serves it, then a repository whose owner the location mentions and that has a chart of that name. By the name
 * alone only on hosts of one's own: wrappers of public charts like to have the same name.
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
    // A project's page names the very repository; an owner's may show charts of all of them.
    ...[...(path.length === 1 ? pagesOwner(host) : []), ...hints]
      .filter((hint) => !GENERIC.has(hint))
      .map((hint) => ownedName(hint, name)),
    ...(isOwn ? [conventionName("helm_chart", name)] : []),
  ].filter((lookup, index, all) => all.indexOf(lookup) === index);
}

const PAGES = /^(?<owner>[\w-]+)\.(?<service>github|gitlab)\.io$/;
const GITLAB_PACKAGES = /^(?<host>[^/]+)\/api\/v4\/projects\/(?<project>[^/]*%2f[^/]*)\/packages\/helm\//;

const pagesOwner = (host: string): string[] => PAGES.exec(host)?.groups?.["owner"]?.split(" ") ?? [];

/** The git repositories whose pages or packages a location is part of. */
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

/**
 * The names under which others ask for the chart of a repository: its pages on github.com or gitlab.com, the owner
 * and the name, the name.
 */
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
  ];
}
