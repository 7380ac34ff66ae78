import { describeArchived, describeArrival, describeMay, formatPlace } from "@knockon/contract/check/words";
import { suggest } from "@knockon/contract/suggest";
import { CLOCKS, type Clock } from "@knockon/contract/vocabulary/clock";
import * as z from "zod";
import { PAGE_INPUT, PAGE_OUTPUT, windowOf } from "../page.ts";
import { ToolError } from "../tool-error.ts";
import { defineTool } from "../tool.ts";
import { describeClocks, withOwner, describeRest, repositories } from "../words.ts";
import { askImpact, CHANGE_INPUT, clockCounts, decidingLine, throughOf } from "./change.ts";

const counts = z.record(z.string(), z.number());

export const impactOfChange = defineTool({
  name: "impact_of_change",
  title: "Impact of a change",
  description:
    "Which repositories get a change of a repository, artifact or files, when (clock), and through which line. Clocks: next_run (on its next run, without a commit), next_update (when a lock file is refreshed), bump (someone edits a version), unknown.",
  input: z.object({
    ...CHANGE_INPUT,
    clocks: z.array(z.string().max(20)).max(4).optional().describe("only these"),
    ...PAGE_INPUT,
  }),
  output: {
    by_clock: counts,
    direct: z.number(),
    transitive: z.number(),
    affected: z.array(
      z.object({
        repository: z.string(),
        clock: z.string(),
        when: z.string(),
        clock_decided_by: z.string().nullable(),
        role: z.string().nullable(),
        file: z.string().nullable(),
        line: z.number().nullable(),
        reference: z.string().nullable(),
        hops: z.number(),
        through: z.string().nullable(),
        confidence: z.number(),
        owner: z.string().nullable(),
      }),
    ),
    ...PAGE_OUTPUT,
  },
  async answer(answers, input) {
    const { offset, limit, nextCursor } = windowOf(input);
    const clocks = input.clocks?.map(readClock) ?? CLOCKS;
    const { impact, subject, artifact, graph, page, about, notes } = await askImpact(answers, input);
    const matching = impact.affected.filter(({ clock }) => clocks.includes(clock));
    const affected = matching.slice(offset, offset + limit).map((one) => {
      const line = decidingLine(one, artifact);
      const { clock_repository: decides, clock_evidence: evidence } = one;
      const isElsewhere = decides.id !== one.repository.id && evidence !== null;
      return {
        repository: one.repository.full_path,
        clock: one.clock,
        when: describeArrival(one),
        clock_decided_by: isElsewhere
          ? `${decides.full_path} ${evidence.source_file}:${evidence.source_line}`
          : null,
        role: line?.role ?? null,
        file: line?.file ?? null,
        line: line?.line ?? null,
        reference: line?.reference ?? null,
        hops: one.hops,
        through: throughOf(one),
        confidence: one.confidence,
        owner: line?.owner ?? null,
      };
    });
    const total = matching.length;
    const { by_clock: unnamedByClock } = impact.unnamed ?? {};
    const unnamed = [...clocks].reduce(
      (sum: number, clock: Clock) => sum + (unnamedByClock?.[clock] ?? 0),
      0,
    );
    const next_cursor = nextCursor(total);
    const { direct, transitive } = impact.summary;
    const byClock = clockCounts(impact);
    const when = describeClocks(byClock);
    const further = [describeMay(impact.summary), describeArchived(impact.summary)].filter(
      (text) => text !== "",
    );
    return {
      lines: [
        `${repositories(direct)} ${direct === 1 ? "gets" : "get"} a change of ${subject} directly, ${transitive} more through them${when === "" ? "" : `: ${when}`}.${further.map((text) => ` ${text}`).join("")}`,
        ...(input.clocks ? [`${total + unnamed} with clock ${clocks.join(" or ")}:`] : []),
        ...affected.map(
          (one) =>
            `- ${one.repository}: ${one.when}${one.through === null ? "" : `, through ${one.through}`}${one.file === null ? "" : `, ${one.role} ${formatPlace({ file: one.file, line: one.line ?? 1 })} ${one.reference}`}${withOwner(one.owner)}`,
        ),
        ...describeRest(offset + affected.length, total, next_cursor),
        ...notes,
      ],
      data: { by_clock: byClock, direct, transitive, affected, total, unnamed, next_cursor },
      graph,
      page,
      about,
    };
  },
});

function readClock(text: string): Clock {
  const clock = CLOCKS.find((one) => one === text);
  if (clock) return clock;
  throw new ToolError(`Unknown clock "${text}".${suggest(text, CLOCKS)} Clocks: ${CLOCKS.join(", ")}.`);
}
