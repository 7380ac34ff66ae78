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

/**
 * Returns the lookups for a canonical image name, best first: the image itself, then repositories with the path of the
 * image or a prefix of it (`ghcr.io/acme/app/worker` → `acme/app`). The path is only a convention, except in GitLab's
 * registry.
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

/** Returns image names that follow from a path: itself, and `node-app` for `node_app`. */
export const conventionalNames = (path: string): string[] =>
  [...new Set([path, path.replace(/[_.]/g, "-")])].map((each) => conventionName("container_image", each));

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
