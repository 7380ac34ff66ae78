import { printable } from "../printable.ts";
import type { Check, CheckBreak, UnnamedBreak } from "../resources/check.ts";
import { describeUnnamed, type ShownBreak } from "./named-check.ts";
import {
  CLOCK_WORDS,
  describeChange,
  describeOwner,
  describeVerdict,
  EFFECT_WORDS,
  formatPlace,
  placeOfChange,
} from "./words.ts";

/** Returns a link to a line of the consumer, or undefined if its host is unknown. */
export type LinkTo = (consumer: string, place: { file: string; line: number }) => string | undefined;

/** GitHub's limit, in characters. */
export const GITHUB_COMMENT_LENGTH = 65_536;

export interface MarkdownOptions {
  linkTo?: LinkTo | undefined;
  /** In characters. Breaks that do not fit are counted. */
  maxLength?: number | undefined;
  /** Sentences about the check, shown as code: they quote settings of the repository. */
  notes?: readonly string[] | undefined;
  /** Whether owners are mentioned, which notifies them. */
  mentionsOwners?: boolean | undefined;
}

const HEADER = "| What changes | Who still uses it | When | How it fails | Owner |\n|---|---|---|---|---|\n";

/** Renders a check as Markdown: one line of verdict, then a row per break. Text from repositories is shown as code. */
export function renderMarkdown(check: Check, options: MarkdownOptions = {}): string {
  const { maxLength = Infinity, notes = [] } = options;
  const verdict = `**${describeVerdict(check)}**\n`;
  const rows = [
    ...check.breaks.map((one) => renderRow(one, options)),
    ...(check.unnamed?.breaks ?? []).map((one) => renderUnnamed(one, check)),
  ];
  const longest = renderNotes(check, rows.length, { listed: MAX_UNDECIDED, notes });
  const isShort = longest.length <= maxLength / 2;
  const shown = isShort ? { listed: MAX_UNDECIDED, notes } : { listed: 0, notes: [] };
  const reserved = renderNotes(check, rows.length, shown).length;
  let length = verdict.length + 1 + HEADER.length + reserved;
  const kept = rows.filter((row) => (length += row.length) <= maxLength);
  const table = kept.length === 0 ? "" : `\n${HEADER}${kept.join("")}`;
  return `${verdict}${table}${renderNotes(check, rows.length - kept.length, shown)}`;
}

interface ShownNotes {
  /** How many undecided uses are listed by name. */
  listed: number;
  notes: readonly string[];
}

/** Renders the lines after the table. */
function renderNotes(check: Check, cut: number, { listed, notes }: ShownNotes): string {
  const lines = [
    ...(cut > 0 ? [`${cut} more ${cut === 1 ? "break is" : "breaks are"} not listed.`] : []),
    ...describeUndecided(check, listed),
    ...(check.graph.complete ? [] : ["The graph is incomplete: some repositories could not be read."]),
    ...notes.map(code),
  ];
  return lines.map((line) => `\n${line}\n`).join("");
}

/** Undecided uses that are listed by name. */
const MAX_UNDECIDED = 5;

function describeUndecided({ undecided, unnamed }: Check, limit: number): string[] {
  const total = undecided.length + (unnamed?.undecided ?? 0);
  if (total === 0) return [];
  const listed = undecided
    .slice(0, limit)
    .map(
      ({ consumer, use, name, reason }) =>
        `- ${code(consumer.full_path)} ${code(formatPlace(use))}: ${code(name)} (${code(reason)})`,
    );
  const more = total - listed.length;
  if (listed.length === 0) return [`Not decided: ${more} ${more === 1 ? "use" : "uses"}.`];
  return [`Not decided:\n\n${listed.join("\n")}${more > 0 ? `\n- and ${more} more` : ""}`];
}

function renderRow(
  one: CheckBreak,
  { linkTo = () => undefined, mentionsOwners = false }: MarkdownOptions,
): string {
  const url = linkTo(one.consumer.id, one.use);
  const place = `${code(one.consumer.full_path)} ${code(formatPlace(one.use))}`;
  return renderCells(
    one,
    url === undefined ? place : `[${place}](${escapeTarget(url)})`,
    renderOwner(one, mentionsOwners),
  );
}

/** Escapes characters that would end the target of a link or the cell of a table. */
const escapeTarget = (url: string): string =>
  url.replaceAll(
    /[()<>|\\\s]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`,
  );

const renderUnnamed = (one: UnnamedBreak, { unnamed }: Check): string =>
  renderCells(one, describeUnnamed(one.repositories, unnamed), "");

function renderCells(one: ShownBreak, consumer: string, owner: string): string {
  const cells = [
    `${code(describeChange(one))} ${code(formatPlace(placeOfChange(one)))}`,
    consumer,
    CLOCK_WORDS[one.clock],
    EFFECT_WORDS[one.effect],
    owner,
  ];
  return `| ${cells.join(" | ")} |\n`;
}

/** A user or team as hosts mention it. Anything else stays code. */
const MENTION = /^@[A-Za-z\d][\w.-]*(?:\/[A-Za-z\d][\w.-]*)*$/;

function renderOwner({ owner }: CheckBreak, mentionsOwners: boolean): string {
  if (owner === null) return "";
  const isMentioned = mentionsOwners && owner.source === "codeowners";
  return describeOwner(owner, (name) =>
    isMentioned && MENTION.test(name) ? name.replaceAll("_", "\\_") : code(name),
  );
}

/**
 * Returns text as a code span, which contains no links, mentions or HTML. Safe in tables, where a pipe would end the cell
 * even in code. Some hosts also count a backslash before a backslash as its escape, so a pipe gets an odd number of them.
 */
export function code(text: string): string {
  const visible = printable(text).replaceAll(
    /(\\*)\|/g,
    (_, run: string) => `${run}${run.length % 2 === 0 ? "" : "\\"}\\|`,
  );
  const longest = Math.max(0, ...Array.from(visible.matchAll(/`+/g), ([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  const padding = /^`|`$|^\s|\s$/.test(visible) || visible === "" ? " " : "";
  return `${fence}${padding}${visible}${padding}${fence}`;
}
