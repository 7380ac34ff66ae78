/** Numbers from 0 to 1 that only the seed decides: a linear congruence, its better half taken. */
export function randomNumbers(seed: number): () => number {
  const multiplier = 6364136223846793005n;
  let state = BigInt(seed) * multiplier + 1n;
  return () => {
    state = BigInt.asUintN(64, state * multiplier + 1442695040888963407n);
    return Number(state >> 32n) / 2 ** 32;
  };
}
