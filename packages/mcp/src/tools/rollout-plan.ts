import type { Impact } from "@knockon/contract/resources/impact";
import { CLOCKS, type Clock } from "@knockon/contract/vocabulary/clock";
import * as z from "zod";
import { PAGE_INPUT, PAGE_OUTPUT, windowOf } from "../page.ts";
import { defineTool } from "../tool.ts";
import { describeClocks, withOwner, describeRest, repositories } from "../words.ts";
import { askImpact, CHANGE_INPUT, clockCounts, linesOf, throughOf } from "./change.ts";

/** Lines listed per repository. */
const SHOWN_LINES = 5;

/** What to do in a repository so that it gets the change, by the slowest of its declarations. */
const ACTIONS = {
  bump: { clock: "bump", words: "bump" },
  refresh_lock_file: { clock: "next_update", words: "refresh the lock file for" },
  find_version: { clock: "unknown", words: "find where the version is set for" },
  none: { clock: "next_run", words: "nothing to edit, next run takes" },
} as const satisfies Record<string, { clock: Clock; words: string }>;

type Action = keyof typeof ACTIONS;

export const rolloutPlan = defineTool({
  name: "rollout_plan",
  title: "Plan a rollout",
  description:
    "In which order repositories take a change: steps in waves, each after the repositories it depends on, with what to do and the lines to edit. Steps of one wave are independent.",
  input: z.object({ ...CHANGE_INPUT, ...PAGE_INPUT }),
  output: {
    by_clock: z.record(z.string(), z.number()),
    waves: z.number(),
    steps: z.array(
      z.object({
        wave: z.number(),
        repository: z.string(),
        clock: z.string(),
        action: z.string().describe(Object.keys(ACTIONS).join(", ")),
        through: z.string().nullable(),
        lines: z.array(z.string()).describe("file:line reference"),
        more_lines: z.number(),
        cycle: z.number().nullable().describe("same number: release together"),
        owner: z.string().nullable().describe("of the first line"),
      }),
    ),
    ...PAGE_OUTPUT,
  },
  async answer(answers, input) {
    const { offset, limit, nextCursor } = windowOf(input);
    const { impact, subject, graph, page, about, notes } = await askImpact(answers, input);
    const ordered = impact.affected.toSorted(
      (a, b) => a.wave - b.wave || CLOCKS.indexOf(a.clock) - CLOCKS.indexOf(b.clock),
    );
    const steps = ordered.slice(offset, offset + limit).map(stepOf);
    const total = ordered.length;
    const next_cursor = nextCursor(total);
    const byClock = clockCounts(impact);
    const waves = impact.waves.length;
    const unnamed = impact.unnamed?.repositories ?? 0;
    const all = total + unnamed;
    return {
      lines: [
        all === 0
          ? `No repository gets a change of ${subject}.`
          : `${repositories(all)} in ${waves === 1 ? "1 wave" : `${waves} waves`} get a change of ${subject}: ${describeClocks(byClock)}.`,
        ...steps.map(
          (one) =>
            `- wave ${one.wave} ${one.repository}: ${ACTIONS[one.action].words} ${one.lines.join(", ")}${one.more_lines === 0 ? "" : ` and ${one.more_lines} more`}${one.through === null ? "" : `, through ${one.through}`}${withOwner(one.owner)}`,
        ),
        ...describeRest(offset + steps.length, total, next_cursor),
        ...notes,
      ],
      data: { by_clock: byClock, waves, steps, total, unnamed, next_cursor },
      graph,
      page: `${page}&group=wave`,
      about,
    };
  },
});

type Affected = Impact["affected"][number];

function stepOf(one: Affected) {
  const all = one.roles.flatMap(linesOf);
  const action =
    ACTION_NAMES.find((name) => all.some(({ clock }) => clock === ACTIONS[name].clock)) ?? "none";
  const lines = all.filter(({ clock }) => clock === ACTIONS[action].clock);
  const listed = lines.slice(0, SHOWN_LINES);
  return {
    wave: one.wave,
    repository: one.repository.full_path,
    clock: one.clock,
    action,
    through: throughOf(one),
    lines: listed.map(({ file, line, reference }) => `${file}:${line} ${reference}`),
    // Declarations that the API leaves out can have any clock.
    more_lines: lines.length - listed.length + one.roles.reduce((sum, { more }) => sum + more, 0),
    cycle: one.cycle_group,
    owner: listed[0]?.owner ?? null,
  };
}

/** A repository can take the change by one declaration and need an edit for another, so an edit comes first. */
const ACTION_NAMES = Object.keys(ACTIONS) as Action[];
