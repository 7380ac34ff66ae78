import { renderMarkdown, type MarkdownOptions } from "./markdown.ts";
import type { NamedCheck } from "./named-check.ts";

interface CommentOptions extends MarkdownOptions {
  /** Finds the comment again. Without `>` and `--`. */
  marker: string;
  maxLength: number;
  /** The page of the check. */
  detailsUrl: string;
}

/** Returns the line that marks the comments of a workspace. Readers do not see it. */
export const commentMarker = (workspaceId: string): string => `<!-- knockon:check:${workspaceId} -->`;

/** Renders the comment on a pull request. Breaks that do not fit are counted, and the link leads to all of them. */
export function renderComment(check: NamedCheck, options: CommentOptions): string {
  const start = `${options.marker}\n`;
  const end = `\n[Show the check](${options.detailsUrl})\n`;
  const maxLength = options.maxLength - start.length - end.length;
  return `${start}${renderMarkdown(check, { ...options, maxLength })}${end}`;
}

/** Whether a check is worth a comment: something breaks, or gets the change on its next run. */
export const deservesComment = ({ verdict, reached }: Pick<NamedCheck, "verdict" | "reached">): boolean =>
  verdict === "breaks" || (reached.by_clock.next_run ?? 0) > 0;
