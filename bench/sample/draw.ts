import { createHash } from "node:crypto";

interface Options {
  /** The same seed and items result in the same sample. */
  seed: string;
  count: number;
}

/** Draws without repetition, taking strata in turns, so that rare kinds are reviewed as well. */
export function draw<T>(items: readonly T[], stratumOf: (item: T) => string, { seed, count }: Options): T[] {
  const strata = Map.groupBy(shuffle(items, seed), stratumOf);
  const queues = [...strata].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, queue]) => queue);
  const rounds = Math.max(0, ...queues.map((queue) => queue.length));
  const inTurn = Array.from({ length: rounds }, (_, round) =>
    queues.flatMap((queue) => queue.slice(round, round + 1)),
  );
  return inTurn.flat().slice(0, count);
}

/** Orders items by a hash of seed and position. */
function shuffle<T>(items: readonly T[], seed: string): T[] {
  const keyed = items.map((item, position) => ({
    item,
    key: createHash("sha256").update(`${seed}\0${position}`).digest("hex"),
  }));
  return keyed.toSorted((a, b) => (a.key < b.key ? -1 : 1)).map(({ item }) => item);
}
