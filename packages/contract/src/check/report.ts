import { isFailing, type FailOn } from "./fail-on.ts";
import { printable } from "../printable.ts";
import { renderMarkdown, type MarkdownOptions } from "./markdown.ts";
import { describeUser, shownBreaks, type NamedCheck, type ShownBreak } from "./named-check.ts";
import { CLOCK_WORDS, describeChange, describeVerdict, EFFECT_WORDS, placeOfChange } from "./words.ts";

/** A line of the head commit with what the change does there. */
export interface Annotation {
  path: string;
  /** 1-based. */
  line: number;
  level: "warning" | "failure";
  title: string;
  /** Plain text. */
  message: string;
}

/** GitHub's limit for the summary of a check run, in characters. */
const SUMMARY_LENGTH = 65_535;

/** Returns what a host shows next to the commit: one line, a summary in Markdown, and an annotation per broken name. */
export function renderReport(
  check: NamedCheck,
  { failOn, ...options }: Omit<MarkdownOptions, "maxLength"> & { failOn: FailOn },
) {
  return {
    title: describeVerdict(check),
    summary: renderMarkdown(check, { ...options, maxLength: SUMMARY_LENGTH }),
    annotations: annotate(check, failOn),
  };
}

function annotate(check: NamedCheck, failOn: FailOn): Annotation[] {
  const byName = Map.groupBy(shownBreaks(check), (one) =>
    JSON.stringify([placeOfChange(one), one.producer_artifact, one.kind, one.name, one.change]),
  );
  return [...byName.values()].flatMap((ofName) => {
    const [first] = ofName;
    if (!first) return [];
    const { file, line } = placeOfChange(first);
    return [
      {
        path: file,
        line,
        level: ofName.some(({ clock }) => isFailing(clock, failOn)) ? "failure" : "warning",
        title: shorten(printable(describeChange(first)), MAX_TITLE),
        message: describeUses(ofName, check.unnamed),
      },
    ];
  });
}

const MAX_TITLE = 255;
/** Consumers listed per annotation. */
const MAX_LISTED = 20;

/** A line per use. */
function describeUses(ofName: readonly ShownBreak[], unnamed: NamedCheck["unnamed"]): string {
  const lines = ofName.map((one) =>
    printable(`${describeUser(one, unnamed)}: ${EFFECT_WORDS[one.effect]} ${CLOCK_WORDS[one.clock]}`),
  );
  const more = lines.length - MAX_LISTED;
  return [...lines.slice(0, MAX_LISTED), ...(more > 0 ? [`and ${more} more`] : [])].join("\n");
}

const shorten = (text: string, length: number): string =>
  text.length <= length ? text : `${text.slice(0, length - 1).toWellFormed()}…`;
