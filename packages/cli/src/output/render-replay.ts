import { code } from "@knockon/contract/check/markdown";
import {
  CLOCK_WORDS,
  EFFECT_WORDS,
  describeChange,
  formatPlace,
  placeOfChange,
} from "@knockon/contract/check/words";
import {
  OUTCOMES,
  type MissedChange,
  type Outcome,
  type ReplayReport,
  type ReplayWarning,
} from "../replay/replay-report.ts";
import { printLines } from "./format.ts";

const OUTCOME_WORDS: Record<Outcome, string> = {
  confirmed: "confirmed",
  open: "open",
  reverted: "reverted",
  pending: "pending",
  not_reached: "not reached",
};

const FIX_WORDS = {
  dropped: "no longer uses it",
  passed: "passes it",
  removed: "removes the use",
  pinned: "pins an older version",
};

/** Renders the figures, then the warnings by date with both lines and what followed. */
export function renderReplay(report: ReplayReport, format: "text" | "markdown"): string {
  return printLines(format === "markdown" ? renderMarkdown(report) : renderText(report));
}

const day = (time: string): string => time.slice(0, 10);
const short = (commit: string): string => commit.slice(0, 10);
const percent = (ratio: number | null): string => (ratio === null ? "-" : `${(ratio * 100).toFixed(1)} %`);

function summarize({ summary, repositories, since, until, within_days: days }: ReplayReport): string[] {
  const { warnings, missed, precision, recall, commits, breaking_commits: breaking, undecided } = summary;
  const failed = repositories.filter(({ error }) => error !== null);
  const outcomes = OUTCOMES.map((one) => `${warnings[one]} ${OUTCOME_WORDS[one]}`).join(", ");
  return [
    `${day(since)} to ${day(until)}: ${commits} commits of ${repositories.length} repositories, ${breaking} of them can break a consumer.`,
    `Warnings: ${outcomes}. Missed: ${missed}. Not decided: ${undecided}.`,
    precision === null && recall === null
      ? `No warning was confirmed, open or missed within ${days} days, so there is no precision and no recall.`
      : `Precision ${percent(precision)} (confirmed of confirmed and open), recall ${percent(recall)} (confirmed of confirmed and missed), within ${days} days.`,
    ...failed.map(({ full_path: name, error }) => `Left out: ${name}: ${error}`),
  ];
}

function renderText(report: ReplayReport): string[] {
  return [
    ...summarize(report),
    ...(report.warnings.length > 0 ? ["", "Warnings"] : []),
    ...report.warnings.flatMap((one) => [
      `  ${day(one.at)}  ${OUTCOME_WORDS[one.outcome]}  ${one.consumer}  ${one.uses.map(formatPlace).join(", ")}  ${CLOCK_WORDS[one.clock]}  ${EFFECT_WORDS[one.effect]}`,
      `    ${describeChange(one)}  ${one.producer} ${short(one.commit)} ${formatPlace(placeOfChange(one))}`,
      ...describeEnd(one).map((line) => `    ${line}`),
    ]),
    ...(report.missed.length > 0 ? ["", "Missed"] : []),
    ...report.missed.flatMap((one) => [
      `  ${day(one.at)}  ${one.consumer}  ${formatPlace(one.fix)} before ${short(one.fix.commit)} of ${day(one.fix.at)}`,
      `    ${describeMissed(one)}  ${one.producer} ${short(one.commit)}`,
    ]),
  ];
}

function renderMarkdown(report: ReplayReport): string[] {
  const rows = report.warnings.map((one) => [
    day(one.at),
    `${code(describeChange(one))} ${code(`${one.producer} ${short(one.commit)} ${formatPlace(placeOfChange(one))}`)}`,
    `${code(one.consumer)} ${one.uses.map((use) => code(formatPlace(use))).join(" ")}`,
    CLOCK_WORDS[one.clock],
    EFFECT_WORDS[one.effect],
    [OUTCOME_WORDS[one.outcome], ...describeEnd(one).map(code)].join(": "),
  ]);
  const missed = report.missed.map((one) => [
    day(one.at),
    `${code(describeMissed(one))} ${code(`${one.producer} ${short(one.commit)}`)}`,
    `${code(one.consumer)} ${code(`${formatPlace(one.fix)} before ${short(one.fix.commit)}`)}`,
  ]);
  return [
    ...summarize(report).flatMap((line) => [line, ""]),
    ...table(["Date", "What changed", "Who used it", "When", "How it fails", "Outcome"], rows),
    ...(missed.length > 0 ? ["", "Missed:", ""] : []),
    ...table(["Date", "What changed", "Who used it"], missed),
  ];
}

const table = (header: readonly string[], rows: readonly (readonly string[])[]): string[] =>
  rows.length === 0
    ? []
    : [header, header.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`);

const describeMissed = (missed: MissedChange): string =>
  describeChange({ ...missed, change: "removed", renamed_to: null });

function describeEnd({
  outcome,
  fix,
  at,
  reached_at: reached,
  reverted_at: reverted,
}: ReplayWarning): string[] {
  const bumped = reached !== null && reached !== at ? [`the consumer gets it on ${day(reached)}`] : [];
  if (outcome === "confirmed" && fix)
    return [...bumped, `${short(fix.commit)} of ${day(fix.at)} ${FIX_WORDS[fix.how]}`];
  return outcome === "reverted" && reverted !== null ? [`taken back on ${day(reverted)}`] : bumped;
}
