import type { Check } from "@knockon/contract/resources/check";
import { randomUUID } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { error, info, setOutput, summary, warning } from "@actions/core";
import type { CheckOutcome } from "@knockon/cli/check/run-check";
import { describeBreak, describeCut } from "@knockon/cli/output/check/listed-breaks";
import { renderSarif } from "@knockon/cli/output/check/sarif";
import { renderText } from "@knockon/cli/output/check/text";
import { isFailing, type FailOn } from "@knockon/contract/check/fail-on";
import { code, renderMarkdown } from "@knockon/contract/check/markdown";
import { describeUnnamed, isNamed, shownBreaks, type ShownBreak } from "@knockon/contract/check/named-check";
import { placeOfChange } from "@knockon/contract/check/words";

/** A step can have ten annotations of each level. The last error is left for the message with which the step fails. */
const MAX_ERRORS = 9;
const MAX_WARNINGS = 10;

/** In characters. A summary can have 1 MiB, and a character up to three bytes. */
const SUMMARY_LENGTH = 300_000;

/** Writes outputs, annotations, the log and the summary of the job. */
export async function reportOutcome({ result, notes }: CheckOutcome): Promise<void> {
  setOutput("verdict", result?.check.verdict ?? "undecided");
  setOutput("breaks", result ? shownBreaks(result.check).length : 0);
  setOutput("reached", result?.check.reached.repositories ?? 0);
  for (const note of notes.slice(0, MAX_WARNINGS)) warning(note, { title: "Knockon" });
  if (result) {
    log(renderText(result.check));
    annotate(result.check, result.failOn, MAX_WARNINGS - notes.length);
  }
  if (process.env["GITHUB_STEP_SUMMARY"] === undefined) return;
  const markdown = result ? renderMarkdown(result.check, { maxLength: SUMMARY_LENGTH }) : "";
  const listed = notes.map((note) => `- ${code(note)}\n`).join("");
  await summary.addRaw(`### Knockon\n\n${markdown}${listed === "" ? "" : `\n${listed}`}`).write();
}

/** Writes a SARIF report. Warns of what it leaves out. */
export async function writeSarif(file: string, check: Check): Promise<void> {
  const { text, cut } = renderSarif(check);
  await writeFile(file, text);
  if (cut.length > 0) warning(`${file}: ${describeCut(cut)}`);
}

function annotate(check: Check, failOn: FailOn, maxWarnings: number): void {
  const { unnamed } = check;
  const breaks = shownBreaks(check);
  const fails = (one: ShownBreak): boolean => isFailing(one.clock, failOn);
  for (const one of breaks.filter(fails).slice(0, MAX_ERRORS))
    error(describeBreak(one, unnamed), placeOf(one, check));
  const others = breaks.filter((one) => !fails(one));
  for (const one of others.slice(0, Math.max(0, maxWarnings)))
    warning(describeBreak(one, unnamed), placeOf(one, check));
}

function placeOf(one: ShownBreak, { unnamed }: Check) {
  const { file, line } = placeOfChange(one);
  const user = isNamed(one) ? one.consumer.full_path : describeUnnamed(one.repositories, unnamed);
  return { title: `Knockon: breaks ${user}`, file, startLine: line };
}

/** Prints text from repositories. The runner would otherwise execute the workflow commands in it. */
function log(text: string): void {
  const token = randomUUID();
  info(`::stop-commands::${token}`);
  info(text);
  info(`::${token}::`);
}
