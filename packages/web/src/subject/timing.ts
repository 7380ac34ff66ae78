import { type Clock, CLOCKS } from "@knockon/contract/vocabulary/clock";
import { formatCount } from "../format/format.ts";
import { CLOCK_WORDS } from "../format/words.ts";

/**
 * `1 on its next run, 28 when bumped`, or `all on their next run` if no other has another timing. With `receiver` "one", the clocks
 * are those of one repository that gets changes from several: `3 on its next run`.
 */
export function timingInWords(clocks: readonly Clock[], receiver: "each" | "one" = "each"): string {
  return CLOCKS.flatMap((clock) => {
    const count = clocks.filter((one) => one === clock).length;
    if (count === 0) return [];
    const words = CLOCK_WORDS[clock][receiver === "one" || count === 1 ? "one" : "many"];
    if (count < clocks.length) return `${formatCount(count)} ${words}`;
    return count === 1 ? words : `all ${words}`;
  }).join(", ");
}

/** The place of a timing in a list that has the earliest first. */
export const rankOfClock = (clock: Clock | undefined): number =>
  clock === undefined ? CLOCKS.length : CLOCKS.indexOf(clock);
