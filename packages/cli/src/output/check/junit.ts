import type { Check, CheckBreak } from "@knockon/contract/resources/check";
import { isFailing, type FailOn } from "@knockon/contract/check/fail-on";
import {
  CLOCK_WORDS,
  describeChange,
  describeVerdict,
  EFFECT_WORDS,
  formatPlace,
  placeOfChange,
} from "@knockon/contract/check/words";
import { printable } from "../format.ts";

/** Renders a check as a JUnit test suite: a test case per break, failed if it fails the check; one passing case if there is none. */
export function renderJunit(check: Check, failOn: FailOn): string {
  const { breaks, repository } = check;
  const failures = breaks.filter(({ clock }) => isFailing(clock, failOn)).length;
  const cases =
    breaks.length === 0
      ? [`    <testcase classname="${xml(repository.full_path)}" name="${xml(describeVerdict(check))}"/>`]
      : breaks.map((one) => renderCase(one, failOn));
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites>
  <testsuite name="knockon check" tests="${cases.length}" failures="${failures}">
${cases.join("\n")}
  </testsuite>
</testsuites>
`;
}

function renderCase(one: CheckBreak, failOn: FailOn): string {
  const message = `${EFFECT_WORDS[one.effect]} ${CLOCK_WORDS[one.clock]}`;
  const name = `${describeChange(one)}: ${formatPlace(one.use)}`;
  const start = `    <testcase classname="${xml(one.consumer.full_path)}" name="${xml(name)}" file="${xml(placeOfChange(one).file)}"`;
  const body = `<failure message="${xml(message)}">${xml(formatPlace(placeOfChange(one)))}</failure>`;
  return isFailing(one.clock, failOn)
    ? `${start}>${body}</testcase>`
    : `${start}><system-out>${xml(message)}</system-out></testcase>`;
}

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

const xml = (text: string): string =>
  printable(text).replace(/[&<>"]/g, (character) => ENTITIES[character] ?? "");
