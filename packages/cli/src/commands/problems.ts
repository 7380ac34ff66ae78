import { parseArguments, UsageError } from "../arguments.ts";
import { readReport } from "../offline/read-report.ts";
import { toJson } from "../output/format.ts";
import { problemsOf, renderProblems } from "../output/render-problems.ts";

const PROBLEMS_HELP = `Usage: knockon problems --in FILE [options]

List the files and repositories that could not be read, with the reason.

Options:
  --in FILE   Use the report that "knockon scan --json FILE" wrote
  --json      Print JSON
  -h, --help  Show help

Example:
  knockon problems --in acme.json
`;

export async function problemsCommand(args: string[]): Promise<void> {
  const { values } = parseArguments({ command: "problems" }, args, {
    in: { type: "string" },
    json: { type: "boolean" },
  });
  if (values.help) {
    process.stdout.write(PROBLEMS_HELP);
    return;
  }
  if (values.in === undefined) throw new UsageError('Missing --in. Run "knockon problems --help" for usage.');
  const problems = problemsOf(await readReport(values.in));
  if (values.json) process.stdout.write(toJson(problems));
  else process.stdout.write(`${problems.length === 0 ? "No problems." : renderProblems(problems)}\n`);
}
