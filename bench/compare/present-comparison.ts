import { table } from "@knockon/cli/output/format";
import type { Cost } from "../measure/run-measured.ts";
import { mebibytes, seconds } from "../measure/units.ts";
import type { Comparable } from "./comparable.ts";

export interface Recall {
  manager: string;
  /** The bot's, in scope, and how many of them we have. */
  declarations: number;
  found: number;
}

export interface Miss extends Comparable {
  manager: string;
  /** Our guess where it stands. */
  line: number | null;
  text: string;
}

export interface Comparison {
  bot: string;
  repositories: number;
  recall: Recall[];
  /** The bot's dependencies out of scope, by reason. */
  excluded: Record<string, number>;
  misses: Miss[];
  /** What it lacks, by the rule that found it. */
  oursAlone: Record<string, number>;
  /** `botStartSeconds`: the CPU of as many starts of the bot as there are repositories, with nothing to read. */
  costs: { knockon: Cost; bot: Cost; botStartSeconds: number };
}

export function presentComparison(comparison: Comparison, shownMisses: number): string {
  const { bot, repositories, recall, excluded, misses, oursAlone } = comparison;
  return [
    `${repositories} repositories, beside ${bot}`,
    table([["manager", "its", "ours too", "recall"], ...recall.map(recallRow), recallRow(totalOf(recall))]),
    section("Its findings out of scope", table(Object.entries(excluded))),
    section(`Missed: ${misses.length}`, misses.slice(0, shownMisses).map(missText).join("\n")),
    section("Ours alone, by rule", table(Object.entries(oursAlone))),
    costTable(comparison),
    "",
  ].join("\n\n");
}

const section = (title: string, body: string): string => `${title}\n${body === "" ? "none" : body}`;

const totalOf = (recall: readonly Recall[]): Recall => ({
  manager: "all",
  declarations: recall.reduce((sum, one) => sum + one.declarations, 0),
  found: recall.reduce((sum, one) => sum + one.found, 0),
});

const recallRow = ({ manager, declarations, found }: Recall): (string | number)[] => [
  manager,
  declarations,
  found,
  `${((100 * found) / declarations).toFixed(2)} %`,
];

const missText = ({ repository, file, line, manager, name, version, text }: Miss): string =>
  `${manager} ${name} ${version || "(no version)"}\n  ${repository}:${file}:${line ?? "?"}: ${text}`;

function costTable({ costs: { knockon, bot, botStartSeconds } }: Comparison): string {
  const withoutStarts = bot.cpuSeconds - botStartSeconds;
  const ratio = (cpuSeconds: number): string => (cpuSeconds / knockon.cpuSeconds).toFixed(1);
  return table([
    ["", "CPU", "peak memory", "times ours"],
    ["knockon scan --jobs 1", seconds(knockon.cpuSeconds), mebibytes(knockon.peakBytes), "1.0"],
    ["bot, one process each", seconds(bot.cpuSeconds), mebibytes(bot.peakBytes), ratio(bot.cpuSeconds)],
    ["  without its starts", seconds(withoutStarts), "", ratio(withoutStarts)],
  ]);
}
