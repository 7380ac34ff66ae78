import { UsageError } from "../arguments.ts";
import { defineCommand, print } from "../command.ts";
import { readReport } from "../offline/read-report.ts";
import { toJson } from "../output/format.ts";
import { problemsOf, renderProblems } from "../output/render-problems.ts";
import { JSON_FLAG } from "./impact.ts";
import { SOURCE_OPTIONS } from "./source.ts";

export const problems = defineCommand({
  name: "problems",
  usage: "--in FILE [options]",
  about: "List the files and repositories that could not be read, with the reason.",
  options: { in: SOURCE_OPTIONS.in, json: JSON_FLAG },
  examples: ["knockon problems --in acme.json"],
  async run({ values }) {
    if (values.in === undefined)
      throw new UsageError('Missing --in. Run "knockon problems --help" for usage.');
    const found = problemsOf(await readReport(values.in));
    if (values.json) print(toJson(found));
    else print(`${found.length === 0 ? "No problems." : renderProblems(found)}\n`);
  },
});
