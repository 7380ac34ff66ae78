import { describeUnnamed } from "@knockon/contract/check/named-check";
import type { Unnamed } from "@knockon/contract/resources/unnamed";
import { countClocks, describeOwner } from "@knockon/contract/check/words";
import type { LineOwner } from "@knockon/contract/resources/fields";
import type { Clock } from "@knockon/contract/vocabulary/clock";
import type { GraphState } from "./answers/answers.ts";

export const repositories = (count: number): string =>
  count === 1 ? "1 repository" : `${count} repositories`;

/** `And 2 private repositories that are not named (naming rule of the workspace).` Nothing if there are none. */
export function describeUnnamedLine(
  unnamed: (Unnamed & { by_clock?: Partial<Record<Clock, number>> }) | undefined,
): string[] {
  if (!unnamed || unnamed.repositories === 0) return [];
  const verb = unnamed.repositories === 1 ? "is" : "are";
  const when = describeClocks(unnamed.by_clock ?? {});
  return [
    `And ${describeUnnamed(unnamed.repositories, unnamed)} that ${verb} not named (naming rule of the workspace)${when === "" ? "" : `: ${when}`}.`,
  ];
}

export const describeClocks = (counts: Partial<Record<Clock, number>>): string =>
  countClocks((clock) => counts[clock] ?? 0);

/** Who to tell about a line. Null if unknown. */
export const ownerOf = ({ owner }: { owner: LineOwner | null }): string | null =>
  owner && describeOwner(owner);

/** ` (owner @acme/platform)`, or nothing. */
export const withOwner = (owner: string | null): string => (owner === null ? "" : ` (owner ${owner})`);

export const describeRest = (shown: number, total: number, cursor: string | null): string[] =>
  cursor === null ? [] : [`${total - shown} not shown here. Next page: cursor "${cursor}".`];

const HOUR = 3_600_000;

export function describeGraph({ scanned_at: at, complete }: GraphState, now: Date): string {
  if (at === null) return "Graph: not every organization was scanned yet, so dependents may be missing.";
  const hours = Math.max(0, Math.floor((now.getTime() - Date.parse(at)) / HOUR));
  const age = hours < 48 ? `${hours} h` : `${Math.floor(hours / 24)} days`;
  const state = complete ? "complete" : "incomplete: some repositories could not be read";
  return `Graph: scanned ${at} (${age} ago), ${state}.`;
}
