import { availableParallelism } from "node:os";
import { writeFile } from "node:fs/promises";
import { suggest } from "@knockon/contract/suggest";
import { parseArguments, parseDate, parseNumber, UsageError } from "../arguments.ts";
import { writeNote } from "../output/note.ts";

const REPLAY_HELP = `Usage: knockon replay PATH --since DATE --until DATE [options]

Show what "knockon check" would have warned of in the past of an organization, and
what happened then. Reads the history of each default branch from Git and runs nothing.

Arguments:
  PATH             A folder of Git repositories, or a listing file: see "knockon scan"

Options:
  --since DATE     First day of the period, such as 2026-01-31
  --until DATE     End of the period, not included
  --within DAYS    A warning is confirmed if the consumer follows the change at most
                   DAYS days after it gets it (default: 30)
  --sources        Also compare what Go and Python sources export
  --format FORMAT  text (default), markdown or json
  --json FILE      Also write the report to FILE
  --jobs N         Read N repositories in parallel, 1 to 64 (default: CPU cores)
  -h, --help       Show help

Outcomes of warnings:
  confirmed        The consumer dropped the name, passed the required one, or moved
                   away from the change
  open             The consumer did not change
  reverted         The producer took the change back first
  pending          The period ends too early
  not reached      The consumer stayed at an older version

Examples:
  knockon replay ~/src/acme --since 2026-01-01 --until 2027-01-01
  knockon replay acme.jsonl --since 2026-01-01 --until 2026-04-01 --json replay.json
`;

const FORMATS = ["text", "markdown", "json"] as const;

export async function replayCommand(args: string[]): Promise<void> {
  const { values, getPositional } = parseArguments({ command: "replay", positional: "PATH" }, args, {
    since: { type: "string" },
    until: { type: "string" },
    within: { type: "string", default: "30" },
    sources: { type: "boolean", default: false },
    format: { type: "string", default: "text" },
    json: { type: "string" },
    jobs: { type: "string" },
  });
  if (values.help) {
    process.stdout.write(REPLAY_HELP);
    return;
  }
  const path = getPositional();
  const [since, until] = [getDate("--since", values.since), getDate("--until", values.until)];
  if (since >= until) throw new UsageError("--since must be before --until.");
  const withinDays = parseNumber("--within", values.within, { min: 1, max: 3650, isInteger: true });
  const format = FORMATS.find((one) => one === values.format);
  if (!format)
    throw new UsageError(
      `Invalid --format "${values.format}".${suggest(values.format, FORMATS)} Use one of: ${FORMATS.join(", ")}.`,
    );
  const jobs =
    values.jobs === undefined
      ? availableParallelism()
      : parseNumber("--jobs", values.jobs, { min: 1, max: 64, isInteger: true });
  // Loaded only now, so that invalid arguments are rejected at once.
  const { replay } = await import("../replay/replay.ts");
  const { progressBar } = await import("../output/progress-bar.ts");
  const { toJson } = await import("../output/format.ts");
  const { renderReplay } = await import("../output/render-replay.ts");
  const progress = progressBar();
  const report = await replay(path, {
    since,
    until,
    withinDays,
    jobs,
    withSourceInterfaces: values.sources,
    onProgress: progress.update,
    onWarning: writeNote,
  }).finally(progress.end);
  if (values.json !== undefined) await writeFile(values.json, toJson(report));
  process.stdout.write(format === "json" ? toJson(report) : renderReplay(report, format));
}

function getDate(option: string, text: string | undefined): Date {
  if (text !== undefined) return parseDate(option, text);
  throw new UsageError(`Missing ${option}. Run "knockon replay --help" for usage.`);
}
