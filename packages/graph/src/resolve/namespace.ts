import type { ArtifactType } from "@knockon/contract/vocabulary/artifact-type";
import type { Declaration } from "@knockon/extract/ecosystem";
import { containsOwner, type ProducerRepository } from "./producer-repository.ts";

/**
 * Namespaces decide whether a declaration without a producer names something of the workspace's organizations. There are
 * three kinds:
 *
 * - `acme`: a name that organizations have on shared services and in their domains. It is the namespace of
 *   `github.com/acme/base`, `ghcr.io/acme/base`, `@acme/ui`, `io.acme:kit`, `charts.acme.io/kit` and `acme-client`.
 * - `docker.io/acme`, `@acme`, `io.acme`: the same, for one service only. Learned from what repositories publish.
 * - `repository:base`: the name of a repository, for references whose registry is a variable (`${REGISTRY}/base`).
 */
export type Namespace = string;

/** The namespaces that a repository makes its workspace's own. */
export interface OwnNamespaces {
  /** Own because of this repository alone. */
  certain: Namespace[];
  /** Own if another repository publishes there, too: the artifact may be a copy of a public one. */
  published: Namespace[];
}

type Named = Pick<Declaration, "dependencyType" | "artifact" | "unbound"> &
  Partial<Pick<Declaration, "lookups">>;

/** Returns the namespaces of a declaration. It is the workspace's own if one of them is. */
export function namespacesOf({ dependencyType, artifact, unbound, lookups = [] }: Named): Namespace[] {
  const name = maskPlaceholders(artifact.toLowerCase());
  const { owner, place } = ownerOf(dependencyType, name);
  const mirrored = dependencyType === "container_image" ? mirroredOwner(name) : "";
  const repository = unbound !== null && name.startsWith(MASK) ? (name.split("/").at(-1) ?? "") : "";
  return [
    ...new Set([owner, ...place, mirrored, ...lookups.flatMap(gitOwner)].filter(isLiteral)),
    ...(isLiteral(repository) ? [repositoryNamespace(repository)] : []),
  ];
}

/** A package can come from a Git repository: `{kit, {git, "https://github.com/acme/kit"}}`. */
function gitOwner(lookup: string): string[] {
  if (!lookup.startsWith("git:")) return [];
  const { owner, place } = ownerOf("git_repository", lookup.slice("git:".length).toLowerCase());
  return [owner, ...place];
}

/** Returns the namespaces of a repository's path, host and artifacts. */
export function ownNamespacesOf(repository: ProducerRepository): OwnNamespaces {
  const [owner = "", ...rest] = repository.fullPath.toLowerCase().split("/");
  const hosts = [repository.host, ...repository.hostAliases].map(hostOwner);
  const certain = new Set([owner, ...hosts, repositoryNamespace(rest.at(-1) ?? owner)].filter(isLiteral));
  const published = new Set(
    repository.aliases.map((path) => path.toLowerCase().split("/")[0] ?? "").filter(isLiteral),
  );
  for (const { name, announces, assumed } of repository.artifacts) {
    if (assumed || (repository.isFork && !containsOwner(repository.fullPath, name))) continue;
    for (const announced of announces) {
      const found = publishedIn(announced);
      if (isLiteral(found.owner) && resembles(found.owner, owner)) certain.add(found.owner);
      for (const one of found.place.slice(0, 1)) if (isLiteral(one)) published.add(one);
    }
  }
  return { certain: [...certain], published: [...published.difference(certain)] };
}

/** Returns the namespaces that are a workspace's own, given those of its repositories. */
export function collectNamespaces(repositories: Iterable<OwnNamespaces>): Set<Namespace> {
  const own = new Set<Namespace>();
  const once = new Set<Namespace>();
  for (const { certain, published } of repositories) {
    for (const one of certain) own.add(one);
    for (const one of published) (once.has(one) ? own : once).add(one);
  }
  return own;
}

const repositoryNamespace = (name: string): Namespace => `repository:${name}`;

/** The owner that a name contains. */
interface Owner {
  /** Empty if there is none. */
  owner: string;
  /** The owner's place on its service, most specific first. */
  place: string[];
}

const NO_OWNER: Owner = { owner: "", place: [] };

function ownerOf(type: ArtifactType, name: string): Owner {
  if (type === "azure_pipelines_task") return NO_OWNER;
  if (type === "npm_package" && name.startsWith("@")) return scoped(name.slice(1));
  if (type === "maven_artifact") return ofMavenGroup(name.slice(0, Math.max(0, name.indexOf(":"))));
  return name.includes("/") ? ofLocation(name) : byPrefix(name);
}

/** Returns the owner in a name that a repository announces. Only names of shared registries teach something new. */
function publishedIn(announced: string): Owner {
  const [type = "", ...rest] = announced.split(":");
  const name = rest.join(":").toLowerCase();
  if (!TEACHING.has(type) || !/[/:@]/.test(name)) return NO_OWNER;
  return ownerOf(type as ArtifactType, name);
}

const TEACHING: ReadonlySet<string> = new Set<ArtifactType>([
  "container_image",
  "npm_package",
  "maven_artifact",
  "go_module",
  "terraform_module",
  "terraform_provider",
  "helm_chart",
]);

function scoped(name: string): Owner {
  const [scope = ""] = name.split("/");
  return SHARED_SCOPES.has(scope) ? NO_OWNER : { owner: scope, place: [`@${scope}`] };
}

/** Scopes and owners of packages that belong to many organizations. */
const SHARED_SCOPES = new Set(["types", "library", "example", "examples"]);

