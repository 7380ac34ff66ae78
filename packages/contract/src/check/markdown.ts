import type { Check, CheckBreak } from "../resources/check.ts";
import {
  CLOCK_WORDS,
  describeChange,
  describeVerdict,
  EFFECT_WORDS,
  formatPlace,
  placeOfChange,
} from "./words.ts";

/** Returns a link to a line of the consumer, or undefined if its host is unknown. */
export type LinkTo = (consumer: string, place: { file: string; line: number }) => string | undefined;

interface Options {
  linkTo?: LinkTo | undefined;
  /** In characters. Breaks that do not fit are counted. GitHub's limit for a comment is 65,536. */
  maxLength?: number | undefined;
}

const HEADER = "| What changes | Who still uses it | When | How it fails | Owner |\n|---|---|---|---|---|\n";
/** For the lines after the table. */
const RESERVED = 1000;

/** Renders a check as Markdown: one line of verdict, then a row per break. Text from repositories is shown as code. */
export function renderMarkdown(
  check: Check,
  { linkTo = () => undefined, maxLength = Infinity }: Options = {},
): string {
  const verdict = `**${describeVerdict(check)}**\n`;
  const rows = check.breaks.map((one) => renderRow(one, linkTo));
  let length = verdict.length + HEADER.length + RESERVED;
  const kept = rows.filter((row) => (length += row.length) <= maxLength);
  const table = kept.length === 0 ? "" : `\n${HEADER}${kept.join("")}`;
  const cut = rows.length - kept.length;
  const notes = [
    ...(cut > 0 ? [`${cut} more ${cut === 1 ? "break is" : "breaks are"} not listed.`] : []),
    ...describeUndecided(check),
    ...(check.graph.complete ? [] : ["The graph is incomplete: some repositories could not be read."]),
  ];
  return `${verdict}${table}${notes.map((note) => `\n${note}\n`).join("")}`;
}

/** Undecided uses that are listed by name. */
const MAX_UNDECIDED = 5;

function describeUndecided({ undecided }: Check): string[] {
  if (undecided.length === 0) return [];
  const listed = undecided
    .slice(0, MAX_UNDECIDED)
    .map(
      ({ consumer, use, name, reason }) =>
        `- ${code(consumer.full_path)} ${code(formatPlace(use))}: ${code(name)} (${code(reason)})`,
    );
  const more = undecided.length - listed.length;
  return [`Not decided:\n\n${listed.join("\n")}${more > 0 ? `\n- and ${more} more` : ""}`];
}

function renderRow(one: CheckBreak, linkTo: LinkTo): string {
  const url = linkTo(one.consumer.id, one.use);
  const place = `${code(one.consumer.full_path)} ${code(formatPlace(one.use))}`;
  const cells = [
    `${code(describeChange(one))} ${code(formatPlace(placeOfChange(one)))}`,
    url === undefined ? place : `[${place}](${url})`,
    CLOCK_WORDS[one.clock],
    EFFECT_WORDS[one.effect],
    one.owner === null ? "" : code(one.owner),
  ];
  return `| ${cells.join(" | ")} |\n`;
}

/** Characters that change the direction or order of text, or are not visible. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\u2028\u2029]/gu;

/**
 * Returns text as a code span, which contains no links, mentions or HTML. Safe in tables, where a pipe would end the cell
 * even in code.
 */
export function code(text: string): string {
  const visible = text.toWellFormed().replace(UNPRINTABLE, "\ufffd").replaceAll("|", "\\|");
  const longest = Math.max(0, ...Array.from(visible.matchAll(/`+/g), ([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  const padding = /^`|`$|^\s|\s$/.test(visible) || visible === "" ? " " : "";
  return `${fence}${padding}${visible}${padding}${fence}`;
}
