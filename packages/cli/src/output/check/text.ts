import type { Check } from "@knockon/contract/resources/check";
import { describeUnnamed, isNamed, shownBreaks, type ShownBreak } from "@knockon/contract/check/named-check";
import type { LineOwner } from "@knockon/contract/resources/fields";
import {
  CLOCK_WORDS,
  describeChange,
  describeOwner,
  describeVerdict,
  EFFECT_WORDS,
  formatPlace,
  placeOfChange,
} from "@knockon/contract/check/words";
import { CLOCKS } from "@knockon/contract/vocabulary/clock";
import { printLines } from "../format.ts";

/** Renders a check for a terminal: the verdict, then breaks by clock with both lines. */
export function renderText(check: Check): string {
  const breaks = shownBreaks(check);
  const groups = CLOCKS.map((clock) => [clock, breaks.filter((one) => one.clock === clock)] as const).filter(
    ([, ofClock]) => ofClock.length > 0,
  );
  const unnamed = check.unnamed?.undecided ?? 0;
  const lines = [
    describeVerdict(check),
    ...groups.flatMap(([clock, ofClock]) => [
      "",
      capitalize(CLOCK_WORDS[clock]),
      ...ofClock.flatMap((one) => renderBreak(one, check)),
    ]),
    ...(check.undecided.length + unnamed > 0 ? ["", "Not decided"] : []),
    ...check.undecided.map(
      ({ consumer, use, kind, name, reason, owner }) =>
        `  ${consumer.full_path}  ${formatPlace(use)}  ${kind} "${name}": ${reason}${inBrackets(owner)}`,
    ),
    ...(unnamed > 0
      ? [`  ${unnamed} ${unnamed === 1 ? "use" : "uses"} in repositories that are not named`]
      : []),
    ...(check.graph.complete ? [] : ["", "The graph is incomplete: some repositories could not be read."]),
  ];
  return printLines(lines);
}

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const inBrackets = (owner: LineOwner | null): string => (owner === null ? "" : `  (${describeOwner(owner)})`);

const renderBreak = (one: ShownBreak, { unnamed }: Check): string[] => [
  isNamed(one)
    ? `  ${one.consumer.full_path}  ${formatPlace(one.use)}  ${EFFECT_WORDS[one.effect]}${inBrackets(one.owner)}`
    : `  ${describeUnnamed(one.repositories, unnamed)}  ${EFFECT_WORDS[one.effect]}`,
  `    ${describeChange(one)}  ${formatPlace(placeOfChange(one))}`,
];
