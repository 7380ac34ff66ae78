import { posix } from "node:path";
import type { VersioningScheme } from "../../ecosystem.ts";
import { parseGitUrl } from "../../git-url.ts";
import { artifactName, conventionName, gitName } from "../../name.ts";

/** The registry of sources without a host. */
export const PUBLIC_REGISTRY = "registry.terraform.io";

/** The tool whose rules a file follows. Terragrunt parses sources differently and has no registry shorthand. */
export type Dialect = "terraform" | "terragrunt";

/** The origin of a module, without the folder inside it. */
export interface ModuleSource {
  artifact: string;
  /** The version in the source (`?ref=`), else null. */
  constraint: string | null;
  versioning: VersioningScheme;
  lookups: string[];
  /** The folder inside a Git repository that is named, else null. */
  folder: string | null;
  /** Whether this is a registry module, whose version is in a separate argument. */
  fromRegistry: boolean;
}

interface Address {
  /** The forced getter, such as `git` in `git::…`, else `""`. */
  getter: string;
  /** Without getter, subdirectory and query. */
  location: string;
  /** The subdirectory, without getter and query, else `""`. */
  folder: string;
  query: Map<string, string>;
}

const LOCAL = /^(?:\.{1,2}(?:[/\\]|$)|[/\\]|[a-z]:[/\\]|file:)/i;
const REGISTRY =
  /^(?:(?<host>[\da-z-]+(?:\.[\da-z-]+)+(?::\d+)?|localhost(?::\d+)?)\/)?(?<namespace>[\da-z][\w-]*)\/(?<name>[\da-z][\w-]*)\/(?<provider>[\da-z]+)$/i;
const GIT_SCHEME = /^(?:ssh|git|git\+ssh|git\+https?|ssh\+git):\/\//i;
const SCP_FORM = /^[\w.~+-]+@[\w.-]+:/;
/** Hosts that are recognized without `git::`. */
const SHORTHAND = /^(?:github\.com|bitbucket\.org)\/[^/]+\/[^/]+/i;
const TERRAGRUNT_SHORTHAND = /^(?:github\.com|bitbucket\.org|gitlab\.com)\/[^/]+\/[^/]+/i;
/** URLs of archives of a ref, and of release assets. */
const GIT_ARCHIVES = [
  /^(?<repository>https?:\/\/[^/]+\/[^/]+\/[^/]+)\/archive\/(?:refs\/(?:tags|heads)\/)?(?<ref>.+)\.(?:zip|tar\.gz|tgz)$/i,
  /^(?<repository>https?:\/\/[^/]+\/[^/]+\/[^/]+)\/releases\/download\/(?<ref>[^/]+)\//i,
  /^(?<repository>https?:\/\/[^/]+\/.+?)\/-\/archive\/(?<ref>[^/]+)\//i,
];

/** A host with a dot, or a placeholder of `bind.ts`, which may stand for anything. */
const REMOTE_START = /^(?:[\w-]+\.[\w.-]+\/|[^/]*[\uE000-\uF8FF])/u;

