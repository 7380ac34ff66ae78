import { findPlaceholder } from "./document/templated-yaml.ts";
import type { Declaration } from "./ecosystem.ts";
import { artifactName, conventionName, gitName } from "./name.ts";

/** A container image named by `FROM`, `image:` or `docker pull`. */
export interface ImageReference {
  /** Lowercase `host[:port]/path`, with Docker Hub's short forms expanded: `docker.io/library/alpine`. */
  name: string;
  tag: string | null;
  digest: string | null;
  /** `1.2`, `sha256:…` or `1.2@sha256:…` as written, or null. */
  versionConstraint: string | null;
}

const DOCKER_HUB = "docker.io";
/** Image paths there start with the path of their project. */
const GITLAB_REGISTRY = "registry.gitlab.com";
const DOCKER_HUB_ALIASES = new Set(["index.docker.io", "registry-1.docker.io", "registry.hub.docker.com"]);

/** Bounds the work of the patterns below. */
const MAX_LENGTH = 1024;
const HOST = /^(?:[\da-z](?:[\da-z-]*[\da-z])?(?:\.[\da-z](?:[\da-z-]*[\da-z])?)*|\[[\da-f:]+\])(?::\d+)?$/;
const PATH_SEGMENT = /^[\da-z]+(?:(?:\.|__?|-+)[\da-z]+)*$/;
const TAG = /^\w[\w.-]{0,127}$/;
const DIGEST = /^[a-z][\w+.-]*:[\da-z]+$/i;

/** Returns undefined for `scratch`, malformed references and unbound variables. */
export function parseImageReference(text: string): ImageReference | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const { repository, tag, digest, versionConstraint } = splitImageReference(text);
  if (tag !== null && !TAG.test(tag)) return undefined;
  if (digest !== null && !DIGEST.test(digest)) return undefined;
  const name = canonicalName(repository.toLowerCase());
  return name === undefined ? undefined : { name, tag, digest, versionConstraint };
}

/** The parts of an image reference as written, not validated. */
export interface ImageReferenceParts extends Omit<ImageReference, "name"> {
  repository: string;
}

/** Splits a reference that may contain variables. Punctuation inside `${…}` does not separate parts. */
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

/** The first segment is a registry if it has a dot or a port, or is `localhost`. Otherwise the image is on Docker Hub. */
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

/** Suffix of an image for one platform: `base-linux-amd64` is part of `base`. */
const PLATFORM =
  /-(?:linux-)?(?:amd64|x86[-_]64|386|arm|armhf|arm32v[5-7]|armv[5-8]l?|arm64(?:v8)?|aarch64|ppc64le|s390x|riscv64)$/;

/** `ko` names images after the Go package that it builds: `ghcr.io/acme/github.com/acme/app/cmd/app`. */
const IMPORT_PATH = /\/(?<repository>(?:github|gitlab)\.com\/[^/]+\/[^/]+)(?:\/|$)/;

/** Prefix of an image for one platform: `amd64-base` is part of `base`. */
const PLATFORM_PREFIX =
  /(?<=\/)(?:amd64|x86[-_]64|i386|armhf|arm32v[5-7]|armv[5-7]|arm64(?:v8)?|aarch64|ppc64le|s390x|riscv64)-(?=[^/]*$)/;

const withoutPlatform = (name: string): string => name.replace(PLATFORM, "").replace(PLATFORM_PREFIX, "");

/**
 * Returns the lookups for a canonical image name, best first: the image itself, then repositories with the path of the
 * image or a prefix of it (`ghcr.io/acme/app/worker` → `acme/app`). The path is only a convention, except in GitLab's
 * registry.
 */
export function imageLookups(name: string): string[] {
  const whole = withoutPlatform(name);
  const [host, ...path] = whole.split("/");
  const isOfficial = host === DOCKER_HUB && path[0] === "library";
  const projects =
    host === GITLAB_REGISTRY ? prefixes(path).map((project) => gitName(`gitlab.com/${project}`)) : [];
  const built = IMPORT_PATH.exec(whole)?.groups?.["repository"];
  const conventions = isOfficial ? [] : prefixes(path).flatMap(conventionalNames);
  const names = [...new Set([name, whole])].map((each) => artifactName("container_image", each));
  return [...names, ...projects, ...(built === undefined ? [] : [gitName(built)]), ...conventions];
}

