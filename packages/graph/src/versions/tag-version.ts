import type { VersioningScheme } from "@knockon/extract/ecosystem";
import { moduleVersions } from "./module-versions.ts";
import { versioningOf } from "./scheme.ts";

/** What a repository releases: its name, and the directory of its manifest (`""` at the root). */
export interface Released {
  name: string;
  directory: string;
}

interface ReleaseTag {
  tag: string;
  /** What stands before the version: `charts/app/`, `ui-`, `@acme/ui@`, or nothing. */
  prefix: string;
  version: string;
}

const SEPARATORS = /[-@_/]/g;
/** `v3` and `v3.1` are moved from release to release. */
const MOVING = /^v?\d{1,4}(?:\.\d+)?$/i;

/**
 * The versions among a repository's tags that are releases of one of the things it releases. A prefix names what a tag
 * releases, by directory or name. Without such tags, those without a prefix release everything in the repository, and
 * those of the one prefix in use release what lies at its root.
 */
export function taggedVersions(
  scheme: VersioningScheme,
  tags: readonly string[],
  released: Released,
): string[] {
  if (scheme === "go") return moduleVersions(released.name, released.directory, tags);
  const all = tags.flatMap((tag) => releaseTag(scheme, tag) ?? []);
  const own = all.filter(({ prefix }) => namesReleased(released, prefix));
  const plain = all.filter(({ prefix }) => prefix === "");
  const shared = released.directory === "" && new Set(all.map(({ prefix }) => prefix)).size === 1 ? all : [];
  const releases = [own, plain, shared].find((some) => some.length > 0) ?? [];
  // Consumers of a git reference write the whole tag.
  return releases.map(({ tag, version }) => (scheme === "git" ? tag : version));
}

/** Without the `v`, where the scheme also reads it so; undefined for text that is no version. */
export function plainVersion(scheme: VersioningScheme, text: string): string | undefined {
  const spellings = scheme === "git" || scheme === "go" ? [text] : [text.replace(/^v(?=\d)/i, ""), text];
  const { compare } = versioningOf(scheme);
  return spellings.find((spelling) => compare(spelling, spelling) === 0);
}

/** The version is the longest end of the tag that is one, from its start or from a separator on. */
function releaseTag(scheme: VersioningScheme, tag: string): ReleaseTag | undefined {
  const starts = [0, ...[...tag.matchAll(SEPARATORS)].map((separator) => separator.index + 1)];
  for (const start of starts) {
    const release = tag.slice(start);
    if (!/^v?\d/i.test(release) || MOVING.test(release)) continue;
    const version = plainVersion(scheme, release);
    if (version !== undefined) return { tag, prefix: tag.slice(0, start), version };
  }
  return undefined;
}

function namesReleased({ name, directory }: Released, prefix: string): boolean {
  const named = prefix.slice(0, -1).toLowerCase();
  const names = [directory, lastOf(directory), name, lastOf(name)];
  return named !== "" && names.some((one) => one.toLowerCase() === named);
}

const lastOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1);
