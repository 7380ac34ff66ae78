import { type Clock, CLOCKS } from "@knockon/contract/vocabulary/clock";
import { formatCount } from "../format/format.ts";
import { CLOCK_WORDS } from "../format/words.ts";

/** When a repository gets a change. An archived one gets none, as its host runs nothing. */
export type Timing = Clock | "archived";

interface TimingOptions {
  /** "one" if the clocks are those of one repository that gets changes from several: `3 on its next run`. */
  receiver?: "each" | "one";
  /** How many get one release on the next run at most, if a version decides which do. */
  most?: number | null;
}

/**
 * `1 on its next run, 28 when bumped, 2 archived`, or `all on their next run` if no other has another timing. Where a version decides which get it
 * on the next run: `192 may get it on their next run (at most 53 with one version)`.
 */
export function timingInWords(
  timings: readonly Timing[],
  { receiver = "each", most = null }: TimingOptions = {},
): string {
  const inWords = CLOCKS.flatMap((clock) => {
    const count = timings.filter((one) => one === clock).length;
    if (count === 0) return [];
    const words = CLOCK_WORDS[clock][receiver === "one" || count === 1 ? "one" : "many"];
    if (most !== null && clock === "next_run") {
      const may = `${formatCount(count)} may ${receiver === "one" ? "arrive" : "get it"} ${words}`;
      return most < count ? `${may} (${limitInWords(most)})` : may;
    }
    if (count < timings.length) return `${formatCount(count)} ${words}`;
    return count === 1 ? words : `all ${words}`;
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

/** How many get one version, if a version decides which do. */
export const limitInWords = (most: number): string => `at most ${formatCount(most)} with one version`;

/** The place of a timing in a list that has the earliest first, archived repositories after all others, and what has no timing last. */
export const rankOfTiming = (timing: Timing | undefined): number =>
  timing === undefined ? CLOCKS.length + 1 : timing === "archived" ? CLOCKS.length : CLOCKS.indexOf(timing);
