import type { ArtifactType } from "@knockon/contract/vocabulary/artifact-type";
import { isVersioned, type Effect, type MemberKind } from "@knockon/contract/vocabulary/interface";
import {
  MAX_NAMES,
  type Argument,
  type ArtifactInterface,
  type Member,
  type OpenKinds,
} from "@knockon/extract/interface";
import { compareOrdinal } from "../ordinal.ts";
import { callOf, holderOf, InterfaceNames, mapOf } from "./accepts.ts";
import { Calls, ownerOf, OWNERS, placeOf, type Place } from "./calls.ts";
import { findMoves, renamesIn, type InterfaceChange } from "./diff-interfaces.ts";
import { EFFECT_RULES, type MemberRule } from "./effects.ts";
import { changedInputs } from "./inputs.ts";
import { isWidened, supports } from "./supported-versions.ts";

/** A declaration, as far as breaks depend on it. */
export interface InterfaceUse {
  /** The scope that is used. */
  scope: string;
  file: string;
  line: number;
  arguments?: readonly Argument[] | null | undefined;
  openArguments?: OpenKinds | null | undefined;
}

/** What a change does to one line of a consumer. */
export interface Break<U extends InterfaceUse> {
  use: U;
  /** `renamed` is `removed` with a suggestion. */
  change: "artifact_removed" | "removed" | "renamed" | "required";
  /** Null if the artifact itself was removed. */
  kind: MemberKind | null;
  /** Of the member, as the producer spells it; or of the artifact. */
  name: string;
  renamedTo: string | null;
  /** The line that is gone. Null for `required`. */
  before: Place | null;
  /** The line that replaces it or requires the name. */
  after: Place | null;
  /** The line of the consumer that passes or reads the name, or the declaration. */
  at: Place;
  effect: Effect;
}

/** A consumer of which it is not known whether the change breaks it. */
export interface Undecided<U extends InterfaceUse> {
  use: U;
  kind: MemberKind;
  name: string;
  at: Place;
  /** A sentence without a period, for the user. */
  reason: string;
}

export interface Findings<U extends InterfaceUse> {
  breaks: Break<U>[];
  undecided: Undecided<U>[];
}

/** Finds the uses that a change of interfaces breaks. Uses of other artifacts are ignored. */
export function findBreaks<U extends InterfaceUse>(
  changes: readonly InterfaceChange[],
  uses: Iterable<U>,
): Findings<U> {
  const moves = findMoves(changes);
  const jobs = new Set(
    changes.flatMap(
      ({ after }) => after?.members.flatMap(({ kind, name }) => (kind === "job" ? [name] : [])) ?? [],
    ),
  );
  const breakers = new Map(
    changes.flatMap((change) => {
      const moved = moves.get(change.scope);
      const jobsGone = change.after || moved ? undefined : withoutJobs(change, jobs);
      return change.before ? [[change.scope, breakerOf(change, moved, jobsGone)] as const] : [];
    }),
  );
  const findings: Findings<U> = { breaks: [], undecided: [] };
  for (const use of uses) breakers.get(use.scope)?.(use, findings);
  return findings;
}

/** Compares the jobs of a removed file with none, except those that other files of the change have. */
function withoutJobs(change: InterfaceChange, others: ReadonlySet<string>): InterfaceChange | undefined {
  const { before } = change;
  if (!before) return undefined;
  const jobs = before.members.filter(({ kind, name }) => kind === "job" && !others.has(name));
  return {
    ...change,
    before: { ...before, members: jobs },
    after: { scope: before.scope, file: before.file, line: before.line, members: [] },
    members: jobs.map((job) => ({ before: job, after: null })),
  };
}

type Breaker = <U extends InterfaceUse>(use: U, findings: Findings<U>) => void;

const typeOf = (scope: string): ArtifactType => scope.slice(0, scope.indexOf(":")) as ArtifactType;

