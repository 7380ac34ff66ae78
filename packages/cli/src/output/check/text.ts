import type { Check, CheckBreak } from "@knockon/contract/resources/check";
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
import { printLines } from "../format.ts";

/** Renders a check for a terminal: the verdict, then breaks by clock with both lines. */
export function renderText(check: Check): string {
  const groups = [...Map.groupBy(check.breaks, ({ clock }) => clock)];
  const lines = [
    describeVerdict(check),
    ...groups.flatMap(([clock, breaks]) => [
      "",
      capitalize(CLOCK_WORDS[clock]),
      ...breaks.flatMap(renderBreak),
    ]),
    ...(check.undecided.length > 0 ? ["", "Not decided"] : []),
    ...check.undecided.map(
      ({ consumer, use, kind, name, reason, owner }) =>
        `  ${consumer.full_path}  ${formatPlace(use)}  ${kind} "${name}": ${reason}${inBrackets(owner)}`,
    ),
    ...(check.graph.complete ? [] : ["", "The graph is incomplete: some repositories could not be read."]),
  ];
  return printLines(lines);
}

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const inBrackets = (owner: LineOwner | null): string => (owner === null ? "" : `  (${describeOwner(owner)})`);

const renderBreak = (one: CheckBreak): string[] => [
  `  ${one.consumer.full_path}  ${formatPlace(one.use)}  ${EFFECT_WORDS[one.effect]}${inBrackets(one.owner)}`,
  `    ${describeChange(one)}  ${formatPlace(placeOfChange(one))}`,
];
