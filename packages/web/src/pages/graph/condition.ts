import type { Clock } from "@knockon/contract/vocabulary/clock";
import { type ViewEdge, type ViewNode, isSelective } from "./graph-view.ts";
import { conditionInBrief, conditionInWords } from "../impact/impact-condition.ts";
import { timingLabel } from "../../format/words.ts";

/** What must be the case so that a repository gets a change of the root at that time, as in an impact: `if the new version is in ^4.0.0`. */
export const conditionOf = (node: ViewNode, clock: Clock | undefined): string | undefined => {
  const timed = timedBy(node, clock);
  return timed && conditionInWords(timed);
};

/** The same where there is little room: `if in ^4.0.0`. */
export const briefConditionOf = (node: ViewNode, clock: Clock | undefined): string | undefined => {
  const timed = timedBy(node, clock);
  return timed && conditionInBrief(timed);
};

/** Whether a version or a file decides if a repository gets the change at that time. */
export const isConditionalAt = (node: ViewNode, clock: Clock | undefined): boolean =>
  conditionOf(node, clock) !== undefined;

/** Undefined if it is not the time of an impact: where every declaration is followed, another one may decide. */
const timedBy = ({ affected }: ViewNode, clock: Clock | undefined) =>
  affected && affected.clock === clock
    ? { clock, clock_evidence: affected.clock_evidence ?? null }
    : undefined;

/** `may be on next run` if a version decides it for all of them, `on next run, or may be` for some. */
export const labelOf = (clock: Clock, conditional: number, all: number): string =>
  conditional > 0 && conditional < all
    ? `${timingLabel(clock)}, or may be`
    : timingLabel(clock, conditional > 0);

/** When uses are on the next run, with the sign of those of which a version or a file decides it: `on next run (? may be)`. */
export function nextRunLabel(
  edges: readonly Pick<ViewEdge, "clock" | "version" | "oneFile" | "decides">[],
): string {
  const then = edges.filter(({ clock, decides = true }) => decides && clock === "next_run");
  return timingLabel("next_run") + (then.some(isSelective) ? " (? may be)" : "");
}

/** How many repositories get a change at a time. */
export interface Timing {
  clock: Clock;
  count: number;
  /** Whether a version decides which of them do. */
  isMaximum: boolean;
}