const nameOf = (scope: string): string => scope.slice(scope.indexOf(":") + 1);

/**
 * Prepares the comparison of one artifact, for any number of uses. `moved` is the change if it was moved, `jobsGone` that of its jobs
 * if it was removed.
 */
function breakerOf(change: InterfaceChange, moved?: InterfaceChange, jobsGone?: InterfaceChange): Breaker {
  const { before, after } = change;
  const rule = EFFECT_RULES[typeOf(change.scope)];
  if (!before || !rule) return () => {};
  if (!after) {
    const { removed: effect } = rule;
    const compared = moved ?? jobsGone;
    const rest = compared && rule.isMerged ? breakerOf(compared) : undefined;
    return (use, findings) => {
      // A URL in a text may be a link that nothing loads.
      if (rule.isGenerated && !use.arguments) return;
      if (effect) findings.breaks.push(artifactRemoved(use, before, moved?.after ?? null, effect));
      rest?.(use, findings);
    };
  }
  const [old, current] = [new InterfaceNames(before), new InterfaceNames(after)];
  const replacementOf = renamesIn({
    ...change,
    members: change.members.filter(
      (one) => !isRespelled(one.before ?? one.after, one.before ? current : old),
    ),
  });
  const required = change.members
    .flatMap((each) => (isNewlyRequired(each) ? [each.after] : []))
    // Some names differ only in case, which not every tool distinguishes.
    .filter((one) => current.find(one.kind, one.name) === one && !isRequiredIn(old, one));
  const retyped = new Map(
    change.members.flatMap((each) => (isRetyped(each) ? [[each.before, each.after]] : [])),
  );
  const listsFiles = after.members.some(({ kind, name }) => kind === "subpath" && name !== ".");
  const generated = rule.isGenerated
    ? [...goneNames(change, rule.members), ...neededNames(required, rule.members, old)].slice(
        0,
        MAX_GENERATED,
      )
    : [];
  const inputs = changedInputs(change).slice(0, MAX_GENERATED);
  return (use, { breaks, undecided }) => {
    for (const { kind, name } of generated) {
      const reason = use.arguments ? use.openArguments?.[kind] : "Generated code is not read";
      if (reason !== undefined) undecided.push({ use, kind, name, at: placeOf(use), reason });
    }
    // An ecosystem that does not read arguments says nothing about them.
    if (!use.arguments) return;
    for (const { types, ...changed } of inputs) {
      const variables = use.arguments.filter((one) => one.kind === "definition" && types.has(one.name));
      for (const one of variables) undecided.push({ use, ...changed, at: placeOf(one) });
    }
    let paths: Set<string> | undefined;
    const passed = () => (paths ??= new Set(use.arguments?.map((each) => `${each.file}\0${each.name}`)));
    for (const { kind, name, file, line, effect: ownEffect } of use.arguments) {
      const known = old.find(kind, name);
      // A module that computes its names, or a copied folder, may not have this one.
      if (!known || (isListed(kind) && known.name.length < name.length)) continue;
      const at = { file, line };
      const found = current.find(kind, name);
      const still = found && isPackage(found) && !isPackage(known) && listsFiles ? undefined : found;
      const newType = retyped.get(known);
      if (still && newType && isTypeOpen(known, newType, name)) {
        const what = isVersioned(kind) ? "The supported versions change" : "The type changes";
        const reason = `${what} from ${known.type} to ${newType.type}`;
        undecided.push({ use, kind, name: known.name, at, reason });
      }
      if (still && isUnread(still) && !isUnread(known)) {
        undecided.push({ use, kind, name: known.name, at, reason: `The step ${still.name} was not read` });
      }
      // A step that was not read is not decided itself.
      if (still && isPassedOn(still, known) && !isUnread(current.find("step", still.name))) {
        const reason = `The parameters of ${still.name} are passed on`;
        undecided.push({ use, kind, name: known.name, at, reason });
      }
      const effect = effectOf(rule.members[kind], ownEffect, current.rejects(kind, name));
      if (still || effect === undefined || isOwnerGone(kind, name, old, current)) continue;
      // The map that it is passed in is a break itself.
      const map = mapOf(kind, name);
      if (map !== undefined && !current.find(kind, map) && passed().has(`${file}\0${map}`)) continue;
      const reason = current.refuses(kind, name) ? undefined : current.whyOpen(kind);
      const replacement = replacementOf(known);
      const kept = current.find(kind, known.name);
      const closed = kind === "subpath" ? closedBy(old, current) : undefined;
      if (reason !== undefined) undecided.push({ use, kind, name: known.name, at, reason });
      else
        breaks.push({
          use,
          change: replacement ? "renamed" : "removed",
          kind,
          // Without `exports`, a package has every path, and only the consumer names it. The same goes for a map that
          // is kept, but no longer accepts any name, and for the versions of an engine or peer.
          name: kind === "subpath" || kept ? name : known.name,
          renamedTo: replacement?.name ?? null,
          before: closed ? null : placeOf(known),
          after: replacement || kept || closed ? placeOf(replacement ?? kept ?? closed ?? known) : null,
          at,
          effect,
        });
    }
    const calls = required.length === 0 ? undefined : new Calls(use, current);
    for (const member of required) {
      const { kind, name } = member;
      const effect = rule.members[kind]?.required;
      if (effect === undefined) continue;
      // Calls that were read have all of their arguments, unless some names were left out.
      const isWhole = kind === "field" && (use.arguments?.length ?? 0) < MAX_NAMES;
      const reason = isWhole ? undefined : use.openArguments?.[kind];
      // All secrets of the caller are passed, and the caller can have any.
      if (reason !== undefined && kind === "secret") continue;
      for (const at of calls?.without(member) ?? []) {
        if (reason !== undefined) undecided.push({ use, kind, name, at, reason });
        else
          breaks.push({
            use,
            change: "required",
            kind,
            name,
            renamedTo: null,
            before: null,
            after: placeOf(member),
            at,
            effect,
          });
      }
    }
  };
}

