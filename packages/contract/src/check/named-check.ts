import type { Check, CheckBreak } from "../resources/check.ts";
import type { Clock } from "../vocabulary/clock.ts";

/** What breaks, without the consumers. */
export interface UnnamedBreak extends Pick<
  CheckBreak,
  "producer_artifact" | "change" | "kind" | "name" | "renamed_to" | "before" | "after" | "clock" | "effect"
> {
  repositories: number;
}

/** The consumers that a check only counts. */
export interface Unnamed {
  /** By clock and effect, as in the check. */
  breaks: UnnamedBreak[];
  /** Repositories with breaks, each counted once per clock. */
  byClock: Partial<Record<Clock, number>>;
  /** Number of undecided uses. */
  undecided: number;
  /** Whether they are unnamed because they are less visible than the repository of the check. */
  areLessVisible: boolean;
}

/** A check in which `breaks` and `undecided` contain only consumers that its readers may see. */
export interface NamedCheck extends Check {
  unnamed: Unnamed;
}

/** `3 private repositories`. */
export function describeUnnamed(count: number, { areLessVisible }: Pick<Unnamed, "areLessVisible">): string {
  const adjective = areLessVisible ? "private " : "";
  return `${count} ${adjective}${count === 1 ? "repository" : "repositories"}`;
}
