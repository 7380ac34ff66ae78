import { ArrowRight } from "lucide-react";
import type { ViewNode } from "./graph-view.ts";
import type { GroupCard, RepositoryCard } from "./layers.ts";
import { CLOCK_LOOKS, nextRunInBrief, nextRunInWords } from "../../components/badges.tsx";
import { cx } from "../../components/dom.ts";
import { countOf, formatCount } from "../../format/format.ts";

/** How many repositories get the change through one and, where there is room, how many of them on their next run. */
export function PassedOn({
  card: { passesOn = 0, passesBack = false, node },
  isFast,
  isPlaced = false,
  isAlone = false,
}: {
  card: RepositoryCard;
  isFast: boolean;
  /** Whether it says where these are, if that is not to be expected. */
  isPlaced?: boolean;
  /** Whether it has its own line. */
  isAlone?: boolean;
}) {
  if (passesOn === 0) return null;
  const { next_run: nextRun = 0, may_next_run: may = 0 } = node.affected?.onward ?? {};
  const { icon: Icon } = CLOCK_LOOKS.next_run;
  const fast = nextRun > 0 ? `, ${nextRunInWords(nextRun, may)}` : "";
  return (
    <span
      title={`Passes the change on to ${countOf(passesOn, "repository", "repositories")}${fast}${passesBack ? ", drawn as dependencies" : ""}`}
      className={cx("tabular flex shrink-0 items-center gap-1", !isAlone && "ml-auto pl-1")}
    >
      <span className="sr-only">passes on to {formatCount(passesOn)}</span>
      <ArrowRight aria-hidden className="size-3" />
      {isFast && nextRun > 0 && (
        // Not in the color of the next run: that is of the card.
        <span aria-hidden className="flex items-center gap-0.5">
          <Icon className="size-3" />
          {nextRunInBrief(nextRun, may)}
        </span>
      )}
      <span aria-hidden>
        {isFast && nextRun > 0 && "of "}
        {formatCount(passesOn)}
        {passesBack && isPlaced && " also dependencies"}
      </span>
    </span>
  );
}

/** Of a dependency that depends on the root as well, on its own line with what it passes on. Nothing for others. */
export function AlsoDependent({
  card,
  isAlone,
  hasHops,
}: {
  card: RepositoryCard;
  isAlone: boolean;
  /** Whether there is room for its hops, and for what it passes on. */
  hasHops: boolean;
}) {
  const { alsoAt } = card;
  if (alsoAt === undefined) return null;
  const hops = countOf(alsoAt, "hop", "hops");
  const clock = card.node.affected?.clock;
  const look = clock && CLOCK_LOOKS[clock];
  return (
    <span
      title={`Dependency cycle: a change of the root comes back to it in ${hops}`}
      className={cx("flex shrink-0 items-center gap-1", !isAlone && "ml-auto pl-1")}
    >
      <span>also dependent{hasHops && `, ${hops}`}</span>
      {look && <look.icon aria-hidden className={cx("size-3", look.text)} />}
      {(isAlone || hasHops) && <PassedOn card={card} isFast={hasHops} isAlone />}
    </span>
  );
}

type NextRun = Pick<ViewNode, "nextRun" | "nextRunMay">;

/** `6 + 2?`, as in lists. */
export const nextRunOf = ({ nextRun, nextRunMay }: NextRun): string => nextRunInBrief(nextRun, nextRunMay);

/** The same in words: `6 on next run, 2 may be`. */
export const wordsOf = ({ nextRun, nextRunMay }: NextRun): string => nextRunInWords(nextRun, nextRunMay);

/** Of the dependents, those on the next run. Nothing for none. */
export function NextRunDependents({ of }: { of: NextRun }) {
  if (of.nextRun === 0) return null;
  const { icon: Icon, text } = CLOCK_LOOKS.next_run;
  return (
    <span title={wordsOf(of)} className={cx("tabular ml-1 flex shrink-0 items-center gap-0.5", text)}>
      <Icon aria-hidden className="size-3" />
      <span aria-hidden>{nextRunOf(of)}</span>
      <span className="sr-only">{wordsOf(of)}</span>
    </span>
  );
}

/** The same of all repositories of a group. */
export const NextRunOfGroup = ({ card: { nodes } }: { card: GroupCard }) => (
  <NextRunDependents
    of={{
      nextRun: nodes.reduce((sum, { nextRun }) => sum + nextRun, 0),
      nextRunMay: nodes.reduce((sum, { nextRunMay }) => sum + nextRunMay, 0),
    }}
  />
);