/** More names that generated code may use are not listed for one use. */
const MAX_GENERATED = 20;

/** Returns the removed names that code generated from the whole document may use, without those of removed names. */
function goneNames({ members }: InterfaceChange, rules: Partial<Record<MemberKind, MemberRule>>): Member[] {
  const removed = members.flatMap(({ before, after }) =>
    before && !after && rules[before.kind]?.removed ? [before] : [],
  );
  const names = new Set(removed.map(({ name }) => name));
  return removed.filter(({ name }) => !names.has(holderOf(name) ?? ""));
}

/** Returns the newly required names that only code generated from the whole document can pass, of operations that it had before. */
const neededNames = (
  required: readonly Member[],
  rules: Partial<Record<MemberKind, MemberRule>>,
  old: InterfaceNames,
): Member[] =>
  required.filter(
    ({ kind, name }) =>
      rules[kind]?.required === undefined && old.find("operation", operationOf(name)) !== undefined,
  );

/** Returns `GET /pets` for its parameter `GET /pets: limit`. */
const operationOf = (parameter: string): string => parameter.slice(0, parameter.lastIndexOf(": "));

/** Whether a changed type may reject the value of a consumer. Ranges of versions are compared with it. */
const isTypeOpen = (known: Member, newType: Member, name: string): boolean =>
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
function closedBy(old: InterfaceNames, current: InterfaceNames): Member | undefined {
  const [before, after] = [old.find("subpath", "."), current.find("subpath", ".")];
  return before && after && isPackage(before) && !isPackage(after) ? after : undefined;
}

/** Whether a path of a package is only accepted because the package has no `exports`. Its files are known only if two commits are compared. */
const isPackage = ({ kind, name, acceptsAny }: Member): boolean =>
  kind === "subpath" && name === "." && acceptsAny === true;