/** A package named after its owner: `acme-client`, `acme_kit`, `Acme.Client`. */
const byPrefix = (name: string): Owner => ({ owner: name.split(/[-_.]/, 1)[0] ?? "", place: [] });

/** First labels of Maven groups that are domains in reverse. */
const TOP_LEVEL = /^(?:[a-z]{2}|com|org|net|dev|app|edu|gov|info|tech|cloud|software)$/;
/** Groups of accounts on git hosts. */
const ACCOUNT_GROUP = /^(?:com|io|org)\.(?:github|gitlab|bitbucket)\.(?<owner>[^.]+)/;

function ofMavenGroup(group: string): Owner {
  const account = ACCOUNT_GROUP.exec(group)?.groups?.["owner"];
  const labels = group.split(".");
  const isDomain = labels.length > 1 && TOP_LEVEL.test(labels[0] ?? "");
  const owner =
    account ?? (isDomain ? domainOwner(labels.toReversed().join("."), labels) : (labels[0] ?? ""));
  const prefixes = labels.map((_, dropped) => labels.slice(0, labels.length - dropped).join("."));
  return owner === "" || SHARED_SCOPES.has(owner) ? NO_OWNER : { owner, place: prefixes.slice(0, -1) };
}

/** Second-level domains below a country. */
const SECOND_LEVEL = new Set(["ac", "co", "com", "edu", "gov", "net", "org"]);

/** Returns the registered label of a domain, given its labels from the top: `acme` for `git.acme.co.uk`. */
function domainOwner(domain: string, [top = "", second = "", third]: readonly string[]): string {
  if (/^example\.(?:com|net|org)$/.test(domain.split(".").slice(-2).join("."))) return "";
  return top.length === 2 && SECOND_LEVEL.has(second) ? (third ?? "") : second;
}

/** Hosts whose paths start with an owner. */
const SHARED_HOST =
  /^(?:github\.com|gitlab\.com|bitbucket\.org|codeberg\.org|gitea\.com|git\.sr\.ht|dev\.azure\.com|buf\.build|raw\.githubusercontent\.com|gopkg\.in|ghcr\.io|docker\.io|quay\.io|nvcr\.io|registry\.gitlab\.com|public\.ecr\.aws|(?:[\w-]+\.)?gcr\.io|[\w-]+\.pkg\.dev|registry\.terraform\.io|registry\.opentofu\.org|app\.terraform\.io|[\w.-]+\.scw\.cloud)$/;
/** Hosts whose first label is the owner. */
const ACCOUNT_HOST = /\.(?:github\.io|gitlab\.io|azurecr\.io|amazonaws\.com|jfrog\.io|visualstudio\.com)$/;
const ADDRESS = /^(?:localhost|\d+(?:\.\d+){3}|\[.*\])$/;

/** Returns the owner in `host/path`, or in `owner/path` on the workspace's own host. */
function ofLocation(location: string): Owner {
  const [first = "", second = ""] = location.replace(/^[a-z+]+:\/\/(?:[^/@]*@)?/, "").split("/");
  if (!isLiteral(first)) return NO_OWNER;
  if (!/[.:]/.test(first)) return { owner: first, place: [] };
  const host = first.replace(/:\d+$/, "");
  if (!SHARED_HOST.test(host)) return ofDomain(host);
  const owner = second.replace(/^~/, "");
  return SHARED_SCOPES.has(owner) ? NO_OWNER : { owner, place: isLiteral(owner) ? [`${host}/${owner}`] : [] };
}

function ofDomain(host: string): Owner {
  const owner = hostOwner(host);
  const at = host.lastIndexOf(`${owner}.`);
  return { owner, place: owner === "" || at === -1 ? [] : [host.slice(at)] };
}

/** Returns the owner of an image behind another registry or a variable: `mirror.initech.io/acme/base`, `${REGISTRY}/acme/base`. */
function mirroredOwner(image: string): string {
  const [host = "", owner = "", name] = image.split("/");
  return name === undefined || SHARED_HOST.test(host) || SHARED_SCOPES.has(owner) ? "" : owner;
}

/** Returns the owner of a host, or an empty string for an address and a shared host. */
function hostOwner(written: string): string {
  const host = written.replace(/:\d+$/, "");
  if (SHARED_HOST.test(host) || ADDRESS.test(host)) return "";
  const labels = host.split(".");
  return ACCOUNT_HOST.test(host) || labels.length === 1
    ? (labels[0] ?? "")
    : domainOwner(host, labels.toReversed());
}

/** Whether two names probably belong to one organization: `jenkins-infra` and `jenkinsciinfra`, `prometheus` and `prom`. */
function resembles(name: string, owner: string): boolean {
  const [a, b] = [name, owner].map((text) => text.replace(/[^a-z\d]/g, ""));
  if (a === undefined || b === undefined) return false;
  let shared = 0;
  while (shared < a.length && a[shared] === b[shared]) shared += 1;
  return shared >= Math.max(MIN_SHARED, Math.min(a.length, b.length) / 2);
}

const MIN_SHARED = 4;

const PLACEHOLDER =
  /\$?\{\{.*?\}\}|\$?\{[^{}]*\}|\$\([^()]*\)|<<.*?>>|\$\w+|%\w+%|%[sdvq](?!\w)|<[^<>]*>|\[\[.*?\]\]/g;
const MASK = "\0";
/** Replaces placeholders by a character that no name contains. */
const maskPlaceholders = (name: string): string => name.replace(PLACEHOLDER, MASK);
/** Whether a name is complete and can belong to an organization. */
const isLiteral = (name: string): boolean => /^[@\w][\w.~/:@-]*$/.test(name);
