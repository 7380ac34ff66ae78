import type { Clock } from "@knockon/contract/vocabulary/clock";
import type { ViewNode } from "./graph-view.ts";
import { conditionInBrief, conditionInWords } from "../impact/impact-condition.ts";

/** What must be the case so that a repository gets a change of the root at that time, as in an impact: `if the new version is in ^4.0.0`. */
export const conditionOf = (node: ViewNode, clock: Clock | undefined): string | undefined => {
  const timed = timedBy(node, clock);
  return timed && conditionInWords(timed, undefined);
};

/** The same where there is little room: `if in ^4.0.0`. */
export const briefConditionOf = (node: ViewNode, clock: Clock | undefined): string | undefined => {
  const timed = timedBy(node, clock);
  return timed && conditionInBrief(timed, undefined);
};

/** Whether a version decides if a repository gets the change at that time. */
export const isConditionalAt = (node: ViewNode, clock: Clock | undefined): boolean =>
  conditionOf(node, clock) !== undefined;

/** Undefined if it is not the time of an impact: where every declaration is followed, another one may decide. */
const timedBy = ({ affected }: ViewNode, clock: Clock | undefined) =>
  affected && affected.clock === clock
    ? { clock, clock_evidence: affected.clock_evidence ?? null }
    : undefined;

/** How many repositories get a change at a time. */
export interface Timing {
  clock: Clock;
  count: number;
  /** Whether a version decides which of them do. */
  isMaximum: boolean;
}
