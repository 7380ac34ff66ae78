import { artifactName, conventionName, gitName } from "./name.ts";

/** A container image as `FROM`, `image:` or `docker pull` names it. */
export interface ImageReference {
  /** `host[:port]/path`, lower case, Docker Hub's short forms spelled out: `docker.io/library/alpine`. */
  name: string;
  tag: string | null;
  digest: string | null;
  /** `1.2`, `sha256:…` or `1.2@sha256:…`, as written; null when the reference has neither. */
  versionConstraint: string | null;
}

const DOCKER_HUB = "docker.io";
/** Every image there lies below the path of the project that it belongs to. */
const GITLAB_REGISTRY = "registry.gitlab.com";
const DOCKER_HUB_ALIASES = new Set(["index.docker.io", "registry-1.docker.io", "registry.hub.docker.com"]);

/** Longer texts are no image references; bounds the work of the patterns below. */
const MAX_LENGTH = 1024;
const HOST = /^(?:[\da-z](?:[\da-z-]*[\da-z])?(?:\.[\da-z](?:[\da-z-]*[\da-z])?)*|\[[\da-f:]+\])(?::\d+)?$/;
const PATH_SEGMENT = /^[\da-z]+(?:(?:\.|__?|-+)[\da-z]+)*$/;
const TAG = /^\w[\w.-]{0,127}$/;
const DIGEST = /^[a-z][\w+.-]*:[\da-z]+$/i;

/** Undefined for what names no image: `scratch`, an unbound variable, anything malformed. */
export function parseImageReference(text: string): ImageReference | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const { repository, tag, digest, versionConstraint } = splitImageReference(text);
  if (tag !== null && !TAG.test(tag)) return undefined;
  if (digest !== null && !DIGEST.test(digest)) return undefined;
  const name = canonicalName(repository.toLowerCase());
  return name === undefined ? undefined : { name, tag, digest, versionConstraint };
}

/** An image reference in its parts as written. Nothing is judged, so a text with variables is divided as well. */
export interface ImageReferenceParts extends Omit<ImageReference, "name"> {
  repository: string;
}

/** The punctuation within `${…}` belongs to the variable and divides nothing. */
export function splitImageReference(text: string): ImageReferenceParts {
  const plain = text.replace(/\$\{[^}]*\}*/g, (variable) => "_".repeat(variable.length));
  const at = plain.indexOf("@");
  const end = at === -1 ? plain.length : at;
  const colon = plain.lastIndexOf(":", end);
  const isTagged = colon > plain.lastIndexOf("/", end);
  const repository = text.slice(0, isTagged ? colon : end);
  const tag = isTagged ? text.slice(colon + 1, end) : null;
  const digest = at === -1 ? null : text.slice(at + 1);
  const versionConstraint = [tag, digest].filter((part) => part !== null).join("@") || null;
  return { repository, tag, digest, versionConstraint };
}

/** A first segment with a dot or a port, or `localhost`, is a registry; everything else lives on Docker Hub. */
function canonicalName(repository: string): string | undefined {
  if (repository === "scratch") return undefined;
  const slash = repository.indexOf("/");
  const first = slash === -1 ? "" : repository.slice(0, slash);
  const hasHost = first === "localhost" || /[.:]/.test(first);
  const host = !hasHost || DOCKER_HUB_ALIASES.has(first) ? DOCKER_HUB : first;
  const path = hasHost ? repository.slice(slash + 1) : repository;
  const segments = path.split("/");
  if (!HOST.test(host) || !segments.every((segment) => PATH_SEGMENT.test(segment))) return undefined;
  return host === DOCKER_HUB && segments.length === 1 ? `${DOCKER_HUB}/library/${path}` : `${host}/${path}`;
}

/** What builders of images for several platforms add to the name of each: `base-linux-amd64` is part of `base`. */
const PLATFORM =
  /-(?:linux-)?(?:amd64|x86[-_]64|386|arm|armhf|arm32v[5-7]|armv[5-8]l?|arm64(?:v8)?|aarch64|ppc64le|s390x|riscv64)$/;

/**
 * Where the producer of a canonical image name may be found, best first: who publishes that very image, then the
 * repository whose path the image has, with or without further segments (`ghcr.io/acme/app/worker` → `acme/app`). That
 * is only a convention, but for GitLab's own registry.
 */
export function imageLookups(name: string): string[] {
  const whole = name.replace(PLATFORM, "");
  const [host, ...path] = whole.split("/");
  const isOfficial = host === DOCKER_HUB && path[0] === "library";
  const projects =
    host === GITLAB_REGISTRY ? prefixes(path).map((project) => gitName(`gitlab.com/${project}`)) : [];
  const conventions = isOfficial ? [] : prefixes(path).flatMap(conventionalNames);
  const names = [...new Set([name, whole])].map((each) => artifactName("container_image", each));
  return [...names, ...projects, ...conventions];
}

/** Names of images after a path, itself first. Many write `node-app` for the image of `node_app`. */
export const conventionalNames = (path: string): string[] =>
  [...new Set([path, path.replace(/[_.]/g, "-")])].map((each) => conventionName("container_image", each));

/** Longest first, down to `owner/repository`. */
function prefixes(path: readonly string[]): string[] {
  return path.slice(1).map((_, dropped) => path.slice(0, path.length - dropped).join("/"));
}
