import { parseChoice, parseDate, parseNumber, UsageError } from "../arguments.ts";
import { defineCommand, print } from "../command.ts";
import { writeNote } from "../output/note.ts";
import { openOutput } from "../output/output-file.ts";
import { parseJobs } from "./scan.ts";

const FORMATS = ["text", "markdown", "json"] as const;

export const replay = defineCommand({
  name: "replay",
  usage: "PATH --since DATE --until DATE [options]",
  about:
    'Show what "knockon check" would have warned of in the past of an organization, and what happened then. Reads the history of each default branch from Git and runs nothing.',
  positional: { name: "PATH", help: 'A folder of Git repositories, or a listing file: see "knockon scan"' },
  options: {
    since: { type: "string", value: "DATE", help: "First day of the period, such as 2026-01-31" },
    until: { type: "string", value: "DATE", help: "End of the period, not included" },
    within: {
      type: "string",
      value: "DAYS",
      default: "30",
      help: "A warning is confirmed if the consumer follows the change at most DAYS days after it gets it (default: 30)",
    },
    sources: { type: "boolean", default: false, help: "Also compare what Go and Python sources export" },
    format: {
      type: "string",
      value: "FORMAT",
      values: FORMATS,
      default: "text",
      help: "text (default), markdown or json",
    },
    json: { type: "string", value: "FILE", help: "Also write the report to FILE" },
    jobs: {
      type: "string",
      value: "N",
      help: "Read N repositories in parallel, 1 to 64 (default: CPU cores)",
    },
  },
  notes: `Outcomes of warnings:
  confirmed        The consumer dropped the name, passed the required one, or moved
                   away from the change
  open             The consumer did not change
  reverted         The producer took the change back first
  pending          The period ends too early
  not reached      The consumer stayed at an older version`,
  examples: [
    "knockon replay ~/src/acme --since 2026-01-01 --until 2027-01-01",
    "knockon replay acme.jsonl --since 2026-01-01 --until 2026-04-01 --json replay.json",
  ],
  async run({ values, getPositional }) {
    const path = getPositional();
    const [since, until] = [getDate("--since", values.since), getDate("--until", values.until)];
    if (since >= until) throw new UsageError("--since must be before --until.");
    const withinDays = parseNumber("--within", values.within, { min: 1, max: 3650, isInteger: true });
    const format = parseChoice("--format", values.format, FORMATS);
    const jobs = parseJobs(values.jobs);
    const output = values.json === undefined ? undefined : await openOutput(values.json);
    // Loaded only now, so that invalid arguments are rejected at once.
    const { replay: readPast } = await import("../replay/replay.ts");
    const { progressBar } = await import("../output/progress-bar.ts");
    const { toJson } = await import("../output/format.ts");
    const { renderReplay } = await import("../output/render-replay.ts");
    const progress = progressBar();
    const report = await readPast(path, {
      since,
      until,
      withinDays,
      jobs,
      withSourceInterfaces: values.sources,
      onProgress: progress.update,
      onWarning: writeNote,
    }).finally(progress.end);
    if (!values.sources && report.summary.breaking_commits === 0)
      writeNote("Exported names of Go and Python packages were not compared. Use --sources to compare them.");
    await output?.write(toJson(report));
    print(format === "json" ? toJson(report) : renderReplay(report, format));
  },
});

function getDate(option: string, text: string | undefined): Date {
  if (text !== undefined) return parseDate(option, text);
  throw new UsageError(`Missing ${option}. Run "knockon replay --help" for usage.`);
}
