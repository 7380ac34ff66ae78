import type { Check } from "@knockon/contract/resources/check";
import { gzipSync } from "node:zlib";
import { shownBreaks, type ShownBreak } from "@knockon/contract/check/named-check";
import { placeOfChange } from "@knockon/contract/check/words";
import { printableJson } from "../format.ts";
import { describeBreak, describeCut, fingerprintsOf, type Rendered } from "./listed-breaks.ts";

/** GitHub's limits of an upload: https://docs.github.com/code-security/code-scanning/reference/sarif-support-for-code-scanning */
const GITHUB_LIMITS = { results: 25_000, gzipBytes: 10 * 1024 * 1024 };

const RULES: Record<ShownBreak["change"], string> = {
  artifact_removed: "An artifact that other repositories use is removed",
  removed: "A name that other repositories use is removed",
  renamed: "A name that other repositories use is renamed",
  required: "A name that other repositories do not pass is required",
};

/** Renders a check as SARIF 2.1.0. Results are at the changed lines, with the consumer's line in the message. */
export function renderSarif(check: Check, limits = GITHUB_LIMITS): Rendered {
  const breaks = shownBreaks(check);
  let count = Math.min(breaks.length, limits.results);
  for (;;) {
    const cut = breaks.slice(count);
    const text = renderLog(breaks.slice(0, count), cut, check.unnamed);
    const excess = excessOf(text, limits.gzipBytes);
    if (excess <= 1 || count === 0) return { text, cut };
    // Results are of similar size. A little more is cut, so that one or two rounds suffice.
    count = Math.floor((count / excess) * 0.98);
  }
}

/** Returns the ratio of a text's compressed size to a limit. A text that is small enough is not compressed. */
const excessOf = (text: string, limit: number): number =>
  Buffer.byteLength(text) <= limit ? 1 : gzipSync(text).length / limit;

function renderLog(
  breaks: readonly ShownBreak[],
  cut: readonly ShownBreak[],
  unnamed: Check["unnamed"],
): string {
  const rules = Object.entries(RULES).map(([id, text]) => ({ id, shortDescription: { text } }));
  const fingerprints = fingerprintsOf(breaks);
  const notifications = cut.length === 0 ? [] : [{ level: "warning", message: { text: describeCut(cut) } }];
  const log = {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: { driver: { name: "Knockon", rules } },
        invocations: [{ executionSuccessful: true, toolExecutionNotifications: notifications }],
        results: breaks.map((one, index) => toResult(one, unnamed, fingerprints[index] ?? "")),
      },
    ],
  };
  return `${printableJson(JSON.stringify(log, undefined, 1))}\n`;
}

function toResult(one: ShownBreak, unnamed: Check["unnamed"], fingerprint: string) {
  const { file, line } = placeOfChange(one);
  return {
    ruleId: one.change,
    level: one.clock === "next_run" && one.effect !== "warns" ? "error" : "warning",
    message: { text: withoutLinks(describeBreak(one, unnamed)) },
    locations: [
      { physicalLocation: { artifactLocation: { uri: toUri(file) }, region: { startLine: line } } },
    ],
    partialFingerprints: { "knockon/v1": fingerprint },
  };
}

/** A message may contain links: SARIF 2.1.0, section 3.11.6. */
const withoutLinks = (text: string): string => text.replaceAll("](", "] (");

/** Escapes more than `encodeURI`, for which a path such as `a:b#c` would have a scheme and a fragment. */
const toUri = (path: string): string => path.toWellFormed().split("/").map(encodeURIComponent).join("/");
