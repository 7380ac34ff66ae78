import type { Member } from "@knockon/extract/interface";
import * as semver from "../versions/semver.ts";

const VERSION = /^\d{1,4}(?:\.\d{1,4}){0,2}$/;
/** Longer ranges are not handwritten. */
const MAX_LENGTH = 200;

/** The name of an engine, and a version or range of a consumer: `node 18`. */
const parse = (name: string): { engine: string; wanted: string } | undefined => {
  const space = name.indexOf(" ");
  return space === -1 || name.length > MAX_LENGTH
    ? undefined
    : { engine: name.slice(0, space), wanted: name.slice(space + 1) };
};

/** Returns the engine in a consumer's name: `node` of `node 18`. */
export const engineOf = (name: string): string => parse(name)?.engine ?? name;

/**
 * Whether a package supports the version of a consumer. A part of a version, such as `18`, is its newest release. A range is
 * the promise of a package, which must support all of it. Undefined if that can't be decided.
 */
export function supports(supported: Member, name: string): boolean | undefined {
  const wanted = parse(name)?.wanted;
  const range = supported.type;
  if (wanted === undefined || range === undefined || range.length > MAX_LENGTH) return undefined;
  if (semver.validRange(range) === null || semver.validRange(wanted) === null) return undefined;
  return VERSION.test(wanted) ? semver.intersects(wanted, range) : semver.subset(wanted, range);
}

/** Whether a package supports all versions that it supported before. */
export const isWidened = (before: Member, after: Member): boolean =>
  supports(after, `node ${before.type}`) === true;
