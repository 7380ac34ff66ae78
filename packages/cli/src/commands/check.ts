import { writeFile } from "node:fs/promises";
import type { ShownCheck } from "@knockon/contract/check/named-check";
import { FAIL_ON, type FailOn } from "@knockon/contract/check/fail-on";
import { parseArguments, parseChoice, parseNumber, UsageError } from "../arguments.ts";
import type { Rendered } from "../output/check/listed-breaks.ts";
import { writeNote } from "../output/note.ts";
import { getSource } from "./source.ts";

const CHECK_HELP = `Usage: knockon check (--in FILE | --url URL --key KEY) [options]

Show which other repositories a change breaks: who still passes or reads what the
change removes, renames or newly requires. Reads commits from Git and runs nothing.

Options:
  --in FILE           Use the report that "knockon scan --json FILE" wrote
  --url URL           Query the Knockon server at URL
  --key KEY           API key for --url (default: $KNOCKON_API_KEY)
  --repo PATH         Repository of the change (default: the current folder)
  --repository NAME   Its full path in the graph, if its URL does not identify it
  --branch NAME       Branch that gets the change (default: the default branch)
  --base REV          Where the change starts (default: where it left the default
                      branch; on the default branch, the commit before)
  --head REV          The last commit of the change, or WORKTREE for the files of
                      the work tree (default: HEAD)
  --format FORMAT     text (default), markdown, json, sarif, junit or
                      codequality (GitLab)
  --report FMT=FILE   Also write a report to FILE. Repeat it for several
  --fail-on WHEN      Exit with 1 if something breaks at merge ("merge"), also at
                      the next update ("update"), also when bumped ("bump"), or
                      "never" (default)
  --clones PATH       With --in: folder or listing of the scanned repositories, to name
                      the last author of lines that CODEOWNERS gives no owner
  --names WHICH       Consumers that the output names: "all" (default), or "readers": with
                      --url, only those that readers of the repository may see by the
                      naming rule of the workspace. The others are counted
  --min-confidence C  Ignore declarations below confidence C, 0 to 1 (default: 0.4)
  --config FILE       Settings (default: .knockon.yml of the change)
  -h, --help          Show help

Exit codes:
  0  Nothing that --fail-on names
  1  Something breaks that --fail-on names
  2  Invalid arguments or settings
  3  Undecided: the graph does not contain the repository, is incomplete or older
     than max_age, or a changed interface can't be read

Examples:
  knockon check --in acme.json
  knockon check --in acme.json --base main --head my-branch --fail-on merge
  knockon check --in acme.json --head WORKTREE --format markdown

.knockon.yml:
  fail_on: merge
  min_confidence: 0.6
  max_age: 7d
  paths: [actions, .github/workflows]
  ignores:
    - {name: OLD_TOKEN, consumer: acme/legacy, reason: archived soon, expires: 2026-12-31}
`;

const FORMATS = ["text", "markdown", "json", "sarif", "junit", "codequality"] as const;
type Format = (typeof FORMATS)[number];
const NAMES = ["all", "readers"] as const;

export async function checkCommand(args: string[]): Promise<void> {
  const { values } = parseArguments({ command: "check" }, args, {
    in: { type: "string" },
    url: { type: "string" },
    key: { type: "string" },
    repo: { type: "string", default: "." },
    repository: { type: "string" },
    branch: { type: "string" },
    base: { type: "string" },
    head: { type: "string", default: "HEAD" },
    format: { type: "string", default: "text" },
    report: { type: "string", multiple: true, default: [] },
    "fail-on": { type: "string" },
    "min-confidence": { type: "string" },
    config: { type: "string" },
    clones: { type: "string" },
    names: { type: "string", default: "all" },
  });
  if (values.help) {
    process.stdout.write(CHECK_HELP);
    return;
  }
  const format = parseChoice("--format", values.format, FORMATS);
  const reports = values.report.map(parseReport);
  const failOn =
    values["fail-on"] === undefined ? undefined : parseChoice("--fail-on", values["fail-on"], FAIL_ON);
  const minConfidence =
    values["min-confidence"] === undefined
      ? undefined
      : parseNumber("--min-confidence", values["min-confidence"], { min: 0, max: 1 });
  const source = getSource("check", values);
  const isForReaders = parseChoice("--names", values.names, NAMES) === "readers";
  if (isForReaders && typeof source === "string")
    throw new UsageError("--names readers needs --url: a report has no visibility of repositories.");
  if (values.clones !== undefined && typeof source !== "string")
    throw new UsageError("--clones needs --in: a server reads no local repositories.");
  // Loaded only now, so that invalid arguments are rejected at once.
  const { runCheck } = await import("../check/run-check.ts");
  const { result, notes, exitCode } = await runCheck({
    ...values,
    source,
    failOn,
    minConfidence,
    isForReaders,
  });
  for (const note of notes) writeNote(note);
  if (result) {
    for (const { file, format: written } of reports)
      await writeFile(file, await render(result.check, written, result.failOn));
    process.stdout.write(await render(result.check, format, result.failOn));
  }
  process.exitCode = exitCode;
}

function parseReport(text: string): { format: Format; file: string } {
  const [, format = "", file = ""] = /^(\w+)=(.+)$/su.exec(text) ?? [];
  if (file === "")
    throw new UsageError(`Invalid --report "${text}". Use FORMAT=FILE, such as junit=check.xml.`);
  return { format: parseChoice("--report", format, FORMATS), file };
}

async function render(check: ShownCheck, format: Format, failOn: FailOn): Promise<string> {
  if (format === "json") return (await import("../output/format.ts")).toJson(check);
  if (format === "sarif") return withNote((await import("../output/check/sarif.ts")).renderSarif(check));
  if (format === "junit")
    return withNote((await import("../output/check/junit.ts")).renderJunit(check, failOn));
  if (format === "codequality")
    return (await import("../output/check/code-quality.ts")).renderCodeQuality(check);
  if (format === "markdown") {
    const { GITHUB_COMMENT_LENGTH, renderMarkdown } = await import("@knockon/contract/check/markdown");
    return renderMarkdown(check, { maxLength: GITHUB_COMMENT_LENGTH });
  }
  return (await import("../output/check/text.ts")).renderText(check);
}

/** Says on standard error what a report leaves out. */
async function withNote({ text, cut }: Rendered): Promise<string> {
  if (cut.length > 0) {
    const { describeCut } = await import("../output/check/listed-breaks.ts");
    writeNote(describeCut(cut));
  }
  return text;
}
