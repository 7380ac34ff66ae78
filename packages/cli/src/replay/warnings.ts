import { listBranchesWithout } from "@knockon/adapters/git-host/local/head";
import { InterfaceNames } from "@knockon/graph/interface/accepts";
import { findBreaks, type Break } from "@knockon/graph/interface/find-breaks";
import { usesOfRepository } from "../check/offline-check.ts";
import { makeReport } from "../offline/make-report.ts";
import type { ProducerCommit } from "./interface-changes.ts";
import type { Organization } from "./organization.ts";
import { followConsumer, type FoundBreak, type Reaction } from "./outcome.ts";
import type { Outcome, ReplayWarning } from "./replay-report.ts";

/** As in `knockon check`. */
const MIN_CONFIDENCE = 0.4;

/** Finds the uses that one commit breaks, and what their repositories did. */
export async function findWarnings(change: ProducerCommit, organization: Organization, withinMs: number) {
  const { producer, commit, index, changes } = change;
  const { fullPath, defaultBranch, gitDir } = producer.repository;
  const types = new Set<string>(changes.map(({ scope }) => scope.slice(0, scope.indexOf(":"))));
  const scanned = await organization.before(producer, index, commit.at);
  const report = makeReport(
    scanned.map((one) => ({
      ...one,
      extraction: {
        ...one.extraction,
        declarations: one.extraction.declarations.filter(({ dependencyType }) => types.has(dependencyType)),
      },
    })),
    { extractSeconds: 0, withOwnership: false },
  );
  const root = report.repositories.find((one) => one.full_path === fullPath);
  if (!root) return { warnings: [], undecided: 0 };
  const branches = defaultBranch === null ? [] : [defaultBranch];
  const otherBranches = (await listBranchesWithout(gitDir, commit.commitSha)).filter(
    (name) => name !== defaultBranch,
  );
  const reached = { branches, otherBranches, interfaces: changes };
  const findings = findBreaks(changes, usesOfRepository(report, root, reached, MIN_CONFIDENCE));
  const warnings: ReplayWarning[] = [];
  for (const [first, ...others] of Map.groupBy(findings.breaks, keyOf).values()) {
    if (!first) continue;
    const name = first.use.consumer.fullPath;
    const state = organization.cursorOf(name);
    const extraction = scanned.find((one) => one.fullPath === name)?.extraction;
    if (!state || !extraction) continue;
    try {
      const reaction = await followConsumer([first, ...others], change, { ...state, extraction }, withinMs);
      warnings.push(presentWarning(change, [first, ...others], reaction));
    } catch (error) {
      state.timeline.fail(error);
    }
  }
  return { warnings, undecided: findings.undecided.length };
}

/** One warning per file of a consumer, artifact and name. */
const keyOf = ({ use, change, kind, name }: Break<FoundBreak["use"]>): string =>
  [use.consumer.fullPath, use.file, use.scope, use.versionConstraint, change, kind, name].join("\0");

export const artifactOf = (scope: string) => ({
  artifact_type: scope.slice(0, scope.indexOf(":")) as ReplayWarning["producer_artifact"]["artifact_type"],
  name: scope.slice(scope.indexOf(":") + 1),
});

function presentWarning(
  { producer, commit }: ProducerCommit,
  breaks: readonly [FoundBreak, ...FoundBreak[]],
  { reachedAt, fix }: Reaction,
): ReplayWarning {
  const [{ use, change, kind, name, renamedTo, before, after, effect }] = breaks;
  return {
    at: commit.at.toISOString(),
    producer: producer.repository.fullPath,
    commit: commit.commitSha,
    producer_artifact: artifactOf(use.scope),
    change,
    kind,
    name,
    renamed_to: renamedTo,
    before,
    after,
    consumer: use.consumer.fullPath,
    uses: breaks.map(({ at }) => at),
    version_constraint: use.versionConstraint,
    clock: use.clock,
    effect,
    confidence: use.confidence,
    outcome: "open",
    reached_at: reachedAt?.toISOString() ?? null,
    fix,
    reverted_at: null,
  };
}

/** Notes which earlier warnings a later commit of the producer takes back. */
export function noteReverts(
  warnings: readonly ReplayWarning[],
  { producer, commit, changes }: ProducerCommit,
): void {
  const open = warnings.filter(
    (one) => one.producer === producer.repository.fullPath && one.reverted_at === null,
  );
  for (const { scope, after } of open.length === 0 ? [] : changes) {
    if (!after) continue;
    const names = new InterfaceNames(after);
    for (const one of open) {
      const { artifact_type: type, name } = one.producer_artifact;
      if (scope !== `${type}:${name}`) continue;
      const member = one.kind === null ? undefined : names.find(one.kind, one.name);
      const isReverted =
        one.kind === null || (one.change === "required" ? member?.required !== true : member !== undefined);
      if (isReverted) one.reverted_at = commit.at.toISOString();
    }
  }
}

export function outcomeOf(
  { fix, reached_at, reverted_at }: ReplayWarning,
  until: Date,
  withinMs: number,
): Outcome {
  const [reached, fixed, reverted] = [reached_at, fix?.at, reverted_at].map((time) =>
    time === null || time === undefined ? Infinity : Date.parse(time),
  ) as [number, number, number];
  if (reverted < Math.min(fixed, reached + withinMs)) return "reverted";
  if (fixed < Infinity) return "confirmed";
  if (reached === Infinity) return "not_reached";
  return reached + withinMs > until.getTime() ? "pending" : "open";
}