/** Whether only the name of a step is known. */
const isUnread = (one: Member | undefined): boolean => one?.kind === "step" && one.acceptsAny === true;

/** Whether a parameter is only accepted because its step passes all of them on. */
const isPassedOn = (still: Member, known: Member): boolean =>
  still.kind === "parameter" && still.acceptsAny === true && still.name !== known.name;

/** Whether a member is kept with a name that differs only in case, which its tool does not distinguish. */
function isRespelled(one: Member | null, others: InterfaceNames): boolean {
  const found = one ? others.find(one.kind, one.name)?.name : undefined;
  return found !== undefined && found !== one?.name && found.toLowerCase() === one?.name.toLowerCase();
}

/** Whether the job or step of a parameter was removed too, which is a break itself. */
function isOwnerGone(kind: MemberKind, name: string, old: InterfaceNames, current: InterfaceNames): boolean {
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

/** How a use fails without a name. Undefined if that is unknown for the kind. */
const effectOf = (
  rule: MemberRule | undefined,
  own: Effect | undefined,
  isRejected: boolean,
): Effect | undefined => rule && (own ?? (isRejected ? rule.rejected : undefined) ?? rule.removed);

const artifactRemoved = <U extends InterfaceUse>(
  use: U,
  before: ArtifactInterface,
  after: ArtifactInterface | null,
  effect: Effect,
): Break<U> => ({
  use,
  change: "artifact_removed",
  kind: null,
  name: nameOf(before.scope),
  renamedTo: after && nameOf(after.scope),
  before: placeOf(before),
  after: after && placeOf(after),
  at: { file: use.file, line: use.line },
  effect,
});

const isListed = (kind: MemberKind): boolean => kind === "name" || kind === "file";

type Changed = { before: Member; after: Member };

const isNewlyRequired = (change: {
  before: Member | null;
  after: Member | null;
}): change is { before: Member | null; after: Member } =>
  change.after?.required === true && change.before?.required !== true;

function isRequiredIn(names: InterfaceNames, { kind, name }: Member): boolean {
  const known = names.find(kind, name);
  return known?.required === true && known.name.length === name.length;
}

const isRetyped = (change: { before: Member | null; after: Member | null }): change is Changed =>
  change.before?.type !== undefined &&
  change.after?.type !== undefined &&
  change.before.type !== change.after.type;

/** An argument that the interface does not have: the use fails once it gets this interface. */
export interface LatentBreak<U extends InterfaceUse> {
  use: U;
  kind: MemberKind;
  name: string;
  at: Place;
  effect: Effect;
}

/** Finds the names that consumers pass or read although the current interface does not have them. */
export function findLatentBreaks<U extends InterfaceUse>(
  interfaces: readonly ArtifactInterface[],
  uses: Iterable<U>,
): LatentBreak<U>[] {
  const names = new Map(interfaces.map((one) => [one.scope, new InterfaceNames(one)]));
  const found: LatentBreak<U>[] = [];
  for (const use of uses) {
    const known = names.get(use.scope);
    const { members: rules, isMerged } = EFFECT_RULES[typeOf(use.scope)] ?? {};
    if (!known || !rules) continue;
    for (const { kind, name, file, line, effect: ownEffect } of use.arguments ?? []) {
      const effect = effectOf(rules[kind], ownEffect, known.rejects(kind, name));
      // A pipeline takes these names from any of the files that it includes.
      if (isMerged && kind !== "input") continue;
      // Another package may provide the command.
      if (kind === "command_name") continue;
      if (effect === undefined || known.find(kind, name)) continue;
      if (known.whyOpen(kind) !== undefined && !known.refuses(kind, name)) continue;
      found.push({ use, kind, name, at: { file, line }, effect });
    }
  }
  return found.toSorted((a, b) => compareOrdinal(a.at.file, b.at.file) || a.at.line - b.at.line);
}
