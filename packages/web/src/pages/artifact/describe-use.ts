import type { Artifact } from "@knockon/contract/resources/artifact";
import { countOf, formatCount } from "../../format/format.ts";
import { type Timing, timingInWords } from "../../subject/timing.ts";

type Used = Pick<Artifact, "consumer_count" | "dependent_count">;

/** `Used by 31 repositories: 1 on its next run, 30 when bumped. 2 more only mention it.` Without a timing if that is not known. */
export function describeUse(
  { consumer_count, dependent_count }: Used,
  timings: readonly Timing[] | null,
  most: number | null = null,
): string {
  const mentioning = consumer_count - dependent_count;
  if (dependent_count === 0)
    return mentioning === 0
      ? "No known consumers."
      : `No known consumers. ${countOf(mentioning, "repository", "repositories")} only ${verb(mentioning)} it.`;
  const uses = `Used by ${countOf(dependent_count, "repository", "repositories")}`;
  return [
    timings === null ? `${uses}.` : `${uses}: ${timingInWords(timings, { most })}.`,
    ...(mentioning === 0 ? [] : [`${formatCount(mentioning)} more only ${verb(mentioning)} it.`]),
  ].join(" ");
}

const verb = (count: number): string => (count === 1 ? "mentions" : "mention");
