import {
  at,
  entriesOf,
  itemsOf,
  scalarAt,
  textOf,
  type DataNode,
  type ScalarNode,
} from "../../document/node.ts";
import { parseYaml } from "../../document/yaml.ts";
import { SyntaxProblem } from "../../ecosystem.ts";
import { parseImageReference } from "../../image-reference.ts";
import { boundText, useOf, type Use } from "./facts.ts";
import { findUnbound, mask } from "./placeholder.ts";
import type { Manifest } from "./read.ts";

/** The fields of pod templates that list containers, in any kind of manifest. */
const CONTAINERS: ReadonlyMap<string, string> = new Map([
  ["containers", "container"],
  ["initContainers", "init_container"],
  ["ephemeralContainers", "ephemeral_container"],
]);

/** Returns the images in the container lists and volumes of a map. */
export const containerImages = (node: DataNode, manifest: Manifest): Use[] =>
  entriesOf(node).flatMap(({ key, value }) => {
    const rule = CONTAINERS.get(key);
    if (rule !== undefined)
      return [
        ...imagesOf(value, rule, manifest.bindings),
        ...itemsOf(value).flatMap((container) => envImages(container, manifest)),
      ];
    return key === "volumes"
      ? itemsOf(value).flatMap((volume) =>
          useOf("image", "image_volume", scalarAt(volume, "image", "reference"), {
            bindings: manifest.bindings,
          }),
        )
      : [];
  });

/** Returns the images of a list of containers or steps. */
export const imagesOf = (list: DataNode | undefined, rule: string, bindings: Manifest["bindings"]): Use[] =>
  itemsOf(list).flatMap((container) => useOf("image", rule, scalarAt(container, "image"), { bindings }));

/** `BRIDGE_IMAGE`. A job that builds, signs or scans an image calls it `IMAGE`. */
const ENV_IMAGE = /\wIMAGES?$/i;
/** A key before an image in a list of images: `3.9.0=quay.io/acme/kafka:1.2`. */
const KEYED_IMAGE = /^(?:[\w.-]{1,100}=)?(?<image>\S{1,1000})$/;
/** Longer than any list of images. */
const MAX_ENV_LENGTH = 10_000;

/**
 * Returns the images in the environment variables of a container. Their names end with `_IMAGE` or `_IMAGES`. An operator
 * deploys these images. A value that lists images has one per line.
 */
const envImages = (container: DataNode, { bindings, reading }: Manifest): Use[] =>
  itemsOf(at(container, "env")).flatMap((variable) => {
    const value = scalarAt(variable, "value");
    if (!value || value.text.length > MAX_ENV_LENGTH) return [];
    const key = `${value.line} ${value.text}`;
    if (!ENV_IMAGE.test(textOf(at(variable, "name")) ?? "") || reading.parsed.has(key)) return [];
    reading.parsed.add(key);
    return value.text
      .split("\n")
      .flatMap((text, index) => envImage({ ...value, text: text.trim() }, index, reading.lines))
      .flatMap((scalar) => useOf("image", "env_image", scalar, { bindings }));
  });

/** Returns the image of a line of a value. The lines of a block scalar follow that of its key, unless YAML folds them. */
function envImage(scalar: ScalarNode, index: number, lines: readonly string[]): ScalarNode[] {
  const image = KEYED_IMAGE.exec(scalar.text)?.groups?.["image"] ?? "";
  if (!isFullImage(image)) return [];
  const line = [scalar.line + index, scalar.line + index + 1].find(
    (each) => lines[each - 1]?.trim() === scalar.text,
  );
  return [{ ...scalar, text: image, line: line ?? scalar.line }];
}

/** Whether a text is certainly an image: a path with a tag or digest, and no placeholder in its name. */
export function isFullImage(text: string): boolean {
  const isImage = text.includes("/") && parseImageReference(mask(text))?.versionConstraint != null;
  return isImage && findUnbound(text.slice(0, text.lastIndexOf("/"))) === null;
}

export const CUSTOM_IMAGE = "kubernetes.custom_image";

