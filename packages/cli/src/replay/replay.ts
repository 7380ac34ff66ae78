import { findRepositories, type LocalRepository } from "@knockon/adapters/git-host/local/discover";
import { CONFINED_FORMATS } from "@knockon/extract/isolate/confinement";
import { createExtractor } from "@knockon/extract/isolate/extractor";
import { InterfaceNames } from "@knockon/graph/interface/accepts";
import { findBreaks, type Break } from "@knockon/graph/interface/find-breaks";
import { usesOfRepository } from "../check/offline-check.ts";
import { makeReport } from "../offline/make-report.ts";
import { FactsCache } from "./facts-cache.ts";
import { findProducerCommits, isBreaking, mergeByTime, type ProducerCommit } from "./interface-changes.ts";
import { findMissed, type Removal } from "./missed.ts";
import { Organization } from "./organization.ts";
import { followConsumer, type FoundBreak, type Reaction } from "./outcome.ts";
import { OUTCOMES, type Outcome, type ReplayReport, type ReplayWarning } from "./replay-report.ts";
import { messageOf, Timeline, type Period, type Sources } from "./timeline.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
/** As in `knockon check`. */
const MIN_CONFIDENCE = 0.4;
/** Each takes up to five Git processes, one after the other. */
const OPENED_AT_ONCE = 8;
const CACHED_BYTES = 256 * 1024 * 1024;

export interface ReplayOptions extends Period {
  withinDays: number;
  /** Repositories to read in parallel. */
  jobs: number;
  withSourceInterfaces: boolean;
  onProgress: (done: number, total: number, fullPath: string) => void;
  onWarning?: (warning: string) => void;
  /** Limits the text whose facts are kept in memory. */
  cachedBytes?: number;
}

/** Replays the history of a folder of repositories or of a listing file. Throws NoRepositoriesError. */
export async function replay(path: string, options: ReplayOptions): Promise<ReplayReport> {
  const startedAt = performance.now();
  const { since, until, withinDays, onWarning = () => {} } = options;
  const { repositories, warnings: notes } = await findRepositories(path);
  for (const note of notes) onWarning(note);
  const reader = createExtractor(options.jobs, CONFINED_FORMATS);
  try {
    const sources: Sources = {
      reader,
      cache: new FactsCache(options.cachedBytes ?? CACHED_BYTES),
      withSourceInterfaces: options.withSourceInterfaces,
    };
    const opened: OpenedRepository[] = [];
    for (let at = 0; at < repositories.length; at += OPENED_AT_ONCE) {
      const some = repositories.slice(at, at + OPENED_AT_ONCE);
      opened.push(...(await Promise.all(some.map((one) => openTimeline(one, { since, until }, sources)))));
    }
    const timelines = opened.flatMap(({ timeline }) => timeline ?? []);
    const found = await replayTimelines(timelines, options);
    const missed = await findMissed(timelines, found.removals, found.warnings, withinDays * DAY_MS);
    return {
      format_version: 1,
      since: since.toISOString(),
      until: until.toISOString(),
      within_days: withinDays,
      repositories: opened.map(({ repository, timeline, error }) => ({
        full_path: repository.fullPath,
        commits: timeline?.commits.length ?? 0,
        error: error ?? timeline?.error ?? null,
      })),
      summary: {
        commits: timelines.reduce((sum, { commits }) => sum + commits.length, 0),
        breaking_commits: found.breakingCommits,
        ...rate(found.warnings, missed.length),
        undecided: found.undecided,
        missed: missed.length,
      },
      warnings: found.warnings,
      missed,
      timings: { seconds: (performance.now() - startedAt) / 1000 },
    };
  } finally {
    await reader.close();
  }
}

interface OpenedRepository {
  repository: LocalRepository;
  timeline?: Timeline;
  /** Why the repository is left out. */
  error: string | null;
}

const openTimeline = (
  repository: LocalRepository,
  period: Period,
  sources: Sources,
): Promise<OpenedRepository> =>
  Timeline.open(repository, period, sources).then(
    (timeline) => ({ repository, timeline, error: null }),
    (error: unknown) => ({ repository, error: messageOf(error) }),
  );

interface Replayed {
  warnings: ReplayWarning[];
  removals: Removal[];
  breakingCommits: number;
  undecided: number;
}

/** Goes through the commits of all repositories by time. */
async function replayTimelines(
  timelines: readonly Timeline[],
  { until, withinDays, onProgress }: ReplayOptions,
): Promise<Replayed> {
  const organization = new Organization(timelines);
  const total = timelines.reduce((sum, { commits }) => sum + commits.length, 0);
  const withinMs = withinDays * DAY_MS;
  let done = 0;
  const sources = timelines.map((timeline) =>
    findProducerCommits(timeline, () => onProgress((done += 1), total, timeline.repository.fullPath)),
  );
  const replayed: Replayed = { warnings: [], removals: [], breakingCommits: 0, undecided: 0 };
  for await (const change of mergeByTime(sources)) {
    noteReverts(replayed.warnings, change);
    const breaking = change.changes.filter(isBreaking);
    if (breaking.length === 0) continue;
    replayed.breakingCommits += 1;
    replayed.removals.push(...removalsOf(change));
    const { warnings, undecided } = await findWarnings(change, organization, withinMs);
    replayed.warnings.push(...warnings);
    replayed.undecided += undecided;
  }
  for (const warning of replayed.warnings) warning.outcome = outcomeOf(warning, until, withinMs);
  return replayed;
}

/** Finds the uses that one commit breaks, and what their repositories did. */
async function findWarnings(change: ProducerCommit, organization: Organization, withinMs: number) {
  const { producer, commit, index, changes } = change;
  const { fullPath, defaultBranch } = producer.repository;
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
  const findings = findBreaks(
    changes,
    usesOfRepository(report, root, { branches, interfaces: changes }, MIN_CONFIDENCE),
  );
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

const artifactOf = (scope: string) => ({
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
function noteReverts(
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

function outcomeOf({ fix, reached_at, reverted_at }: ReplayWarning, until: Date, withinMs: number): Outcome {
  const [reached, fixed, reverted] = [reached_at, fix?.at, reverted_at].map((time) =>
    time === null || time === undefined ? Infinity : Date.parse(time),
  ) as [number, number, number];
  if (reverted < Math.min(fixed, reached + withinMs)) return "reverted";
  if (fixed < Infinity) return "confirmed";
  if (reached === Infinity) return "not_reached";
  return reached + withinMs > until.getTime() ? "pending" : "open";
}

const removalsOf = ({ producer, commit, changes }: ProducerCommit): Removal[] =>
  changes.flatMap(({ scope, before, after, members }): Removal[] => {
    const common = { producer, commit, artifact: artifactOf(scope) };
    if (!before) return [];
    if (!after) return [{ ...common, kind: null, name: common.artifact.name }];
    return members.flatMap((one) =>
      one.before && !one.after ? [{ ...common, kind: one.before.kind, name: one.before.name }] : [],
    );
  });

function rate(warnings: readonly ReplayWarning[], missed: number) {
  const counts = Object.fromEntries(
    OUTCOMES.map((outcome) => [outcome, warnings.filter((one) => one.outcome === outcome).length]),
  ) as Record<Outcome, number>;
  const { confirmed, open } = counts;
  return {
    warnings: counts,
    precision: confirmed + open === 0 ? null : confirmed / (confirmed + open),
    recall: confirmed + missed === 0 ? null : confirmed / (confirmed + missed),
  };
}
