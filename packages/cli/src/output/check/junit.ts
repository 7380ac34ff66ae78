import type { Check } from "@knockon/contract/resources/check";
import { describeUnnamed, isNamed, shownBreaks, type ShownBreak } from "@knockon/contract/check/named-check";
import { isFailing, type FailOn } from "@knockon/contract/check/fail-on";
import {
  CLOCK_WORDS,
  describeChange,
  describeOwner,
  describeVerdict,
  EFFECT_WORDS,
  formatPlace,
  placeOfChange,
} from "@knockon/contract/check/words";
import { printable } from "@knockon/contract/printable";
import { describeCut, type Rendered } from "./listed-breaks.ts";

/**
 * GitLab's limit of a file (https://docs.gitlab.com/ci/testing/unit_test_reports), and its parser's limit of 250,000 objects, of which a test
 * case has up to eight.
 */
const GITLAB_LIMITS = { cases: 30_000, bytes: 30_000_000 };
/** What a file has besides its test cases. */
const FRAME_BYTES = 10_000;

/** Renders a check as a JUnit test suite: a test case per break, failed if it fails the check; one passing case if there is none. */
export function renderJunit(check: Check, failOn: FailOn, limits = GITLAB_LIMITS): Rendered {
  const { repository, unnamed } = check;
  const breaks = shownBreaks(check);
  const all =
    breaks.length === 0
      ? [`    <testcase classname="${xml(repository.full_path)}" name="${xml(describeVerdict(check))}"/>\n`]
      : breaks.slice(0, limits.cases).map((one) => renderCase(one, unnamed, failOn));
  let bytes = FRAME_BYTES;
  const end = all.findIndex((text) => (bytes += Buffer.byteLength(text)) > limits.bytes);
  const cases = end === -1 ? all : all.slice(0, end);
  const cut = breaks.slice(cases.length);
  const failures = breaks.slice(0, cases.length).filter(({ clock }) => isFailing(clock, failOn)).length;
  const note = cut.length === 0 ? "" : `    <system-out>${describeCut(cut)}</system-out>\n`;
  const text = `<?xml version="1.0" encoding="UTF-8"?>
<testsuites>
  <testsuite name="knockon check" tests="${cases.length}" failures="${failures}">
${cases.join("")}${note}  </testsuite>
</testsuites>
`;
  return { text, cut };
}

function renderCase(one: ShownBreak, unnamed: Check["unnamed"], failOn: FailOn): string {
  const message = `${EFFECT_WORDS[one.effect]} ${CLOCK_WORDS[one.clock]}`;
  const [consumer, name, lineOwner] = isNamed(one)
    ? [one.consumer.full_path, `${describeChange(one)}: ${formatPlace(one.use)}`, one.owner]
    : [describeUnnamed(one.repositories, unnamed), describeChange(one), null];
  const start = `    <testcase classname="${xml(consumer)}" name="${xml(name)}" file="${xml(placeOfChange(one).file)}"`;
  const owner = lineOwner === null ? "" : `, owner: ${describeOwner(lineOwner)}`;
  const body = `<failure message="${xml(message)}">${xml(`${formatPlace(placeOfChange(one))}${owner}`)}</failure>`;
  return isFailing(one.clock, failOn)
    ? `${start}>${body}</testcase>\n`
    : `${start}><system-out>${xml(`${message}${owner}`)}</system-out></testcase>\n`;
}

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** XML also forbids two characters that are printable. */
const xml = (text: string): string =>
  printable(text)
    .replaceAll(/[\ufffe\uffff]/g, "\ufffd")
    .replaceAll(/[&<>"]/g, (character) => ENTITIES[character] ?? "");
