import type { MemberKind } from "@knockon/contract/vocabulary/interface";
import type { ArtifactInterface, Member } from "@knockon/extract/interface";
import { compareOrdinal } from "../ordinal.ts";

/** A member of which anything but its place differs. `before` is null if it was added, `after` if it was removed. */
export interface MemberChange {
  before: Member | null;
  after: Member | null;
}

/** The difference of one artifact's interface between two commits. */
export interface InterfaceChange {
  scope: string;
  /** Null if the artifact was added. */
  before: ArtifactInterface | null;
  /** Null if the artifact was removed. */
  after: ArtifactInterface | null;
  /** By kind and name. Empty if only `open` or `strict` differs. */
  members: MemberChange[];
}

/** Compares the interfaces of two commits. Members that only moved to another line do not differ. */
export function diffInterfaces(
  before: readonly ArtifactInterface[],
  after: readonly ArtifactInterface[],
): InterfaceChange[] {
  const [old, current] = [byScope(before), byScope(after)];
  const scopes = [...new Set([...old.keys(), ...current.keys()])].toSorted(compareOrdinal);
  return scopes.flatMap((scope) => {
    const change = { scope, before: old.get(scope) ?? null, after: current.get(scope) ?? null };
    const members = diffMembers(change.before?.members ?? [], change.after?.members ?? []);
    const isSame =
      change.before &&
      change.after &&
      members.length === 0 &&
      limitsOf(change.before) === limitsOf(change.after);
    return isSame ? [] : [{ ...change, members }];
  });
}

const byScope = (interfaces: readonly ArtifactInterface[]): Map<string, ArtifactInterface> =>
  new Map(interfaces.map((one) => [one.scope, one]));

const limitsOf = ({ open = {}, strict = [] }: ArtifactInterface): string =>
  JSON.stringify([Object.entries(open).toSorted(([a], [b]) => compareOrdinal(a, b)), strict]);

function diffMembers(before: readonly Member[], after: readonly Member[]): MemberChange[] {
  const [old, current] = [byKey(before), byKey(after)];
  const keys = [...new Set([...old.keys(), ...current.keys()])].toSorted(compareOrdinal);
  return keys
    .map((key) => ({ before: old.get(key) ?? null, after: current.get(key) ?? null }))
    .filter((change) => traitsOf(change.before) !== traitsOf(change.after));
}

const byKey = (members: readonly Member[]): Map<string, Member> =>
  new Map(members.map((one) => [`${one.kind}\0${one.name}`, one]));

/** Everything but the place. */
const traitsOf = (member: Member | null): string =>
  member === null
    ? ""
    : JSON.stringify([
        member.kind,
        member.name,
        member.required ?? false,
        member.type ?? null,
        member.default ?? null,
        member.acceptsAny ?? false,
      ]);

/** An artifact is moved if at least this part of its members are members of an added one. */
const MOVED = 0.5;

/**
 * Returns the change of each artifact that was removed under one name and added under another, by its old scope: the added
 * artifact of the same type that shares most of its members.
 */
export function findMoves(changes: readonly InterfaceChange[]): Map<string, InterfaceChange> {
  const added = changes.flatMap(({ before, after }) => (after && !before ? [after] : []));
  return new Map(
    changes.flatMap(({ scope, before, after }) => {
      if (!before || after || added.length === 0) return [];
      const ranked = added
        .filter((one) => typeOf(one.scope) === typeOf(scope))
        .map((one) => ({ one, shared: sharedOf(before.members, one.members) }))
        .toSorted((a, b) => b.shared - a.shared);
      const [best, next] = ranked;
      const isMoved = best && best.shared >= MOVED && best.shared !== next?.shared;
      if (!isMoved) return [];
      return [
        [scope, { scope, before, after: best.one, members: diffMembers(before.members, best.one.members) }],
      ];
    }),
  );
}

const typeOf = (scope: string): string => scope.slice(0, scope.indexOf(":"));

/** The part of the members that the other interface has too. */
function sharedOf(members: readonly Member[], others: readonly Member[]): number {
  const names = byKey(others);
  return members.length === 0
    ? 0
    : [...byKey(members).keys()].filter((key) => names.has(key)).length / members.length;
}

/** Kinds of which most members have the same type and default, or none. */
const NEEDS_LIKENESS: ReadonlySet<MemberKind> = new Set<MemberKind>([
  "file",
  "name",
  "output",
  "subpath",
  "variable",
]);

/**
 * Returns a function that finds the added member that probably replaces a removed one: of the same kind, type and default, if
 * the names are alike or nothing else fits.
 */
export function renamesIn({ members }: InterfaceChange): (removed: Member) => Member | undefined {
  const removed = Map.groupBy(
    members.flatMap(({ before, after }) => (before && !after ? [before] : [])),
    replacementKey,
  );
  const added = Map.groupBy(
    members.flatMap(({ before, after }) => (after && !before ? [after] : [])),
    replacementKey,
  );
  const words = new Map<string, string[]>();
  const wordsIn = (name: string): string[] => {
    const known = words.get(name) ?? wordsOf(name);
    words.set(name, known);
    return known;
  };
  return (from) => {
    const key = replacementKey(from);
    const rivals = removed.get(key) ?? [];
    if (!rivals.includes(from)) return undefined;
    const fitting = added.get(key) ?? [];
    if (!NEEDS_LIKENESS.has(from.kind) && fitting.length === 1 && rivals.length === 1) return fitting[0];
    const alike = fitting.filter((to) => isAlike(from.name, to.name, wordsIn));
    return alike.length === 1 ? alike[0] : undefined;
  };
}

/** Equal for members that can replace each other. */
const replacementKey = ({ kind, name, type, default: value }: Member): string =>
  JSON.stringify([kind, type ?? null, value ?? null, kind === "parameter" ? ownerOf(name) : null]);

/** The job or step of a parameter: `build` of `build.image`. */
const ownerOf = (name: string): string => name.slice(0, Math.max(0, name.lastIndexOf(".")));

/** Whether one name contains the other, or both have the same words but one. */
function isAlike(a: string, b: string, wordsIn: (name: string) => string[]): boolean {
  if (Math.min(a.length, b.length) > 1 && (a.includes(b) || b.includes(a))) return true;
  const [words, others] = [wordsIn(a), wordsIn(b)];
  const shared = words.filter((word) => others.includes(word)).length;
  return shared > 0 && shared >= Math.max(words.length, others.length) - 1;
}

const wordsOf = (name: string): string[] =>
  name
    .replace(/([a-z\d])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((word) => word !== "");
