import type { Check, CheckBreak, UnnamedBreak, UnnamedConsumers } from "../resources/check.ts";
import type { Unnamed } from "../resources/unnamed.ts";
import type { Clock } from "../vocabulary/clock.ts";
import { formatPlace } from "./words.ts";

/** A check in which `breaks` and `undecided` contain only consumers that its readers may see. */
export interface NamedCheck extends Check {
  unnamed: UnnamedConsumers;
}

export type ShownBreak = CheckBreak | UnnamedBreak;

/** Returns all breaks, first those with a named consumer. */
export const shownBreaks = ({ breaks, unnamed }: Pick<Check, "breaks" | "unnamed">): ShownBreak[] => [
  ...breaks,
  ...(unnamed?.breaks ?? []),
];

export const isNamed = (one: ShownBreak): one is CheckBreak => !("repositories" in one);

/** `acme/web .github/workflows/ci.yml:8` or `3 private repositories`. */
export const describeUser = (one: ShownBreak, unnamed: UnnamedConsumers | undefined): string =>
  isNamed(one)
    ? `${one.consumer.full_path} ${formatPlace(one.use)}`
    : describeUnnamed(one.repositories, unnamed);

/** `3 private repositories`. */
export function describeUnnamed(count: number, unnamed: Pick<Unnamed, "less_visible"> | undefined): string {
  const adjective = unnamed?.less_visible ? "private " : "";
  return `${count} ${adjective}${count === 1 ? "repository" : "repositories"}`;
}

/** Removes the consumers that the readers may not see from a check, and counts them. */
export function nameForReaders(
  check: Check,
  { mayName, lessVisible }: { mayName: (consumerId: string) => boolean; lessVisible: boolean },
): NamedCheck {
  const isVisible = ({ consumer }: { consumer: { id: string } }): boolean => mayName(consumer.id);
  const hidden = check.breaks.filter((one) => !isVisible(one));
  const undecided = check.undecided.filter(isVisible);
  return {
    ...check,
    breaks: check.breaks.filter(isVisible),
    undecided,
    unnamed: {
      repositories: countDistinct([...hidden, ...check.undecided.filter((one) => !isVisible(one))]),
      less_visible: lessVisible,
      breaks: countConsumers(hidden),
      by_clock: countByClock(hidden),
      undecided: check.undecided.length - undecided.length,
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

const countDistinct = (found: readonly { consumer: { id: string } }[]): number =>
  new Set(found.map(({ consumer }) => consumer.id)).size;
