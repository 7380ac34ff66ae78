import { table } from "@knockon/cli/output/format";
import type { Cost } from "../measure/run-measured.ts";
import { mebibytes, seconds } from "../measure/numbers.ts";
import type { Comparable } from "./match.ts";

export interface Recall {
  manager: string;
  /** The bot's declarations in scope; `found` of them are also ours. */
  declarations: number;
  found: number;
}

export interface Miss extends Comparable {
  manager: string;
  /** Estimated line. */
  line: number | null;
  text: string;
}

export interface Comparison {
  bot: string;
  repositories: number;
  recall: Recall[];
  /** Excluded dependencies of the bot, by reason. */
  excluded: Record<string, number>;
  misses: Miss[];
  /** Declarations that the bot lacks, by our rule. */
  oursAlone: Record<string, number>;
  /** `botStartSeconds`: CPU time of starting the bot without files, once per repository. */
  costs: { knockon: Cost; bot: Cost; botStartSeconds: number };
}

export function presentComparison(comparison: Comparison, shownMisses: number): string {
  const { bot, repositories, recall, excluded, misses, oursAlone } = comparison;
  return [
    `${repositories} repositories, compared with ${bot}`,
    table([["manager", "bot", "ours", "recall"], ...recall.map(recallRow), recallRow(totalOf(recall))]),
    section("Excluded", table(Object.entries(excluded))),
    section(`Missed: ${misses.length}`, misses.slice(0, shownMisses).map(missText).join("\n")),
    section("Only ours, by rule", table(Object.entries(oursAlone))),
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
