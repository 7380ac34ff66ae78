import type { Check } from "@knockon/contract/resources/check";
import { shownBreaks, type ShownBreak } from "@knockon/contract/check/named-check";
import { placeOfChange } from "@knockon/contract/check/words";
import type { Clock } from "@knockon/contract/vocabulary/clock";
import { printableJson } from "../format.ts";
import { describeBreak, fingerprintsOf } from "./listed-breaks.ts";

const SEVERITIES: Record<Clock, string> = {
  next_run: "critical",
  next_update: "major",
  bump: "minor",
  unknown: "minor",
};

/**
 * Renders a check as a Code Quality report of GitLab (https://docs.gitlab.com/ci/testing/code_quality), which shows each break at the
 * changed line of a merge request.
 */
export function renderCodeQuality(check: Check): string {
  const breaks = shownBreaks(check);
  const fingerprints = fingerprintsOf(breaks);
  const issues = breaks.map((one, index) => toIssue(one, check.unnamed, fingerprints[index] ?? ""));
  return `${printableJson(JSON.stringify(issues, undefined, 1))}\n`;
}

function toIssue(one: ShownBreak, unnamed: Check["unnamed"], fingerprint: string) {
  const { file, line } = placeOfChange(one);
  return {
    description: describeBreak(one, unnamed),
    check_name: `knockon/${one.change}`,
    fingerprint,
    severity: one.effect === "warns" ? "info" : SEVERITIES[one.clock],
    location: { path: file.toWellFormed(), lines: { begin: line } },
  };
}
