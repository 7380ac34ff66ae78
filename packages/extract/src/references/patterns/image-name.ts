import { imageLookups, parseImageReference } from "../../image-reference.ts";
import { isCode } from "../file-kind.ts";
import type { Sighting } from "../reference.ts";

const REGISTRY = String.raw`(?:quay\.io|ghcr\.io|docker\.io|(?:[a-z]{2,6}\.)?gcr\.io|[a-z\d]{5,50}\.azurecr\.io|public\.ecr\.aws|[a-z\d-]{2,40}-docker\.pkg\.dev|registry\.gitlab\.com|\d{12}\.dkr\.ecr\.[a-z\d-]{5,30}\.amazonaws\.com)`;
const IMAGE = new RegExp(
  String.raw`${REGISTRY}/[a-z\d._/-]{1,200}(?::\w[\w.-]{0,127}(?:@sha256:[\da-f]{64})?|@sha256:[\da-f]{64})(?![\w./:@$%{-])`,
  "y",
);
/** The end of every registry. It is found much faster than the start, which has few fixed characters. */
const REGISTRY_END = /(?:cr\.io|quay\.io|docker\.io|ecr\.aws|pkg\.dev|gitlab\.com|amazonaws\.com)\//g;
const MAX_REGISTRY = 100;

/** A line like `drupal_image: acme/drupal:11`, whose key says that a name without a registry is an image. */
const KEYED_IMAGE =
  /^[ \t]*(?:-[ \t]+)?["']?[\w.-]{0,100}image[\w.-]{0,100}["']?[ \t]*[:=][ \t]*["']?(?<image>[a-z\d][a-z\d_-]{0,100}\/[a-z\d][a-z\d._-]{0,200}:\w[\w.-]{0,127})["']?,?[ \t]*(?:#[^\n]*)?\r?$/i;
/** What every such line contains. It is found faster than the start of the line. */
const IMAGE_KEY = /image[\w.-]{0,100}["']?[ \t]*[:=]/gi;

const OWNED = String.raw`(?:${REGISTRY}\/)?[a-z\d][a-z\d_-]{0,100}\/[a-z\d][a-z\d_-]{0,200}`;
/** A line like `upgradeImage: acme/upgrade`. Another field has the version. */
const UNVERSIONED = new RegExp(
  String.raw`^[ \t]*(?:-[ \t]+)?["']?(?:[\w.-]{0,100}[\w.-])??image["']?[ \t]*[:=][ \t]*["']?(?<image>${OWNED})["']?,?[ \t]*(?:#[^\n]*)?\r?$`,
  "i",
);
/** `upgradeImage = "acme/upgrade"`, `Image: "acme/job:latest"` in a program. */
const ASSIGNED = new RegExp(
  String.raw`(?:image|Image|IMAGE)[ \t]{0,40}(?::=|=|:)[ \t]{0,40}(?<quote>["'])(?<image>${OWNED}(?::\w[\w.-]{0,127})?)\k<quote>`,
  "g",
);

const DATA = /\.(?:json[5c]?|jsonnet|libsonnet|cue|ya?ml|toml|properties|conf|cfg|ini|xml)$/i;
const QUOTE = /["'`]$/;
/** `key: `, `key=` and `- ` before a value without quotes. */
const KEY = /^[ \t]*(?:-[ \t]+[\w./-]{1,100}[ \t]*[:=][ \t]*|-[ \t]+|[\w./-]{1,100}[ \t]*[:=][ \t]*)$/;
const LINE_END = /^[ \t]*(?:#[^\n]*)?(?:\r?\n|$)/;
const MAX_KEY = 200;
/** Longer lines are data without line ends, not a key with an image. */
const MAX_KEYED_LINE = 2_000;

/** What a text mentions. */
export interface ImageMentions {
  hasRegistry: boolean;
  /** Whether it contains the word "image". */
  hasImageName: boolean;
}

/** Programs and data. Patterns for commands and variables read scripts and other build files. */
export const mayNameImages = (path: string, { hasRegistry, hasImageName }: ImageMentions): boolean =>
  (hasRegistry || hasImageName) && (DATA.test(path) || isCode(path));

/**
 * Returns images that are a whole value with registry and version (`"quay.io/acme/base:1.2"`), and those with an owner
 * whose key or variable names an image, in data with a version or if the key says nothing else.
 */
export const readImageNames = (path: string, text: string, mentions: ImageMentions): Sighting[] => [
  ...(mentions.hasRegistry ? findImages(text) : []).flatMap(([raw, offset]) =>
    isValue(text, offset, offset + raw.length) ? sighting(raw, offset) : [],
  ),
  ...(mentions.hasImageName ? (DATA.test(path) ? keyedImages(text) : assignedImages(text)) : []),
];

function* keyedImages(text: string): Generator<Sighting> {
  let end = -1;
  for (const { index } of text.matchAll(IMAGE_KEY)) {
    if (index < end) continue;
    const start = text.lastIndexOf("\n", index) + 1;
    const next = text.indexOf("\n", index);
    end = next === -1 ? text.length : next;
    if (end - start > MAX_KEYED_LINE) continue;
    const line = text.slice(start, end);
    const raw = (KEYED_IMAGE.exec(line) ?? UNVERSIONED.exec(line))?.groups?.["image"];
    if (raw !== undefined) yield* sighting(raw, start + line.lastIndexOf(raw));
  }
}

const assignedImages = (text: string): Sighting[] =>
  Array.from(text.matchAll(ASSIGNED)).flatMap(({ 0: whole, index, groups }) => {
    const raw = groups?.["image"] ?? "";
    return sighting(raw, index + whole.lastIndexOf(raw));
  });

/** Returns images with a registry and a version, and their offsets. */
function findImages(text: string): [raw: string, offset: number][] {
  const found: [raw: string, offset: number][] = [];
  REGISTRY_END.lastIndex = 0;
  for (let match = REGISTRY_END.exec(text); match; match = REGISTRY_END.exec(text)) {
    const before = text.slice(Math.max(0, match.index - MAX_REGISTRY), match.index);
    const start = match.index - (/[a-z\d.-]*$/.exec(before)?.[0].length ?? 0);
    if (/[\w./:@-]/.test(text[start - 1] ?? "")) continue;
    IMAGE.lastIndex = start;
    const raw = IMAGE.exec(text)?.[0];
    if (raw === undefined) continue;
    found.push([raw, start]);
    REGISTRY_END.lastIndex = start + raw.length;
  }
  return found;
}

function sighting(raw: string, offset: number): Sighting[] {
  const image = parseImageReference(raw);
  if (!image) return [];
  return [
    {
      offset,
      dependencyType: "container_image",
      rawReference: raw,
      artifact: image.name,
      versionConstraint: image.versionConstraint,
      versioning: "docker",
      unbound: image.versionConstraint === null ? "tag" : null,
      lookups: imageLookups(image.name),
      repository: null,
      rule: "image_name",
      isFetched: false,
      isDiscussion: false,
      requiresProducer: true,
    },
  ];
}

/** Whether quotes, or a key and the end of the line, enclose a part of a text. */
function isValue(text: string, start: number, end: number): boolean {
  const before = text.slice(Math.max(text.lastIndexOf("\n", start - 1) + 1, start - MAX_KEY), start);
  const [quote] = QUOTE.exec(before) ?? [];
  if (quote !== undefined) return text[end] === quote;
  return KEY.test(before) && LINE_END.test(text.slice(end, end + MAX_KEY));
}
