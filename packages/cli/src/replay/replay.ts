import { findRepositories, type LocalRepository } from "@knockon/adapters/git-host/local/discover";
import { confinedFormats } from "@knockon/extract/isolate/confined-formats";
import { EFFECT_RULES } from "@knockon/graph/interface/effects";
import { createExtractor } from "@knockon/extract/isolate/extractor";
import { FactsCache } from "./facts-cache.ts";
import {
  findProducerCommits,
  isBreaking,
  isRemoved,
  mergeByTime,
  type ProducerCommit,
} from "./interface-changes.ts";
import { findMissed, type Removal } from "./missed.ts";
import { Organization } from "./organization.ts";
import { OUTCOMES, type Outcome, type ReplayReport, type ReplayWarning } from "./replay-report.ts";
import { artifactOf, findWarnings, noteReverts, outcomeOf } from "./warnings.ts";
import { messageOf, Timeline, type Period, type Sources } from "./timeline.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
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
  const reader = createExtractor(options.jobs, confinedFormats());
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

const removalsOf = ({ producer, commit, changes }: ProducerCommit): Removal[] =>
  changes.flatMap(({ scope, before, after, members }): Removal[] => {
    const common = { producer, commit, artifact: artifactOf(scope) };
    const rule = EFFECT_RULES[common.artifact.artifact_type];
    if (!before || !rule) return [];
    if (!after) return rule.removed ? [{ ...common, kind: null, name: common.artifact.name }] : [];
    return members.flatMap((one) =>
      one.before && isRemoved(one) && rule.members[one.before.kind]?.removed
        ? [{ ...common, kind: one.before.kind, name: one.before.name }]
        : [],
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
