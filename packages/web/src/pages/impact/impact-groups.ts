import type { Impact } from "@knockon/contract/resources/impact";
import { type Clock, CLOCKS } from "@knockon/contract/vocabulary/clock";
import { groupByOwner, type NameOwner, ownerHash } from "./impact-owners.ts";
import type { ImpactSearch } from "./impact-search.ts";
import { type Affected } from "./impact-text.ts";
import { followersOf } from "./impact-followers.ts";
import type { Timing } from "../graph/condition.ts";
import { formatCount } from "../../format/format.ts";
import { CLOCK_WORDS, sentenceCase, withSource, timingLabel } from "../../format/words.ts";

/** A list of affected repositories with a heading. */
export interface RowGroup {
  id: string;
  title: string;
  note?: string;
  /** How many of the whole group get it when, if not all at the same time. */
  split?: Timing[];
  /** Of them, those that are archived and in no timing. */
  archived?: number;
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

/** How many repositories get the change when, how many of those on the next run may get it then, and how many are archived. */
type Counts = Partial<Record<Clock, number>> & { may?: number; archived?: number };

/** Affected repositories on all pages by timing. */
export interface Totals {
  direct: Counts;
  transitive: Counts;
}

/** Totals of the repositories with a timing, of archived ones, or of all. */
export function totalsOf(
  { by_clock, may_next_run, archived }: Pick<Impact["summary"], "by_clock" | "may_next_run" | "archived">,
  { clock, archived: isArchived }: Pick<ImpactSearch, "clock" | "archived"> = {},
): Totals {
  const of = (side: "direct" | "transitive"): Counts => ({
    ...(isArchived === true ? {} : clock === undefined ? by_clock[side] : { [clock]: by_clock[side][clock] }),
    may: isArchived === true ? 0 : may_next_run[side],
    archived: clock === undefined ? sumOf(CLOCKS.map((one) => archived.by_clock[side][one])) : 0,
  });
  return { direct: of("direct"), transitive: of("transitive") };
}

const sumOf = (counts: readonly (number | undefined)[]): number =>
  counts.reduce<number>((sum, count = 0) => sum + count, 0);

/** When repositories get the change, the earliest first: those on the next run in any case before those that may be. */
const TIMINGS = CLOCKS.flatMap((clock) =>
  (clock === "next_run" ? [false, true] : [false]).map((isMaximum) => ({ clock, isMaximum })),
);

const countIn = (counts: Counts, { clock, isMaximum }: (typeof TIMINGS)[number]): number => {
  const { may = 0, [clock]: all = 0 } = counts;
  return clock !== "next_run" || all === 0 ? all : isMaximum ? may : all - may;
};

/** The size of a group on all pages, and its split if it has several timings, or archived ones as well. */
function sizeOf(counts: Counts | undefined): Pick<RowGroup, "total" | "split" | "archived"> {
  if (counts === undefined) return {};
  const parts = TIMINGS.map((timing) => ({ ...timing, count: countIn(counts, timing) })).filter(
    ({ count }) => count > 0,
  );
  const { archived = 0 } = counts;
  return {
    total: sumOf(parts.map(({ count }) => count)) + archived,
    ...(parts.length + Number(archived > 0) > 1 && { split: parts, archived }),
  };
}

/** Groups rows into direct and transitive dependents. */
export function byDistance(affected: readonly Affected[], totals?: Totals): RowGroup[] {
  const direct = affected.filter((row) => row.direct);
  const transitive = affected.filter((row) => !row.direct);
  return [
    { id: "direct", title: "Direct", rows: direct, ...sizeOf(totals?.direct) },
    { id: "transitive", title: "Transitive", rows: transitive, ...sizeOf(totals?.transitive) },
  ].filter(({ rows }) => rows.length > 0);
}

const waveNote = (wave: number): string =>
  wave === 1 ? "depends on no other affected repository" : `after wave ${wave - 1}`;

/** Groups rows by the owner of their first declaration, the owner of most on the next run first. */
export const byOwner = (affected: readonly Affected[], nameOwner: NameOwner): RowGroup[] =>
  groupByOwner(affected).map(({ owner, rows }) => ({
    id: ownerHash(owner),
    title: owner === null ? "No owner" : withSource(nameOwner(owner), owner.source),
    ...sizeOf(countRows(rows)),
    rows,
  }));

const countRows = (rows: readonly Affected[]): Counts => {
  const active = rows.filter(({ archived }) => !archived);
  const counts: Counts = {
    may: active.filter(({ conditional }) => conditional).length,
    archived: rows.length - active.length,
  };
  for (const { clock } of active) counts[clock] = (counts[clock] ?? 0) + 1;
  return counts;
};

/** Groups rows by when they get the change, the fastest first, and archived ones last. */
export const byClock = (affected: readonly Affected[], totals?: Totals): RowGroup[] => {
  const archived = affected.filter((row) => row.archived);
  return [
    ...byTiming(
      affected.filter((row) => !row.archived),
      totals,
    ),
    ...(archived.length === 0
      ? []
      : [
          {
            id: "archived",
            title: "Archived",
            note: "Nothing runs there until it is unarchived.",
            rows: archived,
            ...(totals && { total: sumOf([totals.direct.archived, totals.transitive.archived]) }),
          },
        ]),
  ];
};

const byTiming = (affected: readonly Affected[], totals: Totals | undefined): RowGroup[] =>
  TIMINGS.map((timing) => ({
    timing,
    id: `clock-${timing.isMaximum ? "may-be-" : ""}${timing.clock}`,
    title: sentenceCase(timingLabel(timing.clock, timing.isMaximum)),
    rows: affected.filter((row) => row.clock === timing.clock && row.conditional === timing.isMaximum),
    ...(totals && { total: countIn(totals.direct, timing) + countIn(totals.transitive, timing) }),
  }))
    .filter(({ rows }) => rows.length > 0)
    .map(({ timing: { clock, isMaximum }, ...group }) => ({
      ...group,
      note: isMaximum ? "If a version admits it, or a file changes." : whoEdits(clock, group),
    }));

/** `Someone has to edit a version. 4 get it after flux2 bumps.` */
function whoEdits(clock: Clock, { rows, total = rows.length }: Pick<RowGroup, "rows" | "total">): string {
  const followers = rows.length < total ? undefined : followersOf(rows).get(clock);
  const { long } = CLOCK_WORDS[clock];
  return followers === undefined
    ? long
    : `${long} ${formatCount(followers.count)} ${followers.count === 1 ? "gets" : "get"} it ${followers.words}.`;
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
