import type { MemberKind } from "@knockon/contract/vocabulary/interface";
import type { Member } from "@knockon/extract/interface";
import * as semver from "../versions/semver.ts";

const VERSION = /^\d{1,4}(?:\.\d{1,4}){0,2}$/;
/** Longer ranges are not handwritten. */
const MAX_LENGTH = 200;

/** The name of an engine or package, and a version or range of a consumer: `node 18`. */
const parse = (name: string): { subject: string; wanted: string } | undefined => {
  const space = name.indexOf(" ");
  return space === -1 || name.length > MAX_LENGTH
    ? undefined
    : { subject: name.slice(0, space), wanted: name.slice(space + 1) };
};

/** Returns the engine or package in a consumer's name: `node` of `node 18`. */
export const subjectOf = (name: string): string => parse(name)?.subject ?? name;

/** Whether the type of a member is the range of versions that it supports. */
export const isVersioned = (kind: MemberKind): boolean => kind === "engine" || kind === "peer";

/**
 * Whether a package supports the version of a consumer. A part of a version, such as `18`, is its newest release. A range of
 * Node.js is the promise of a package, which must support all of it. Of a range of a peer, one version is installed, so one
 * must be supported. Undefined if that can't be decided.
 */
export function supports(supported: Member, name: string): boolean | undefined {
  const wanted = parse(name)?.wanted;
  const range = supported.type;
  if (wanted === undefined || range === undefined || range.length > MAX_LENGTH) return undefined;
  if (semver.validRange(range) === null || semver.validRange(wanted) === null) return undefined;
  return supported.kind === "peer" || VERSION.test(wanted)
    ? semver.intersects(wanted, range)
    : semver.subset(wanted, range);
}

/** Whether a package supports all versions that it supported before. */
export const isWidened = (before: Member, after: Member): boolean =>
  supports({ ...after, kind: "engine" }, `${after.name} ${before.type}`) === true;
