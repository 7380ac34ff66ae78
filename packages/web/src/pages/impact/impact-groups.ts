import type { Impact } from "@knockon/contract/resources/impact";
import { type Clock, CLOCKS } from "@knockon/contract/vocabulary/clock";
import { groupByOwner, type NameOwner, ownerHash } from "./impact-owners.ts";
import type { Affected } from "./impact-text.ts";
import type { Timing } from "../graph/condition.ts";
import { CLOCK_WORDS, sentenceCase, withSource, timingLabel } from "../../format/words.ts";

/** A list of affected repositories with a heading. */
export interface RowGroup {
  id: string;
  title: string;
  note?: string;
  /** How many of the whole group get it when, if not all at the same time. */
  split?: Timing[];
  rows: Affected[];
  /** Repositories of the group on all pages, if known. */
  total?: number;
}

/** A cycle with more repositories is named instead of being listed as a wave, and not all of them are named elsewhere. */
export const SMALL_CYCLE = 3;

/** Repositories that depend on each other, by cycle. */
export function cyclesOf(affected: readonly Affected[]): Map<number, Affected[]> {
  const cycles = new Map<number, Affected[]>();
  for (const row of affected) {
    if (row.cycle_group !== null) cycles.set(row.cycle_group, [...(cycles.get(row.cycle_group) ?? []), row]);
  }
  return cycles;
}

type ByClock = Partial<Record<Clock, number>>;

/** Affected repositories on all pages by timing. */
export interface Totals {
  direct: ByClock;
  transitive: ByClock;
}

/** Totals of the repositories with a timing, or of all. */
export function totalsOf({ by_clock }: Pick<Impact["summary"], "by_clock">, clock?: Clock): Totals {
  if (clock === undefined) return by_clock;
  const { direct, transitive } = by_clock;
  return { direct: { [clock]: direct[clock] }, transitive: { [clock]: transitive[clock] } };
}

const sumOf = (counts: readonly (number | undefined)[]): number =>
  counts.reduce<number>((sum, count = 0) => sum + count, 0);

/** The size of a group on all pages, and its split if it has several timings. */
function sizeOf(counts: ByClock | undefined, isMaximum: boolean): Pick<RowGroup, "total" | "split"> {
  if (counts === undefined) return {};
  const parts = CLOCKS.map((clock) => ({
    clock,
    count: counts[clock] ?? 0,
    isMaximum: isMaximum && clock === "next_run",
  })).filter(({ count }) => count > 0);
  return {
    total: sumOf(Object.values(counts)),
    ...(parts.length > 1 && { split: parts }),
  };
}

/** Groups rows into direct and transitive dependents. With `isMaximum`, a version decides which of them are on the next run. */
export function byDistance(affected: readonly Affected[], totals?: Totals, isMaximum = false): RowGroup[] {
  const direct = affected.filter((row) => row.direct);
  const transitive = affected.filter((row) => !row.direct);
  return [
    { id: "direct", title: "Direct", rows: direct, ...sizeOf(totals?.direct, isMaximum) },
    { id: "transitive", title: "Transitive", rows: transitive, ...sizeOf(totals?.transitive, isMaximum) },
  ].filter(({ rows }) => rows.length > 0);
}

const waveNote = (wave: number): string =>
  wave === 1 ? "depends on no other affected repository" : `after wave ${wave - 1}`;

/** Groups rows by the owner of their first declaration, the owner of most on the next run first. */
export const byOwner = (affected: readonly Affected[], nameOwner: NameOwner, isMaximum = false): RowGroup[] =>
  groupByOwner(affected).map(({ owner, rows }) => ({
    id: ownerHash(owner),
    title: owner === null ? "No owner" : withSource(nameOwner(owner), owner.source),
    ...sizeOf(countRows(rows), isMaximum),
    rows,
  }));

const countRows = (rows: readonly Affected[]): ByClock => {
  const counts: ByClock = {};
  for (const { clock } of rows) counts[clock] = (counts[clock] ?? 0) + 1;
  return counts;
};

/** Groups rows by when they get the change, the fastest first. */
export function byClock(affected: readonly Affected[], totals?: Totals, isMaximum = false): RowGroup[] {
  return CLOCKS.map((clock) => ({
    id: `clock-${clock}`,
    title: sentenceCase(timingLabel(clock, isMaximum && clock === "next_run")),
    note: CLOCK_WORDS[clock].long,
    rows: affected.filter((row) => row.clock === clock),
    ...(totals && { total: sumOf([totals.direct[clock], totals.transitive[clock]]) }),
  })).filter(({ rows }) => rows.length > 0);
}

/** Groups rows by wave in rollout order. Large cycles are separate. */
export function byWave(affected: readonly Affected[]): RowGroup[] {
  const cycles = cyclesOf(affected);
  const isLarge = ({ cycle_group }: Affected): boolean =>
    cycle_group !== null && (cycles.get(cycle_group)?.length ?? 0) > SMALL_CYCLE;
  const waves = [...Map.groupBy(affected, ({ wave }) => wave)].toSorted(([a], [b]) => a - b);
  return waves.flatMap(([wave, rows]) => {
    const single = rows.filter((row) => !isLarge(row));
    const large = [...cyclesOf(rows.filter(isLarge))];
    return [
      ...(single.length > 0
        ? [{ id: `wave-${wave}`, title: `Wave ${wave}`, note: waveNote(wave), rows: single }]
        : []),
      ...large.map(([cycle, members]) => ({
        id: `cycle-${cycle}`,
        title: "Dependency cycle",
        note: `in wave ${wave} · no order within it`,
        rows: members,
      })),
    ];
  });
}
