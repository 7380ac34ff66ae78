import { formatCount } from "./count.ts";

/** A bus factor in words: on how many people half of the work rests. */
export const restsOn = (busFactor: number): string =>
  busFactor === 1 ? "1 person" : `${formatCount(busFactor)} people`;
