import type { Clock } from "@knockon/contract/vocabulary/clock";
import type { Affected } from "./impact-text.ts";

const AFTER: Partial<Record<Clock, { one: string; many: string }>> = {
  bump: { one: "bumps", many: "bump" },
  next_update: { one: "updates", many: "update" },
};

/** `after flux2 bumps`: what decides when a repository gets the change, if nothing in it has to be edited. Undefined if its own declaration does. */
export const afterInWords = ({ repository, clock, clock_repository }: Affected): string | undefined =>
  clock_repository.id === repository.id ? undefined : afterRepository(clock_repository.name, clock);

/** The same of another repository that decides. Undefined for a clock at which nothing has to be edited. */
export function afterRepository(name: string, clock: Clock): string | undefined {
  const verb = AFTER[clock]?.one;
  return verb === undefined ? undefined : `after ${name} ${verb}`;
}

/** Repositories of one clock in which nothing has to be edited. */
export interface Followers {
  count: number;
  /** `after flux2 bumps`, or `after others bump` if several repositories decide. */
  words: string;
}

/** Returns by clock how many get the change after another repository has a new version. */
export function followersOf(affected: readonly Affected[]): ReadonlyMap<Clock, Followers> {
  const following = affected.filter((row) => !row.archived && afterInWords(row) !== undefined);
  return new Map(
    [...Map.groupBy(following, ({ clock }) => clock)].map(([clock, rows]) => [
      clock,
      sumOfFollowers(
        clock,
        rows.map((row) => afterInWords(row) ?? ""),
      ),
    ]),
  );
}

/** Sums up the words of each. */
export function sumOfFollowers(clock: Clock, all: readonly string[]): Followers {
  const [words = "", ...others] = new Set(all);
  return { count: all.length, words: others.length === 0 ? words : `after others ${AFTER[clock]?.many}` };
}
