import { type Clock, CLOCKS } from "@knockon/contract/vocabulary/clock";
import { formatCount } from "../format/format.ts";
import { CLOCK_WORDS } from "../format/words.ts";

/** When a repository gets a change. An archived one gets none, as its host runs nothing. */
export type Timing = Clock | "archived";

/** Of those on the next run, how many get a release only if a version or a file decides so, and how many get one release at most. */
export interface NextRunLimit {
  may: number;
  most: number;
}

interface TimingOptions {
  /** "one" if the clocks are those of one repository that gets changes from several: `3 on its next run`. */
  receiver?: "each" | "one";
  /** If a version or a file decides for some. */
  limit?: NextRunLimit | null;
}

/**
 * `1 on its next run, 28 when bumped, 2 archived`, or `all on their next run` if no other has another timing. Where a version decides which get it
 * on the next run: `1 on its next run, 192 may get it on their next run (at most 53 with one version)`.
 */
export function timingInWords(
  timings: readonly Timing[],
  { receiver = "each", limit = null }: TimingOptions = {},
): string {
  const wordsOf = (clock: Clock, count: number): string =>
    CLOCK_WORDS[clock][receiver === "one" || count === 1 ? "one" : "many"];
  const inWords = CLOCKS.flatMap((clock) => {
    const count = timings.filter((one) => one === clock).length;
    const may = clock === "next_run" && limit !== null ? Math.min(limit.may, count) : 0;
    const certain = count - may;
    const all = wordsOf(clock, certain);
    return [
      ...(certain === 0
        ? []
        : [certain < timings.length ? `${formatCount(certain)} ${all}` : certain === 1 ? all : `all ${all}`]),
      ...(may === 0
        ? []
        : [mayInWords(may, wordsOf(clock, may), receiver, (limit?.most ?? count) - certain)]),
    ];
  });
  const archived = timings.filter((one) => one === "archived").length;
  if (archived > 0)
    inWords.push(
      archived < timings.length
        ? `${formatCount(archived)} archived`
        : archived === 1
          ? "archived"
          : "all archived",
    );
  return inWords.join(", ");
}

/** `192 may get it on their next run (at most 53 with one version)` */
function mayInWords(may: number, when: string, receiver: "each" | "one", most: number): string {
  const words = `${formatCount(may)} may ${receiver === "one" ? "arrive" : "get it"} ${when}`;
  return most < may ? `${words} (${limitInWords(most)})` : words;
}

/** How many get one version, if a version decides which do. */
export const limitInWords = (most: number): string => `at most ${formatCount(most)} with one version`;

/** The place of a timing in a list that has the earliest first, archived repositories after all others, and what has no timing last. */
export const rankOfTiming = (timing: Timing | undefined): number =>
  timing === undefined ? CLOCKS.length + 1 : timing === "archived" ? CLOCKS.length : CLOCKS.indexOf(timing);
