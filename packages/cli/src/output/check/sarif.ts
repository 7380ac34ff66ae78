import type { Check, CheckBreak } from "@knockon/contract/resources/check";
import {
  CLOCK_WORDS,
  describeChange,
  EFFECT_WORDS,
  formatPlace,
  placeOfChange,
} from "@knockon/contract/check/words";
import { printable } from "../format.ts";

/** GitHub's limit for the results of a run: https://docs.github.com/code-security/code-scanning/reference/sarif-support-for-code-scanning */
const MAX_RESULTS = 25_000;

const RULES: Record<CheckBreak["change"], string> = {
  artifact_removed: "An artifact that other repositories use is removed",
  removed: "A name that other repositories use is removed",
  renamed: "A name that other repositories use is renamed",
  required: "A name that other repositories do not pass is required",
};

/** Renders a check as SARIF 2.1.0. Results are at the changed lines, with the consumer's line in the message. */
export function renderSarif({ breaks }: Check): string {
  const rules = Object.entries(RULES).map(([id, text]) => ({ id, shortDescription: { text } }));
  const log = {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      { tool: { driver: { name: "Knockon", rules } }, results: breaks.slice(0, MAX_RESULTS).map(toResult) },
    ],
  };
  return `${JSON.stringify(log, undefined, 1)}\n`;
}

function toResult(one: CheckBreak) {
  const { file, line } = placeOfChange(one);
  const use = `${one.consumer.full_path} ${formatPlace(one.use)}`;
  return {
    ruleId: one.change,
    level: one.clock === "next_run" && one.effect !== "warns" ? "error" : "warning",
    message: {
      text: printable(
        `${describeChange(one)}: ${use} ${EFFECT_WORDS[one.effect]} ${CLOCK_WORDS[one.clock]}.`,
      ),
    },
    locations: [
      { physicalLocation: { artifactLocation: { uri: encodeURI(file) }, region: { startLine: line } } },
    ],
    partialFingerprints: { "knockon/v1": [one.change, one.kind, one.name, use].join(" ") },
  };
}
