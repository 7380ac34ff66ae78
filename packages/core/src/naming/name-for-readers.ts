import type { NamedCheck, UnnamedBreak } from "@knockon/contract/check/named-check";
import type { Check, CheckBreak } from "@knockon/contract/resources/check";
import type { Clock } from "@knockon/contract/vocabulary/clock";
import {
  REPOSITORY_VISIBILITIES,
  type NamingRule,
  type RepositoryVisibility,
} from "@knockon/contract/vocabulary/check";

/** The people who can read a text outside the application: those who may see one repository. */
export interface Readers {
  rule: NamingRule;
  /** The repository that the text belongs to. */
  repositoryId: string;
  /** The visibility of each repository. Null or undefined counts as private. */
  visibilityOf: (repositoryId: string) => RepositoryVisibility | null | undefined;
}

/** Returns whether a text for these readers may contain the name, files, owners and links of a repository. */
export function mayName({ rule, repositoryId, visibilityOf }: Readers, otherId: string): boolean {
  if (otherId === repositoryId || rule === "all") return true;
  if (rule === "counts") return false;
  const rank = (id: string): number => REPOSITORY_VISIBILITIES.indexOf(visibilityOf(id) ?? "private");
  return rank(otherId) <= rank(repositoryId);
}

/** Removes the consumers that the readers may not see from a check, and counts them. */
export function nameForReaders(check: Check, readers: Readers): NamedCheck {
  const isNamed = ({ consumer }: { consumer: { id: string } }): boolean => mayName(readers, consumer.id);
  const hidden = check.breaks.filter((one) => !isNamed(one));
  const undecided = check.undecided.filter(isNamed);
  return {
    ...check,
    breaks: check.breaks.filter(isNamed),
    undecided,
    unnamed: {
      breaks: countConsumers(hidden),
      byClock: countByClock(hidden),
      undecided: check.undecided.length - undecided.length,
      areLessVisible: readers.rule === "same_visibility",
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
