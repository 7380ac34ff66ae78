import {
  at,
  entriesOf,
  itemsOf,
  scalarAt,
  textOf,
  type DataNode,
  type MapEntry,
} from "../../document/node.ts";
import { splitImageReference } from "../../image-reference.ts";
import type { ImageUse } from "./read.ts";

const IMAGE_KEY = /image/i;
const IMAGE_TEXT_KEY = /^image$|Image$/;
/** Keys next to an image's `repository`. */
const IMAGE_FIELDS = ["tag", "digest", "registry", "sha", "pullPolicy", "imagePullPolicy"];
/** Keys next to a Git or chart repository. */
const OTHER_FIELDS = ["branch", "revision", "targetRevision", "ref", "path", "chart", "url"];
/** Keys next to a container's `image`. */
const CONTAINER_FIELDS = ["tag", "imageTag", "name", "pullPolicy", "imagePullPolicy", "command", "args"];
/** A key of a map with an image. */
const IMAGE_MAP_KEY = /image$/i;
const NAMED_IMAGE_FIELDS = ["tag", "digest", "registry"];
const OWNER_FIELDS = ["owner", "organization", "org"];
const IMAGE_PATH = /^[a-z\d][\w.:-]{0,200}(?:\/[\w.-]{1,200}){1,6}$/;
const NO_IMAGE = new Set(["", "null", "~", "true", "false"]);
/** Longer texts are not image references. */
const MAX_LENGTH = 1024;
const PICTURE = /\.(?:png|jpe?g|gif|svg|webp|ico)$|^(?:https?|data):/i;

/** Returns the images in values at any depth: `repository` with its tag, or a full reference under `image`. */
export function findImages(node: DataNode | undefined): ImageUse[] {
  const main = at(node, "image");
  const line = (scalarAt(main, "repository") ?? scalarAt(main, "name"))?.line;
  return imagesBelow(node).map((image) => (image.line === line ? { ...image, isMain: true } : image));
}

function imagesBelow(node: DataNode | undefined, key = "", outer = ""): ImageUse[] {
  if (node?.kind === "list") return node.items.flatMap((item) => imagesBelow(item, key, outer));
  if (node?.kind !== "map") return [];
  const registry = registryAt(node);
  return [
    ...imageOfParts(node, key),
    ...imageOfName(node, key, registry || outer),
    ...node.entries.flatMap((entry) => imageOfText(entry, node, registry || outer)),
    ...node.entries.flatMap((entry) => imagesBelow(entry.value, entry.key, registry)),
  ];
}

/** Returns the registry that a map states for its images: `registry: ghcr.io` or `registry: {domain: ghcr.io}`. */
function registryAt(node: DataNode): string {
  const domain = textAt(node, "registry") || textAt(at(node, "registry"), "domain");
  return domain.replace(/(?<!\/)\/+$/, "");
}

/**
 * Returns an image with `name` instead of `repository`. Its registry may be next to the image, and its owner in a separate field.
 * The name must have a path, because other maps have names as well.
 */
function imageOfName(node: DataNode, key: string, registry: string): ImageUse[] {
  const name = scalarAt(node, "name");
  if (!name || !IMAGE_MAP_KEY.test(key) || !hasAny(node, NAMED_IMAGE_FIELDS) || at(node, "repository"))
    return [];
  const owner = OWNER_FIELDS.map((field) => textAt(node, field)).find((text) => text !== "");
  const path = [owner, name.text.trim()].filter((part) => part !== undefined).join("/");
  if (!path.includes("/") || !IMAGE_PATH.test(path)) return [];
  return [{ text: withVersion(withRegistry(path, registry), node), line: name.line }];
}

/** A name that starts with a host has its own registry. */
const withRegistry = (name: string, registry: string): string =>
  registry === "" || registry.includes("://") || /^[^/]*[.:][^/]*\//.test(name)
    ? name
    : `${registry}/${name}`;

function imageOfParts(node: DataNode, key: string): ImageUse[] {
  const repository = scalarAt(node, "repository");
  if (!repository || NO_IMAGE.has(repository.text) || /:\/\/|\s/.test(withoutTemplates(repository.text)))
    return [];
  const isImage = IMAGE_KEY.test(key) || (hasAny(node, IMAGE_FIELDS) && !hasAny(node, OTHER_FIELDS));
  if (!isImage || repository.text.length > MAX_LENGTH) return [];
  const registry = textAt(node, "registry").replace(/(?<!\/)\/+$/, "");
  const name = registry === "" ? repository.text : `${registry}/${repository.text}`;
  return [{ text: withVersion(name, node), line: repository.line }];
}

function imageOfText({ key, value }: MapEntry, owner: DataNode, registry: string): ImageUse[] {
  const text = textOf(value)?.trim() ?? "";
  if (!IMAGE_TEXT_KEY.test(key) || NO_IMAGE.has(text) || PICTURE.test(text)) return [];
  const plain = withoutTemplates(text);
  if (text.length > MAX_LENGTH || /\s/.test(plain)) return [];
  const { versionConstraint, repository } = splitImageReference(plain);
  const isWhole = versionConstraint !== null || (key === "image" && repository.includes("/"));
  if (!isWhole && !(key === "image" && hasAny(owner, CONTAINER_FIELDS))) return [];
  if (key !== "image") return [{ text, line: value.line }];
  const name = IMAGE_PATH.test(repository) && repository.includes("/") ? withRegistry(text, registry) : text;
  return [{ text: withVersion(name, owner), line: value.line }];
}

/** Appends the tag and digest in neighboring keys, unless the name has its own version. */
function withVersion(name: string, node: DataNode): string {
  const { versionConstraint } = splitImageReference(withoutTemplates(name));
  if (versionConstraint !== null) return name;
  const tag = textAt(node, "tag") || textAt(node, "imageTag") || textAt(node, "version");
  const sha = textAt(node, "sha");
  const digest = textAt(node, "digest") || (/^[\da-f]{64}$/.test(sha) ? `sha256:${sha}` : sha);
  return `${name}${tag && `:${tag}`}${digest && `@${digest}`}`;
}

export const hasVersion = ({ text }: ImageUse): boolean =>
  splitImageReference(withoutTemplates(text)).versionConstraint !== null;

function textAt(node: DataNode | undefined, key: string): string {
  const text = scalarAt(node, key)?.text.trim() ?? "";
  return NO_IMAGE.has(text) ? "" : text;
}

const withoutTemplates = (text: string): string => text.replace(/\$?\{\{[^{}]*\}\}/g, "_");

const hasAny = (node: DataNode, keys: readonly string[]): boolean =>
  entriesOf(node).some((entry) => keys.includes(entry.key));

/** Returns the images in the inline values of a helmfile's release. Skips names of values files. */
export const findInlineImages = (values: DataNode | undefined): ImageUse[] =>
  itemsOf(values).flatMap((item) => findImages(item));