/** Returns the `image` of a map in a custom resource if it is certainly an image: a path with a tag or digest. */
export function customImage(node: DataNode): Use[] {
  const scalar = scalarAt(node, "image");
  const text = scalar?.text.trim() ?? "";
  return isFullImage(text) ? useOf("image", "custom_image", scalar) : [];
}

const IMAGE_KEY = /image$/i;

/**
 * Returns the images in Helm values: `image: {registry, repository, tag, digest}` and `image: acme/app:1.2`. Ignores other
 * forms, whose meaning depends on the chart's templates.
 */
export function valuesImages(values: DataNode | undefined, key = ""): Use[] {
  if (values?.kind === "list") return values.items.flatMap((item) => valuesImages(item, key));
  if (values?.kind !== "map") return [];
  const isImage = IMAGE_KEY.test(key);
  const own = isImage || at(values, "tag") || at(values, "digest") ? imageInParts(values, isImage) : [];
  const nested = values.entries
    .filter((entry) => !CONTAINERS.has(entry.key))
    .flatMap(({ key: name, value }) =>
      value.kind === "scalar" ? imageInOne(name, value, values) : valuesImages(value, name),
    );
  return [...own, ...nested];
}

/** The name of an image may be in `name`. It must have a path, because other maps have names as well. */
function imageInParts(image: DataNode, isImage: boolean): Use[] {
  const name = scalarAt(image, "name");
  const named = isImage && name?.text.includes("/") && hasVersionField(image) ? name : undefined;
  const repository = scalarAt(image, "repository") ?? named;
  const registry = boundText(scalarAt(image, "registry"));
  const full = [registry, boundText(repository)].filter((part) => part !== null).join("/");
  return repository && boundText(repository) !== null ? imageOf(repository, full, image) : [];
}

const hasVersionField = (image: DataNode): boolean =>
  ["tag", "digest", "registry"].some((field) => at(image, field) !== undefined);

/** Requires a path: a name without one may refer to anything. */
function imageInOne(key: string, value: ScalarNode, siblings: DataNode): Use[] {
  return IMAGE_KEY.test(key) && value.text.includes("/") ? imageOf(value, value.text.trim(), siblings) : [];
}

/** Appends the tag and digest of sibling fields unless the name already contains a version. */
function imageOf(scalar: ScalarNode, name: string, siblings: DataNode): Use[] {
  const [tag, digest] = [boundText(scalarAt(siblings, "tag")), boundText(scalarAt(siblings, "digest"))];
  const hasVersion = parseImageReference(mask(name))?.versionConstraint != null;
  const text = hasVersion
    ? name
    : name + (tag === null ? "" : `:${tag}`) + (digest === null ? "" : `@${digest}`);
  return parseImageReference(mask(text)) ? useOf("image", "helm_values", { ...scalar, text }) : [];
}

/** State shared by all documents of a file. */
export interface Reading {
  path: string;
  lines: readonly string[];
  /** Texts already parsed, so that a text repeated by an alias is parsed only once. */
  parsed: Set<string>;
  /** Whether the text may name charts. */
  hasCharts: boolean;
}

/** Returns the images in values that are a block scalar. Their lines follow that of the key, unless YAML folds them. */
export function embeddedImages(values: ScalarNode | undefined, { lines, parsed }: Reading): Use[] {
  if (!values || parsed.has(values.text)) return [];
  parsed.add(values.text);
  const own = values.text.split("\n");
  return parseOrEmpty(values.text)
    .flatMap((document) => valuesImages(document))
    .map((use) => {
      const line = values.line + use.line;
      const isSameLine = lines[line - 1]?.trim() === own[use.line - 1]?.trim();
      return { ...use, line: isSameLine ? line : values.line };
    });
}

/** Texts with aliases are not parsed: many of them could expand to more data than the limit per file. */
const ALIAS = /(?:^|[\s,[{])\*[\w-]/;

/** Returns nothing for invalid YAML, which may be a template. */
function parseOrEmpty(text: string): DataNode[] {
  if (!/image/i.test(text) || ALIAS.test(text)) return [];
  try {
    return parseYaml(text);
  } catch (error) {
    if (error instanceof SyntaxProblem) return [];
    throw error;
  }
}
