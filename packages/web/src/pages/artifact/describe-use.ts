import type { Artifact } from "@knockon/contract/resources/artifact";
import { countOf, formatCount } from "../../format/format.ts";
import { type NextRunLimit, type Timing, timingInWords } from "../../subject/timing.ts";

type Used = Pick<Artifact, "consumer_count" | "dependent_count">;

/**
 * `Used by 31 repositories: 1 on its next run, 30 when bumped. 2 more only mention it.` Without a timing if that is not known. Of an
 * archived producer, says that no release is expected instead of when it would arrive.
 */
export function describeUse(
  { consumer_count, dependent_count }: Used,
  timings: readonly Timing[] | null,
  limit: NextRunLimit | null = null,
  isArchived = false,
): string {
  const mentioning = consumer_count - dependent_count;
  const archived = isArchived ? ["Archived: no new release is expected."] : [];
  if (dependent_count === 0) {
    const mentions = `${countOf(mentioning, "repository", "repositories")} only ${verb(mentioning)} it.`;
    return [...archived, "No known consumers.", ...(mentioning === 0 ? [] : [mentions])].join(" ");
  }
  const uses = `Used by ${countOf(dependent_count, "repository", "repositories")}`;
  return [
    ...archived,
    timings === null || isArchived ? `${uses}.` : `${uses}: ${timingInWords(timings, { limit })}.`,
    ...(mentioning === 0 ? [] : [`${formatCount(mentioning)} more only ${verb(mentioning)} it.`]),
  ].join(" ");
}

const verb = (count: number): string => (count === 1 ? "mentions" : "mention");
