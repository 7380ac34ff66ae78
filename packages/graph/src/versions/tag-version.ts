import type { VersioningScheme } from "@knockon/extract/ecosystem";
import { moduleVersions } from "./go.ts";
import { versioningOf } from "./scheme.ts";

/** An artifact that a repository releases. */
export interface Released {
  name: string;
  /** The directory of its manifest; `""` for the root. */
  directory: string;
}

interface ReleaseTag {
  tag: string;
  /** The text before the version: `charts/app/`, `ui-`, `@acme/ui@` or `""`. */
  prefix: string;
  version: string;
}

const SEPARATORS = /[-@_/]/g;
/** `v3` and `v3.1` move from release to release. */
const MOVING = /^v?\d{1,4}(?:\.\d+)?$/i;

/**
 * Returns the released versions of one artifact among the tags of its repository. Considers, until one of them yields a
 * version: tags whose prefix is the artifact's name or directory; tags without a prefix; for an artifact at the root, all
 * tags if they share a single prefix.
 */
export function taggedVersions(
  scheme: VersioningScheme,
  tags: readonly string[],
  released: Released,
): string[] {
  if (scheme === "go") return moduleVersions(released.name, released.directory, tags);
  const all = parseReleaseTags(scheme, tags);
  const own = all.filter(({ prefix }) => isPrefixOf(released, prefix));
  const unprefixed = all.filter(({ prefix }) => prefix === "");
  const shared = released.directory === "" && new Set(all.map(({ prefix }) => prefix)).size === 1 ? all : [];
  const releases = [own, unprefixed, shared].find((some) => some.length > 0) ?? [];
  // Git references contain the whole tag.
  return releases.map(({ tag, version }) => (scheme === "git" ? tag : version));
}

/** The parsed tags of each list by scheme. The artifacts of a repository share one list. */
const parsedTags = new WeakMap<readonly string[], Map<VersioningScheme, readonly ReleaseTag[]>>();

function parseReleaseTags(scheme: VersioningScheme, tags: readonly string[]): readonly ReleaseTag[] {
  const byScheme = parsedTags.get(tags) ?? new Map<VersioningScheme, readonly ReleaseTag[]>();
  parsedTags.set(tags, byScheme);
  const parsed = byScheme.get(scheme) ?? tags.flatMap((tag) => parseReleaseTag(scheme, tag) ?? []);
  byScheme.set(scheme, parsed);
  return parsed;
}

/** Removes a leading `v` if the rest is a version of the scheme. Undefined if the text is not a version. */
export function plainVersion(scheme: VersioningScheme, text: string): string | undefined {
  const candidates = scheme === "git" || scheme === "go" ? [text] : [text.replace(/^v(?=\d)/i, ""), text];
  const { compare } = versioningOf(scheme);
  return candidates.find((candidate) => compare(candidate, candidate) === 0);
}

/** Finds the longest suffix of the tag that is a version and starts at the beginning or after a separator. */
function parseReleaseTag(scheme: VersioningScheme, tag: string): ReleaseTag | undefined {
  const starts = [0, ...[...tag.matchAll(SEPARATORS)].map((separator) => separator.index + 1)];
  for (const start of starts) {
    const release = tag.slice(start);
    if (!/^v?\d/i.test(release) || MOVING.test(release)) continue;
    const version = plainVersion(scheme, release);
    if (version !== undefined) return { tag, prefix: tag.slice(0, start), version };
  }
  return undefined;
}

function isPrefixOf({ name, directory }: Released, prefix: string): boolean {
  const prefixName = prefix.slice(0, -1).toLowerCase();
  const names = [directory, lastSegment(directory), name, lastSegment(name)];
  return prefixName !== "" && names.some((one) => one.toLowerCase() === prefixName);
}

const lastSegment = (path: string): string => path.slice(path.lastIndexOf("/") + 1);
