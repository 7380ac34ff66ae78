import { type Clock, CLOCKS } from "@knockon/contract/vocabulary/clock";
import { type ViewEdge, type ViewNode, isSelective } from "./graph-view.ts";
import { conditionInBrief, conditionInWords, fileOf } from "../impact/impact-condition.ts";
import { type Followers, sumOfFollowers } from "../impact/impact-followers.ts";
import { formatCount } from "../../format/format.ts";
import { timingLabel } from "../../format/words.ts";

/** What must be the case so that a repository gets a change of the root then, as in an impact: `if the new version is in ^4.0.0`. */
export const conditionOf = (node: ViewNode): string | undefined => {
  const timed = timedBy(node);
  return timed && conditionInWords(timed);
};

/** The same where there is little room: `if in ^4.0.0`. */
export const briefConditionOf = (node: ViewNode): string | undefined => {
  const timed = timedBy(node);
  return timed && conditionInBrief(timed);
};

/** The same if a file decides it: `if …/main.go changes`. */
export function fileConditionOf(node: ViewNode): string | undefined {
  const timed = timedBy(node);
  return timed && fileOf(timed, {}) !== undefined ? conditionInBrief(timed) : undefined;
}

/** `after flux2 bumps`: whose new version brings the change of the root, if nothing has to be edited, as in an impact. */
export const afterOf = (node: ViewNode): string | undefined =>
  timedBy(node) && !node.archived ? node.affected?.after : undefined;

/** Whether a version or a file decides if a change arrives at that time. */
export const isConditionalAt = ({ arrival }: ViewNode, clock: Clock | null): boolean =>
  arrival !== undefined && arrival.clock === clock && arrival.isMaximum;

/** Undefined if it is not the time of an impact: of a dependency, and where every declaration is followed, other ones decide. */
const timedBy = ({ affected, arrival }: ViewNode) =>
  affected && arrival && arrival.hops > 0 && affected.clock === arrival.clock
    ? affectedAt(affected)
    : undefined;

const affectedAt = (affected: NonNullable<ViewNode["affected"]>) => ({
  clock: affected.clock,
  clock_evidence: affected.clock_evidence ?? null,
  conditional: affected.conditional,
});

/** When an impact says that a repository gets a change of the root. */
export const whenAffected = (affected: NonNullable<ViewNode["affected"]>): When => ({
  clock: affected.clock,
  isMaximum: conditionInWords(affectedAt(affected)) !== undefined,
});

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
  /** Of these, those in which nothing has to be edited. */
  followers?: Followers | undefined;
}

/** Counts repositories of a time, and those of them that follow others. */
export function timingOfAll(when: When, nodes: readonly ViewNode[]): Timing {
  const following = nodes.flatMap((node) => (whenOf(node).clock === when.clock ? (afterOf(node) ?? []) : []));
  return {
    ...when,
    count: nodes.length,
    ...(following.length > 0 && { followers: sumOfFollowers(when.clock, following) }),
  };
}

/** `4 when bumped`, and apart from them those in which nothing has to be edited: `3 after flux2 bumps`. */
export function partsOf({ clock, count, isMaximum, followers }: Timing) {
  const own = count - (followers?.count ?? 0);
  return [
    ...(own > 0 ? [{ count: own, words: timingLabel(clock, isMaximum), follows: false }] : []),
    ...(followers ? [{ ...followers, follows: true }] : []),
  ];
}

/** The same in a sentence. */
export const timingInWords = (timing: Timing): string =>
  partsOf(timing)
    .map(({ count, words }) => `${formatCount(count)} ${words}`)
    .join(", ");

/** In the order of a drawing: what gets a change in any case before what may get it then. */
const WHENS: readonly When[] = CLOCKS.flatMap((clock) => [
  { clock, isMaximum: false },
  { clock, isMaximum: true },
]);

/** The place of a time in that order, and what tells it from others. */
export const rankOfWhen = ({ clock, isMaximum }: When): number =>
  2 * CLOCKS.indexOf(clock) + Number(isMaximum);

/** When a change arrives at a repository, or of a dependency at the root. */
export const whenOf = ({ arrival }: ViewNode): When =>
  arrival ? { clock: arrival.clock, isMaximum: arrival.isMaximum } : { clock: "unknown", isMaximum: false };

/** Divides what is of some times, the earliest first. */
export function byWhen<T>(all: readonly T[], when: (one: T) => When): { when: When; members: T[] }[] {
  const found = Map.groupBy(all, (one) => rankOfWhen(when(one)));
  return WHENS.flatMap((one) => {
    const members = found.get(rankOfWhen(one));
    return members ? [{ when: one, members }] : [];
  });
}