/** Registries where an owner has the same name on no other registry by right. */
const SHARED_REGISTRY =
  /^(?:docker\.io|ghcr\.io|quay\.io|gcr\.io|[\w-]+\.gcr\.io|public\.ecr\.aws|registry\.gitlab\.com|mcr\.microsoft\.com|registry\.k8s\.io)$/;

/** The namespace of images: `docker.io/acme` of `docker.io/acme/app`. Repositories that push an image announce it. */
export const imageNamespace = (name: string): string =>
  `image_namespace:${name.slice(0, name.lastIndexOf("/"))}`;

/** A namespace on any registry, for images behind a mirror: `mirror.acme.io/acme/app`. */
const anyNamespace = (name: string): string => imageNamespace(`*${name.slice(name.indexOf("/"))}`);

/** The path of an image on any registry: `acme/app`. */
const imagePath = (name: string): string => `image_path:${name.slice(name.indexOf("/") + 1)}`;

/** Returns the names that a repository announces if it pushes an image. */
export function pushedNames(name: string): string[] {
  const isNested = name.split("/").length > 2;
  const elsewhere = isNested ? [imagePath(name), anyNamespace(name)] : [];
  return [artifactName("container_image", name), imageNamespace(name), ...elsewhere];
}

/** Returns the last segment of an image, for repositories whose images are in a namespace that no file states. */
export const imageNames = (segment: string): string[] =>
  spellings(segment.toLowerCase()).map((each) => `image_name:${each}`);

/** Names of an image that is not looked up successfully by its own name or by a convention. */
export interface NamespaceLookups {
  /** The image on another registry: a mirror has the same path. Null for a path of one segment. */
  path: string | null;
  /** The organization of `name` must push other images into one of these. */
  namespaces: string[];
  /** The last segment of the image. */
  name: string;
}

/** Returns undefined for Docker Hub's official images. */
export function namespaceLookups(image: string): NamespaceLookups | undefined {
  const name = withoutPlatform(image);
  const [host = "", ...path] = name.split("/");
  const segment = path.at(-1);
  if (segment === undefined || (host === DOCKER_HUB && path[0] === "library")) return undefined;
  const isMirror = path.length > 1 && !SHARED_REGISTRY.test(host);
  const namespaces = [imageNamespace(name), ...(isMirror ? [anyNamespace(name)] : [])];
  return { path: path.length > 1 ? imagePath(name) : null, namespaces, name: `image_name:${segment}` };
}

/** Returns image names that follow from a path: itself, and `node-app` for `node_app`. */
export const conventionalNames = (path: string): string[] =>
  spellings(path).map((each) => conventionName("container_image", each));

const spellings = (name: string): string[] => [...new Set([name, name.replace(/[_.]/g, "-")])];

/** Prefixes of two or more segments, longest first. */
function prefixes(path: readonly string[]): string[] {
  return path.slice(1).map((_, dropped) => path.slice(0, path.length - dropped).join("/"));
}

/**
 * Returns the declaration of an image reference that may contain templates, or undefined if the text is not an image
 * reference. An image with an unbound tag still has lookups; one with an unbound name has none.
 */
export function imageDeclaration(
  from: Pick<Declaration, "ecosystem" | "sourceFile" | "sourceLine"> & { rule: string },
  text: string,
): Declaration | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const unbound = findPlaceholder(text);
  if (unbound === null && !parseImageReference(text)) return undefined;
  const nameLength = splitImageReference(withoutPunctuation(text)).repository.length;
  const written = text.slice(0, nameLength);
  const name = findPlaceholder(written) === null ? parseImageReference(written)?.name : undefined;
  if (name === undefined && findPlaceholder(written) === null) return undefined;
  return {
    ecosystem: from.ecosystem,
    dependencyType: "container_image",
    sourceFile: from.sourceFile,
    sourceLine: from.sourceLine,
    rawReference: text,
    artifact: name ?? written,
    versionConstraint: text.slice(nameLength + 1) || null,
    versioning: "docker",
    unbound,
    versionComment: null,
    lookups: name === undefined ? [] : imageLookups(name),
    evidence: { class: "manifest", rule: from.rule },
  };
}

/** Masks `{{ … }}`, whose punctuation does not separate parts. */
const withoutPunctuation = (text: string): string =>
  text.replace(/\{\{[^{}]*\}\}/g, (template) => "_".repeat(template.length));