/** Undefined for local modules. See https://developer.hashicorp.com/terraform/language/modules/sources */
export function parseModuleSource(source: string, dialect: Dialect): ModuleSource | undefined {
  const address = parseAddress(source);
  if (LOCAL.test(address.location)) return undefined;
  if (dialect === "terragrunt" && /^tfr:\/\//i.test(source)) return terragruntRegistrySource(address);
  return (
    gitSource(address, dialect) ??
    (dialect === "terraform" ? registrySource(address, source) : undefined) ??
    gitArchiveSource(address) ??
    otherSource(address)
  );
}

function parseAddress(source: string): Address {
  const [, getter = "", rest = ""] = /^(?:(\w+)::)?(.*)$/s.exec(source.trim()) ?? [];
  const [beforeQuery = "", query = ""] = splitAt(rest, rest.indexOf("?"));
  const scheme = beforeQuery.indexOf("://");
  const start = beforeQuery.indexOf("//", scheme === -1 ? 0 : scheme + 4);
  const [location = "", folder = ""] = splitAt(beforeQuery, start);
  return { getter: getter.toLowerCase(), location, folder, query: parseQuery(query) };
}

const splitAt = (text: string, index: number): string[] =>
  index === -1 ? [text] : [text.slice(0, index), text.slice(index + 1)];

/** Does not decode the values: versions are kept as written. */
function parseQuery(query: string): Map<string, string> {
  return new Map(
    query
      .split("&")
      .map((pair) => splitAt(pair, pair.indexOf("=")))
      .map(([k = "", v = ""]) => [k, v]),
  );
}

function registrySource({ getter, location }: Address, source: string): ModuleSource | undefined {
  const parts = getter === "" && !source.includes("?") ? REGISTRY.exec(location)?.groups : undefined;
  if (!parts) return undefined;
  const { host = PUBLIC_REGISTRY, namespace, name, provider } = parts;
  const canonical = `${host}/${namespace}/${name}/${provider}`.toLowerCase();
  return {
    artifact: canonical,
    constraint: null,
    versioning: "terraform",
    lookups: [
      artifactName("terraform_module", canonical),
      conventionName("terraform_module", `${namespace}/terraform-${provider}-${name}`.toLowerCase()),
    ],
    folder: null,
    fromRegistry: true,
  };
}

/** `tfr://host/namespace/name/provider?version=1.2.3`. `tfr:///…` is the public registry. */
function terragruntRegistrySource(address: Address): ModuleSource | undefined {
  const location = address.location.replace(/^tfr:\/\/\/?/i, "");
  const source = registrySource({ ...address, location }, location);
  return source ? { ...source, constraint: address.query.get("version") || null } : otherSource(address);
}

function gitSource({ getter, location, folder, query }: Address, dialect: Dialect): ModuleSource | undefined {
  const git = parseGitUrl(gitUrl(getter, location, dialect) ?? "");
  return (
    git && {
      ...moduleInRepository(git.location),
      folder: folderInside(folder),
      constraint: query.get("ref") || null,
    }
  );
}

/** Returns null for the root folder, and for a folder outside of the repository. */
function folderInside(folder: string): string | null {
  const path = posix.normalize(folder.replace(/^\/+/, "")).replace(/\/$/, "");
  return path === "." || path === ".." || path.startsWith("../") ? null : path;
}

/** Returns the URL of a source that is fetched with git. */
function gitUrl(getter: string, location: string, dialect: Dialect): string | undefined {
  const shorthand = (dialect === "terragrunt" ? TERRAGRUNT_SHORTHAND : SHORTHAND).exec(location)?.[0];
  if (getter !== "" && getter !== "git") return undefined;
  if (shorthand !== undefined) return `https://${shorthand}`;
  if (getter === "git")
    return /^[\da-z-]+(?:\.[\da-z-]+)+\//i.test(location) ? `https://${location}` : location;
  const isGit = GIT_SCHEME.test(location) || SCP_FORM.test(location) || /^https?:.*\.git$/i.test(location);
  return isGit ? location : undefined;
}

function gitArchiveSource({ getter, location }: Address): ModuleSource | undefined {
  if (getter !== "" && !getter.startsWith("http")) return undefined;
  for (const pattern of GIT_ARCHIVES) {
    const { repository = "", ref = null } = pattern.exec(location)?.groups ?? {};
    const git = parseGitUrl(repository);
    if (git) return { ...moduleInRepository(git.location), constraint: ref };
  }
  return undefined;
}

const moduleInRepository = (location: string): Omit<ModuleSource, "constraint"> => ({
  artifact: location,
  versioning: "git",
  lookups: [gitName(location)],
  folder: null,
  fromRegistry: false,
});

/**
 * Buckets, archives on other servers, Mercurial, and sources that start with an unbound variable. A plain name is a local
 * folder: Terraform before 0.12 and Terragrunt do not require `./`.
 */
function otherSource({ getter, location, query }: Address): ModuleSource | undefined {
  const isRemote = getter !== "" || location.includes("://") || REMOTE_START.test(location);
  if (!isRemote) return undefined;
  return {
    artifact: location.replace(/^(\w+:\/\/)[^/@]*@/, "$1"),
    constraint: query.get("ref") || query.get("rev") || null,
    versioning: "git",
    lookups: [],
    folder: null,
    fromRegistry: false,
  };
}

export interface ProviderSource {
  artifact: string;
  lookups: string[];
}

/** Parses `name`, `namespace/name` or `host/namespace/name`. Undefined for providers built into Terraform. */
export function parseProviderSource(source: string): ProviderSource | undefined {
  const [name = "", namespace = "hashicorp", host = PUBLIC_REGISTRY] = source
    .toLowerCase()
    .split("/")
    .toReversed();
  if (host === "terraform.io") return undefined;
  const canonical = `${host}/${namespace}/${name}`;
  return {
    artifact: canonical,
    lookups: [
      artifactName("terraform_provider", canonical),
      conventionName("terraform_provider", `${namespace}/terraform-provider-${name}`),
    ],
  };
}
