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

/** GitHub's limit, in characters. */
export const GITHUB_COMMENT_LENGTH = 65_536;

interface Options {
  linkTo?: LinkTo | undefined;
  /** In characters. Breaks that do not fit are counted. */
  maxLength?: number | undefined;
}

const HEADER = "| What changes | Who still uses it | When | How it fails | Owner |\n|---|---|---|---|---|\n";
/** Renders a check as Markdown: one line of verdict, then a row per break. Text from repositories is shown as code. */
export function renderMarkdown(
  check: Check,
  { linkTo = () => undefined, maxLength = Infinity }: Options = {},
): string {
  const verdict = `**${describeVerdict(check)}**\n`;
  const rows = check.breaks.map((one) => renderRow(one, linkTo));
  const longest = renderNotes(check, rows.length, MAX_UNDECIDED);
  const listed = longest.length <= maxLength / 2 ? MAX_UNDECIDED : 0;
  const reserved = renderNotes(check, rows.length, listed).length;
  let length = verdict.length + 1 + HEADER.length + reserved;
  const kept = rows.filter((row) => (length += row.length) <= maxLength);
  const table = kept.length === 0 ? "" : `\n${HEADER}${kept.join("")}`;
  return `${verdict}${table}${renderNotes(check, rows.length - kept.length, listed)}`;
}

/** Renders the lines after the table. `listed` limits the undecided uses that are listed by name. */
function renderNotes(check: Check, cut: number, listed: number): string {
  const notes = [
    ...(cut > 0 ? [`${cut} more ${cut === 1 ? "break is" : "breaks are"} not listed.`] : []),
    ...describeUndecided(check, listed),
    ...(check.graph.complete ? [] : ["The graph is incomplete: some repositories could not be read."]),
  ];
  return notes.map((note) => `\n${note}\n`).join("");
}

/** Undecided uses that are listed by name. */
const MAX_UNDECIDED = 5;

function describeUndecided({ undecided }: Check, limit: number): string[] {
  if (undecided.length === 0) return [];
  const listed = undecided
    .slice(0, limit)
    .map(
      ({ consumer, use, name, reason }) =>
        `- ${code(consumer.full_path)} ${code(formatPlace(use))}: ${code(name)} (${code(reason)})`,
    );
  const more = undecided.length - listed.length;
  if (limit === 0) return [`Not decided: ${more} ${more === 1 ? "use" : "uses"}.`];
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
