/** A schedule showed something that must never be. */
export class Violation extends Error {
  readonly seed: number;
  readonly log: readonly string[];
  constructor(seed: number, what: string, log: readonly string[]) {
    super(`seed ${seed}: ${what}\nTo see it again: npm run simulate -- --seed ${seed} --schedules 1`);
    this.seed = seed;
    this.log = log;
  }
}
