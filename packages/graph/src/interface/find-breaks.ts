import { isVersioned, type Effect, type MemberKind } from "@knockon/contract/vocabulary/interface";
import {
  MAX_NAMES,
  type Argument,
  type ArtifactInterface,
  type Member,
  type OpenKinds,
} from "@knockon/extract/interface";
import { holderOf, InterfaceNames, mapOf } from "./accepts.ts";
import { Calls, placeOf, type Place } from "./calls.ts";
import { findMoves, renamesIn, type InterfaceChange } from "./diff-interfaces.ts";
import { type ArtifactRule, EFFECT_RULES, effectOf, type MemberRule, typeOf } from "./effects.ts";
import { changedInputs } from "./inputs.ts";
import {
  closedBy,
  isContentUnknown,
  isEndingGone,
  isListed,
  isNewlyRequired,
  isOwnerGone,
  isPackage,
  isPassedOn,
  isRequiredIn,
  isRespelled,
  isRetyped,
  isTypeOpen,
  isUnread,
} from "./member-changes.ts";

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
  const compared = { rule, old, current, required, retyped, replacementOf, listsFiles };
  return (use, findings) => {
    for (const { kind, name } of generated) {
      const reason = use.arguments ? use.openArguments?.[kind] : "Generated code is not read";
      if (reason !== undefined) findings.undecided.push({ use, kind, name, at: placeOf(use), reason });
    }
    // An ecosystem that does not read arguments says nothing about them.
    if (!use.arguments) return;
    for (const { types, ...changed } of inputs) {
      const variables = use.arguments.filter((one) => one.kind === "definition" && types.has(one.name));
      for (const one of variables) findings.undecided.push({ use, ...changed, at: placeOf(one) });
    }
    judgeArguments(compared, use, use.arguments, findings);
    judgeRequired(compared, use, findings);
  };
}

/** An artifact before and after a change, prepared for any number of uses. */
interface Compared {
  rule: ArtifactRule;
  old: InterfaceNames;
  current: InterfaceNames;
  /** Members that uses have to pass from now on. */
  required: Member[];
  /** The members whose types differ, with what they are now. */
  retyped: ReadonlyMap<Member, Member>;
  replacementOf: (removed: Member) => Member | undefined;
  /** Whether a package names its files in `exports`. */
  listsFiles: boolean;
}

/** Judges the names that a use passes or reads. */
function judgeArguments<U extends InterfaceUse>(
  { rule, old, current, retyped, replacementOf, listsFiles }: Compared,
  use: U,
  passed: readonly Argument[],
  { breaks, undecided }: Findings<U>,
): void {
  let paths: Set<string> | undefined;
  const isPassed = (file: string, name: string): boolean =>
    (paths ??= new Set(passed.map((each) => `${each.file}\0${each.name}`))).has(`${file}\0${name}`);
  for (const { kind, name, file, line, effect: ownEffect } of passed) {
    const known = old.find(kind, name);
    // A module that computes its names, or a copied folder, may not have this one.
    if (!known || (isListed(kind) && known.name.length < name.length)) continue;
    const at = { file, line };
    const found = current.find(kind, name);
    const isGone = found && isPackage(found) && !isPackage(known) && listsFiles;
    const still = isGone || (found && isEndingGone(known, found, name)) ? undefined : found;
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
    if (still && isContentUnknown(still, known, old.find(kind, still.name))) {
      const reason = `What ${still.name} contains is not known`;
      undecided.push({ use, kind, name: known.name, at, reason });
    }
    const effect = effectOf(rule.members[kind], ownEffect, current.rejects(kind, name));
    if (still || effect === undefined || isOwnerGone(kind, name, old, current)) continue;
    // The map that it is passed in is a break itself.
    const map = mapOf(kind, name);
    if (map !== undefined && !current.find(kind, map) && isPassed(file, map)) continue;
    const reason = current.refuses(kind, name) ? undefined : current.whyOpen(kind);
    if (reason !== undefined) {
      undecided.push({ use, kind, name: known.name, at, reason });
      continue;
    }
    const replacement = replacementOf(known);
    const kept = current.find(kind, known.name);
    const closed = kind === "subpath" ? closedBy(old, current) : undefined;
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
}

/** Judges the calls of a use that do not pass a name that is now required. */
function judgeRequired<U extends InterfaceUse>(
  { rule, current, required }: Compared,
  use: U,
  { breaks, undecided }: Findings<U>,
): void {
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
    const [before, after] = [null, placeOf(member)];
    for (const at of calls?.without(member) ?? []) {
      if (reason !== undefined) undecided.push({ use, kind, name, at, reason });
      else breaks.push({ use, change: "required", kind, name, renamedTo: null, before, after, at, effect });
    }
  }
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
