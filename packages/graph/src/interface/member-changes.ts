import { isVersioned, type MemberKind } from "@knockon/contract/vocabulary/interface";
import type { Member } from "@knockon/extract/interface";
import { callOf, holderOf, type InterfaceNames } from "./accepts.ts";
import { ownerOf, OWNERS } from "./calls.ts";
import { isWidened, supports } from "./supported-versions.ts";

/** Whether a changed type may reject the value of a consumer. Ranges of versions are compared with it. */
export const isTypeOpen = (known: Member, newType: Member, name: string): boolean =>
  isVersioned(known.kind)
    ? !isWidened(known, newType) && supports(newType, name) === undefined
    : !isCompatible(known, newType);

/** Whether a field of a GraphQL schema only becomes non-null, or an argument or a field of an input type nullable. */
function isCompatible(known: Member, { type = "", required }: Member): boolean {
  const { kind, name, type: old = "" } = known;
  if (kind !== "field") return false;
  const isInput = callOf(name) !== undefined || known.required === true || required === true;
  return isInput ? old === `${type}!` : type === `${old}!`;
}

/** Returns the `exports` that a package did not have before. They exclude its other files. */
export function closedBy(old: InterfaceNames, current: InterfaceNames): Member | undefined {
  const [before, after] = [old.find("subpath", "."), current.find("subpath", ".")];
  return before && after && isPackage(before) && !isPackage(after) ? after : undefined;
}

/** Whether a path of a package is only accepted because the package has no `exports`. Its files are known only if two commits are compared. */
export const isPackage = ({ kind, name, acceptsAny }: Member): boolean =>
  kind === "subpath" && name === "." && acceptsAny === true;

/** Whether a pattern of `exports` has no file of a path that named one before: paths have to end with its extension. */
export const isEndingGone = (known: Member, found: Member, name: string): boolean =>
  found.kind === "subpath" &&
  found.type !== undefined &&
  found.name !== name &&
  known.name === name &&
  !(found.type === "*.*" ? /\.\w+$/.test(name) : name.endsWith(found.type.slice(1)));

/** Whether a file was in a copied folder whose content is no longer known, for example because the repository no longer has it. */
export const isContentUnknown = (still: Member, known: Member, folder: Member | undefined): boolean =>
  still.kind === "file" &&
  still.acceptsAny === true &&
  still.name !== known.name &&
  folder?.name === still.name &&
  folder.acceptsAny !== true;

/** Whether only the name of a step is known. */
export const isUnread = (one: Member | undefined): boolean => one?.kind === "step" && one.acceptsAny === true;

/** Whether a parameter is only accepted because its step passes all of them on. */
export const isPassedOn = (still: Member, known: Member): boolean =>
  still.kind === "parameter" && still.acceptsAny === true && still.name !== known.name;

/** Whether a member is kept with a name that differs only in case, which its tool does not distinguish. */
export function isRespelled(one: Member | null, others: InterfaceNames): boolean {
  const found = one ? others.find(one.kind, one.name)?.name : undefined;
  return found !== undefined && found !== one?.name && found.toLowerCase() === one?.name.toLowerCase();
}

/** Whether the job or step of a parameter was removed too, which is a break itself. */
export function isOwnerGone(
  kind: MemberKind,
  name: string,
  old: InterfaceNames,
  current: InterfaceNames,
): boolean {
  if (kind === "field") {
    const holder = holderOf(name) ?? "";
    const has = (names: InterfaceNames): boolean =>
      [kind, "definition" as const].some((each) => names.find(each, holder) !== undefined);
    return has(old) && !has(current);
  }
  const owner = ownerOf(kind, name);
  const has = (names: InterfaceNames): boolean =>
    OWNERS.some((each) => names.find(each, owner ?? "") !== undefined);
  return owner !== null && has(old) && !has(current);
}

export const isListed = (kind: MemberKind): boolean => kind === "name" || kind === "file";

type Changed = { before: Member; after: Member };

export const isNewlyRequired = (change: {
  before: Member | null;
  after: Member | null;
}): change is { before: Member | null; after: Member } =>
  change.after?.required === true && change.before?.required !== true;

export function isRequiredIn(names: InterfaceNames, { kind, name }: Member): boolean {
  const known = names.find(kind, name);
  return known?.required === true && known.name.length === name.length;
}

export const isRetyped = (change: { before: Member | null; after: Member | null }): change is Changed =>
  change.before?.type !== undefined &&
  change.before.kind !== "subpath" &&
  change.after?.type !== undefined &&
  change.before.type !== change.after.type;
