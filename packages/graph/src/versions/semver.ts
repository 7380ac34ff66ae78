import parseText from "semver/functions/parse.js";

/** The functions of `semver` that the schemes use. Its main module loads all others, which takes as long as starting Node.js. */
export { default as compareBuild } from "semver/functions/compare-build.js";
export { default as major } from "semver/functions/major.js";
export { default as minor } from "semver/functions/minor.js";
export { default as satisfies } from "semver/functions/satisfies.js";
export { default as intersects } from "semver/ranges/intersects.js";
export { default as subset } from "semver/ranges/subset.js";
export { default as validRange } from "semver/ranges/valid.js";

type Version = NonNullable<ReturnType<typeof parseText>>;

/** The tags of a repository are compared with each other, and again for each of its artifacts. */
const parsed = new Map<string, Version | null>();
const MAX_PARSED = 10_000;

function parse(text: string): Version | null {
  const known = parsed.get(text);
  if (known !== undefined) return known;
  if (parsed.size === MAX_PARSED) parsed.clear();
  const version = parseText(text);
  parsed.set(text, version);
  return version;
}

/** Orders two versions. Undefined if either is not a version. */
export function compareVersions(a: string, b: string): number | undefined {
  const [left, right] = [parse(a), parse(b)];
  return left === null || right === null ? undefined : left.compare(right);
}

/** Whether a text is a version and not a pre-release. */
export const isRelease = (text: string): boolean => parse(text)?.prerelease.length === 0;

/** Returns the version without what surrounds it, or null for other texts. */
export const valid = (text: string): string | null => parse(text)?.version ?? null;
