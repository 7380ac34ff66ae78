import type { Check, CheckBreak } from "../resources/check.ts";
import type { Clock } from "../vocabulary/clock.ts";
import { formatPlace } from "./words.ts";

/** What breaks, without the consumers. */
export interface UnnamedBreak extends Pick<
  CheckBreak,
  "producer_artifact" | "change" | "kind" | "name" | "renamed_to" | "before" | "after" | "clock" | "effect"
> {
  repositories: number;
}

/** The consumers that a check only counts. */
export interface Unnamed {
  /** By clock and effect, as in the check. */
  breaks: UnnamedBreak[];
  /** Repositories with breaks, each counted once per clock. */
  byClock: Partial<Record<Clock, number>>;
  /** Number of undecided uses. */
  undecided: number;
  /** Whether they are unnamed because they are less visible than the repository of the check. */
  areLessVisible: boolean;
}

/** A check in which `breaks` and `undecided` contain only consumers that its readers may see. */
export interface NamedCheck extends Check {
  unnamed: Unnamed;
}

/** A check, possibly with consumers that it only counts. */
export type ShownCheck = Omit<NamedCheck, "unnamed"> & Partial<Pick<NamedCheck, "unnamed">>;

export type ShownBreak = CheckBreak | UnnamedBreak;

/** Returns all breaks, first those with a named consumer. */
export const shownBreaks = ({ breaks, unnamed }: ShownCheck): ShownBreak[] => [
  ...breaks,
  ...(unnamed?.breaks ?? []),
];

export const isNamed = (one: ShownBreak): one is CheckBreak => !("repositories" in one);

/** `acme/web .github/workflows/ci.yml:8` or `3 private repositories`. */
export const describeUser = (one: ShownBreak, unnamed: Unnamed | undefined): string =>
  isNamed(one)
    ? `${one.consumer.full_path} ${formatPlace(one.use)}`
    : describeUnnamed(one.repositories, unnamed);

/** `3 private repositories`. */
export function describeUnnamed(count: number, unnamed: Unnamed | undefined): string {
  const adjective = unnamed?.areLessVisible ? "private " : "";
  return `${count} ${adjective}${count === 1 ? "repository" : "repositories"}`;
}

/** Removes the consumers that the readers may not see from a check, and counts them. */
export function nameForReaders(
  check: Check,
  { mayName, areLessVisible }: { mayName: (consumerId: string) => boolean; areLessVisible: boolean },
): NamedCheck {
  const isVisible = ({ consumer }: { consumer: { id: string } }): boolean => mayName(consumer.id);
  const hidden = check.breaks.filter((one) => !isVisible(one));
  const undecided = check.undecided.filter(isVisible);
  return {
    ...check,
    breaks: check.breaks.filter(isVisible),
    undecided,
    unnamed: {
      breaks: countConsumers(hidden),
      byClock: countByClock(hidden),
      undecided: check.undecided.length - undecided.length,
      areLessVisible,
    },
  };
}

/** Combines breaks that differ only in the consumer. Keeps the order. */
function countConsumers(breaks: readonly CheckBreak[]): UnnamedBreak[] {
  const groups = Map.groupBy(breaks, (one) => JSON.stringify(withoutConsumer(one)));
  return [...groups.values()].flatMap(([first, ...others]) =>
    first ? [{ ...withoutConsumer(first), repositories: countDistinct([first, ...others]) }] : [],
  );
}

const withoutConsumer = ({
  producer_artifact,
  change,
  kind,
  name,
  renamed_to,
  before,
  after,
  clock,
  effect,
}: CheckBreak): Omit<UnnamedBreak, "repositories"> => ({
  producer_artifact,
  change,
  kind,
  name,
  renamed_to,
  before,
  after,
  clock,
  effect,
});

function countByClock(breaks: readonly CheckBreak[]): Partial<Record<Clock, number>> {
  const groups = Map.groupBy(breaks, ({ clock }) => clock);
  return Object.fromEntries([...groups].map(([clock, ofClock]) => [clock, countDistinct(ofClock)]));
}

const countDistinct = (breaks: readonly CheckBreak[]): number =>
  new Set(breaks.map(({ consumer }) => consumer.id)).size;
