import { ArrowRight, Repeat } from "lucide-react";
import type { ViewNode } from "./graph-view.ts";
import type { RepositoryCard } from "./layers.ts";
import { versionsInBrief } from "./card-text.ts";
import { CLOCK_LOOKS, nextRunInBrief, nextRunInWords } from "../../components/badges.tsx";
import { cx } from "../../components/dom.ts";
import { countOf, formatCount } from "../../format/format.ts";

/** At the end of a line: which version one declares. Nothing without one. */
export function CardVersion({ card: { node } }: { card: RepositoryCard }) {
  const version = versionsInBrief(node);
  if (version === undefined) return null;
  return (
    <span
      title={node.arrival?.versions?.join("; ")}
      className="tabular ml-auto max-w-24 shrink-0 truncate pl-1"
    >
      {version}
    </span>
  );
}

/** At the end of a line: how many use one, whether it is on both sides of the root, and how many get the change through it. */
export function CardFigures({
  card: { isInCycle = false, passesOn = 0, usedBy = 0, node },
  isAlone = false,
  isShort = false,
}: {
  card: RepositoryCard;
  /** Whether they have their own line. */
  isAlone?: boolean;
  /** Whether a number has no room for its words. */
  isShort?: boolean;
}) {
  if (!isInCycle && passesOn === 0 && usedBy === 0) return null;
  return (
    <span className={cx("tabular flex shrink-0 items-center gap-1.5", !isAlone && "ml-auto pl-1")}>
      {usedBy > 0 && (
        <span title={`Used by ${formatCount(usedBy)}`}>
          <span className={isShort ? "sr-only" : undefined}>used by </span>
          {formatCount(usedBy)}
        </span>
      )}
      {isInCycle && (
        <span title="Dependency cycle: it depends on the root, and the root on it">
          <Repeat aria-hidden className="size-3" />
          <span className="sr-only">dependency cycle</span>
        </span>
      )}
      {passesOn > 0 && <PassedOn count={passesOn} node={node} />}
    </span>
  );
}

/** How many repositories get the change through one and, if any, how many of them on their next run. */
export function PassedOn({ count, node }: { count: number; node?: ViewNode }) {
  const { next_run: nextRun = 0, may_next_run: may = 0 } = node?.affected?.onward ?? {};
  const { icon: Icon } = CLOCK_LOOKS.next_run;
  const fast = nextRun > 0 ? `, ${nextRunInWords(nextRun, may)}` : "";
  return (
    <span
      title={`Passes the change on to ${countOf(count, "repository", "repositories")}${fast}`}
      className="flex items-center gap-1"
    >
      <span className="sr-only">passes on to {formatCount(count)}</span>
      <ArrowRight aria-hidden className="size-3" />
      {nextRun > 0 && (
        // Not in the color of the next run: that is of the card.
        <span aria-hidden className="flex items-center gap-0.5">
          <Icon className="size-3" />
          {nextRunInBrief(nextRun, may)}
        </span>
      )}
      <span aria-hidden>
        {nextRun > 0 && "of "}
        {formatCount(count)}
      </span>
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
