import { type Clock, CLOCKS } from "@knockon/contract/vocabulary/clock";
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
  node.mayArrive === undefined
    ? conditionOf(node, clock) !== undefined
    : clock === "next_run" && node.mayArrive;

/** Undefined if it is not the time of an impact: where every declaration is followed, another one may decide. */
const timedBy = ({ affected }: ViewNode, clock: Clock | undefined) =>
  affected && affected.clock === clock
    ? { clock, clock_evidence: affected.clock_evidence ?? null, conditional: affected.conditional }
    : undefined;

/** When uses are on the next run, with the sign of those of which a version or a file decides it: `on next run (? may be)`. */
export function nextRunLabel(
  edges: readonly Pick<ViewEdge, "clock" | "version" | "oneFile" | "decides">[],
): string {
  const then = edges.filter(({ clock, decides = true }) => decides && clock === "next_run");
  return timingLabel("next_run") + (then.some(isSelective) ? " (? may be)" : "");
}

/** When repositories get a change, and whether a version or a file decides it. */
export interface When {
  clock: Clock;
  isMaximum: boolean;
}

/** How many repositories get a change at a time. */
export interface Timing extends When {
  count: number;
}

/** In the order of a drawing: what gets a change in any case before what may get it then. */
const WHENS: readonly When[] = CLOCKS.flatMap((clock) => [
  { clock, isMaximum: false },
  { clock, isMaximum: true },
]);

/** The place of a time in that order, and what tells it from others. */
export const rankOfWhen = ({ clock, isMaximum }: When): number =>
  2 * CLOCKS.indexOf(clock) + Number(isMaximum);

/** When a repository gets a change of the root. */
export const whenOf = (node: ViewNode, clock: Clock = "unknown"): When => ({
  clock,
  isMaximum: isConditionalAt(node, clock),
});

/** Divides what is of some times, the earliest first. */
export function byWhen<T>(all: readonly T[], when: (one: T) => When): { when: When; members: T[] }[] {
  const found = Map.groupBy(all, (one) => rankOfWhen(when(one)));
  return WHENS.flatMap((one) => {
    const members = found.get(rankOfWhen(one));
    return members ? [{ when: one, members }] : [];
  });
}
