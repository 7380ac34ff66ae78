import { isVersioned, type MemberKind, type VersionedKind } from "@knockon/contract/vocabulary/interface";
import type { Member } from "@knockon/extract/interface";
import * as semver from "../versions/semver.ts";
import { haveCommonVersion, isTerraformRange, isTerraformSubset } from "../versions/terraform.ts";

const VERSION = /^\d{1,4}(?:\.\d{1,4}){0,2}$/;
/** Longer ranges are not handwritten. */
const MAX_LENGTH = 200;

/** The name of an engine, peer or provider, and a version or range of a consumer: `node 18`. */
const parse = (name: string): { subject: string; wanted: string } | undefined => {
  const space = name.indexOf(" ");
  return space === -1 || name.length > MAX_LENGTH
    ? undefined
    : { subject: name.slice(0, space), wanted: name.slice(space + 1) };
};

/** Returns the engine, peer or provider in a consumer's name: `node` of `node 18`. */
export const subjectOf = (name: string): string => parse(name)?.subject ?? name;

/** How a kind of member compares the range of versions that it supports with a version or range of a consumer. */
interface Comparison {
  isRange: (text: string) => boolean;
  supports: (range: string, wanted: string) => boolean;
  /** Whether a range admits every version of another. */
  contains: (range: string, other: string) => boolean;
  /** Whether every version is supported of what is not a member. */
  isUnlimited: boolean;
}

const NODE_VERSIONS = {
  isRange: (text: string) => semver.validRange(text) !== null,
  contains: (range: string, other: string) => semver.subset(other, range),
};

const COMPARISONS: Record<VersionedKind, Comparison> = {
  engine: {
    ...NODE_VERSIONS,
    // A part of a version, such as `18`, is its newest release. A range is the promise of a package, which must support all of it.
    supports: (range, wanted) =>
      VERSION.test(wanted) ? semver.intersects(wanted, range) : semver.subset(wanted, range),
    isUnlimited: false,
  },
  // One version is installed, which all must support.
  peer: { ...NODE_VERSIONS, supports: semver.intersects, isUnlimited: true },
  provider: {
    isRange: isTerraformRange,
    supports: haveCommonVersion,
    contains: (range, other) => isTerraformSubset(other, range),
    isUnlimited: true,
  },
};

/** Whether an artifact supports every version of what is not a member. */
export const isUnlimited = (kind: MemberKind): boolean => comparisonOf(kind)?.isUnlimited === true;

const comparisonOf = (kind: MemberKind): Comparison | undefined =>
  isVersioned(kind) ? COMPARISONS[kind] : undefined;

/** Whether an artifact supports the version or range of a consumer. Undefined if that can't be decided. */
export function supports(supported: Member, name: string): boolean | undefined {
  const comparison = comparisonOf(supported.kind);
  const [range, wanted] = [supported.type, parse(name)?.wanted];
  if (!comparison || range === undefined || wanted === undefined) return undefined;
  if (range.length > MAX_LENGTH || !comparison.isRange(range) || !comparison.isRange(wanted))
    return undefined;
  return comparison.supports(range, wanted);
}

/** Whether an artifact supports all versions that it supported before. */
export function isWidened({ type: before }: Member, { kind, type: after }: Member): boolean {
  const comparison = comparisonOf(kind);
  if (after === undefined || after === before) return true;
  if (!comparison || before === undefined || before.length > MAX_LENGTH || after.length > MAX_LENGTH)
    return false;
  return comparison.isRange(before) && comparison.isRange(after) && comparison.contains(after, before);
}
