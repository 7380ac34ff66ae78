import { type Clock, CLOCKS } from "@knockon/contract/vocabulary/clock";
import { formatCount } from "../format/format.ts";
import { CLOCK_WORDS } from "../format/words.ts";

interface TimingOptions {
  /** "one" if the clocks are those of one repository that gets changes from several: `3 on its next run`. */
  receiver?: "each" | "one";
  /** How many get one release on the next run at most, if a version decides which do. */
  most?: number | null;
}

/**
 * `1 on its next run, 28 when bumped`, or `all on their next run` if no other has another timing. Where a version decides which get it
 * on the next run: `192 may get it on their next run (at most 53 with one version)`.
 */
export function timingInWords(
  clocks: readonly Clock[],
  { receiver = "each", most = null }: TimingOptions = {},
): string {
  return CLOCKS.flatMap((clock) => {
    const count = clocks.filter((one) => one === clock).length;
    if (count === 0) return [];
    const words = CLOCK_WORDS[clock][receiver === "one" || count === 1 ? "one" : "many"];
    if (most !== null && clock === "next_run") {
      const may = `${formatCount(count)} may ${receiver === "one" ? "arrive" : "get it"} ${words}`;
      return most < count ? `${may} (${limitInWords(most)})` : may;
    }
    if (count < clocks.length) return `${formatCount(count)} ${words}`;
    return count === 1 ? words : `all ${words}`;
  }).join(", ");
}

/** How many get one version, if a version decides which do. */
export const limitInWords = (most: number): string => `at most ${formatCount(most)} with one version`;

/** The place of a timing in a list that has the earliest first. */
export const rankOfClock = (clock: Clock | undefined): number =>
  clock === undefined ? CLOCKS.length : CLOCKS.indexOf(clock);
