import type { ArtifactType } from "@knockon/contract/vocabulary/artifact-type";
import type { Clock } from "@knockon/contract/vocabulary/clock";
import type { Effect, MemberKind } from "@knockon/contract/vocabulary/interface";

/** The output of `knockon replay --json`, with the fields of the API's `Check` resource where they are the same. */
export interface ReplayReport {
  format_version: 1;
  since: string;
  until: string;
  within_days: number;
  repositories: { full_path: string; commits: number; error: string | null }[];
  summary: ReplaySummary;
  /** By date. */
  warnings: ReplayWarning[];
  /** By date. */
  missed: MissedChange[];
  timings: { seconds: number };
}

export interface ReplaySummary {
  commits: number;
  /** Commits that remove or newly require something, or support fewer versions, whether it is used or not. */
  breaking_commits: number;
  warnings: Record<Outcome, number>;
  /** Uses that could not be decided. */
  undecided: number;
  missed: number;
  /** Confirmed warnings by confirmed and open ones. Null without any. */
  precision: number | null;
  /** Confirmed warnings by confirmed and missed ones. Null without any. */
  recall: number | null;
}

export const OUTCOMES = ["confirmed", "open", "reverted", "pending", "not_reached"] as const;

/**
 * What followed a warning, within the given days after the consumer got the change:
 *
 * - `confirmed`: the consumer stopped passing or reading the name, passed the required one, or moved away.
 * - `open`: nothing.
 * - `reverted`: the producer took the change back first.
 * - `pending`: the period ends too early.
 * - `not_reached`: the consumer never got the change: it stays at an older version.
 */
export type Outcome = (typeof OUTCOMES)[number];

export interface Place {
  file: string;
  line: number;
}

export interface ReplayWarning {
  /** Of the producer's commit. */
  at: string;
  producer: string;
  commit: string;
  producer_artifact: { artifact_type: ArtifactType; name: string };
  change: "artifact_removed" | "removed" | "renamed" | "required";
  kind: MemberKind | null;
  name: string;
  renamed_to: string | null;
  before: Place | null;
  after: Place | null;
  consumer: string;
  /** The lines that pass or read the name, or declare the artifact. All in one use or one file of uses. */
  uses: Place[];
  version_constraint: string | null;
  clock: Clock;
  effect: Effect;
  confidence: number;
  outcome: Outcome;
  /** When the consumer got the change. */
  reached_at: string | null;
  fix: Fix | null;
  reverted_at: string | null;
}

/** The commit of the consumer that confirms a warning. */
export interface Fix {
  commit: string;
  at: string;
  /** `dropped` the name, `passed` the required one, `removed` the use, or `pinned` an older version. */
  how: "dropped" | "passed" | "removed" | "pinned";
}

/** A consumer that stopped naming what its producer removed, although it was not warned. */
export interface MissedChange {
  /** Of the producer's commit. */
  at: string;
  producer: string;
  commit: string;
  producer_artifact: { artifact_type: ArtifactType; name: string };
  kind: MemberKind | null;
  name: string;
  consumer: string;
  fix: { commit: string; at: string; file: string; line: number };
}
