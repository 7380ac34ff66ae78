import type { Check } from "@knockon/contract/resources/check";
import { FAIL_ON, type FailOn } from "@knockon/contract/check/fail-on";
import { parseChoice, UsageError } from "../arguments.ts";
import { defineCommand, print } from "../command.ts";
import type { Rendered } from "../output/check/listed-breaks.ts";
import { writeNote } from "../output/note.ts";
import { openOutput } from "../output/output-file.ts";
import { MIN_CONFIDENCE, parseConfidence } from "./options.ts";
import { getSource, SOURCE_OPTIONS, SOURCE_USAGE } from "./source.ts";

const FORMATS = ["text", "markdown", "json", "sarif", "junit", "codequality"] as const;
type Format = (typeof FORMATS)[number];
const NAMES = ["all", "readers"] as const;

export const check = defineCommand({
  name: "check",
  usage: SOURCE_USAGE,
  about:
    "Show which other repositories a change breaks: who still passes or reads what the change removes, renames or newly requires, or depends on a version that it no longer supports. Reads commits from Git and runs nothing.",
  options: {
    ...SOURCE_OPTIONS,
    repo: {
      type: "string",
      value: "PATH",
      default: ".",
      help: "Repository of the change (default: the current folder)",
    },
    repository: {
      type: "string",
      value: "NAME",
      help: "Its full path in the graph, if its URL does not identify it",
    },
    branch: {
      type: "string",
      value: "NAME",
      help: "Branch that gets the change (default: the default branch)",
    },
    base: {
      type: "string",
      value: "REV",
      help: "Where the change starts (default: where it left the default branch; on the default branch, the commit before; with --head WORKTREE, HEAD)",
    },
    head: {
      type: "string",
      value: "REV",
      default: "HEAD",
      help: "The last commit of the change, or WORKTREE for the files of the work tree (default: HEAD)",
    },
    format: {
      type: "string",
      value: "FORMAT",
      values: FORMATS,
      default: "text",
      help: "text (default), markdown, json, sarif, junit or codequality (GitLab)",
    },
    report: {
      type: "string",
      value: "FMT=FILE",
      multiple: true,
      default: [],
      help: "Also write a report to FILE. Repeat it for several",
    },
    "fail-on": {
      type: "string",
      value: "WHEN",
      values: FAIL_ON,
      help: 'Exit with 1 if something breaks on its next run ("merge"), also at the next update ("update"), also when bumped ("bump"), or "never" (default)',
    },
    clones: {
      type: "string",
      value: "PATH",
      help: "With --in: folder or listing of the scanned repositories, to name the last author of lines that CODEOWNERS gives no owner",
    },
    names: {
      type: "string",
      value: "WHICH",
      values: NAMES,
      default: "all",
      help: 'Consumers that the output names: "all" (default), or "readers": with --url, only those that readers of the repository may see by the naming rule of the workspace. The others are counted',
    },
    "min-confidence": {
      type: "string",
      value: MIN_CONFIDENCE.value,
      help: "Ignore declarations below confidence C, 0 to 1 (default: 0.4)",
    },
    config: { type: "string", value: "FILE", help: "Settings (default: .knockon.yml of the change)" },
  },
  notes: `Exit codes:
  0  Nothing that --fail-on names
  1  Something breaks that --fail-on names
  2  Invalid arguments or settings
  3  Undecided: the graph does not contain the repository, is incomplete or older
     than max_age, or a changed interface can't be read

.knockon.yml:
  fail_on: merge
  min_confidence: 0.6
  max_age: 7d
  paths: [actions, .github/workflows]
  ignores:
    - {name: OLD_TOKEN, consumer: acme/legacy, reason: archived soon, expires: 2026-12-31}`,
  examples: [
    "knockon check --in acme.json",
    "knockon check --in acme.json --base main --head my-branch --fail-on merge",
    "knockon check --in acme.json --head WORKTREE --format markdown",
  ],
  async run({ values }) {
    const format = parseChoice("--format", values.format, FORMATS);
    const reports = values.report.map(parseReport);
    const failOn =
      values["fail-on"] === undefined ? undefined : parseChoice("--fail-on", values["fail-on"], FAIL_ON);
    const minConfidence =
      values["min-confidence"] === undefined ? undefined : parseConfidence(values["min-confidence"]);
    const source = await getSource("check", values);
    const isForReaders = parseChoice("--names", values.names, NAMES) === "readers";
    if (isForReaders && typeof source === "string")
      throw new UsageError("--names readers needs --url: a report has no visibility of repositories.");
    if (values.clones !== undefined && typeof source !== "string")
      throw new UsageError("--clones needs --in: a server reads no local repositories.");
    const outputs = await Promise.all(
      reports.map(async ({ file, format: written }) => ({ output: await openOutput(file), written })),
    );
    // Loaded only now, so that invalid arguments are rejected at once. The thread of the extractor takes the longest to start.
    const { startExtractor } = await import("../check/start-extractor.ts");
    const extractor = startExtractor();
    const { runCheck } = await import("../check/run-check.ts");
    const { result, notes, exitCode } = await runCheck(
      { ...values, source, failOn, minConfidence, isForReaders },
      extractor,
    );
    for (const note of notes) writeNote(note);
    if (result) {
      for (const { output, written } of outputs)
        await output.write(await render(result.check, written, result.failOn));
      print(await render(result.check, format, result.failOn));
    }
    process.exitCode = exitCode;
  },
});

function parseReport(text: string): { format: Format; file: string } {
  const [, format = "", file = ""] = /^(\w+)=(.+)$/su.exec(text) ?? [];
  if (file === "")
    throw new UsageError(`Invalid --report "${text}". Use FORMAT=FILE, such as junit=check.xml.`);
  return { format: parseChoice("--report", format, FORMATS), file };
}

async function render(result: Check, format: Format, failOn: FailOn): Promise<string> {
  if (format === "json") return (await import("../output/format.ts")).toJson(result);
  if (format === "sarif") return withNote((await import("../output/check/sarif.ts")).renderSarif(result));
  if (format === "junit")
    return withNote((await import("../output/check/junit.ts")).renderJunit(result, failOn));
  if (format === "codequality")
    return (await import("../output/check/code-quality.ts")).renderCodeQuality(result);
  if (format === "markdown") {
    const { GITHUB_COMMENT_LENGTH, renderMarkdown } = await import("@knockon/contract/check/markdown");
    return renderMarkdown(result, { maxLength: GITHUB_COMMENT_LENGTH });
  }
  return (await import("../output/check/text.ts")).renderText(result);
}

/** Says on standard error what a report leaves out. */
async function withNote({ text, cut }: Rendered): Promise<string> {
  if (cut.length > 0) {
    const { describeCut } = await import("../output/check/listed-breaks.ts");
    writeNote(describeCut(cut));
  }
  return text;
}
