import type { Reference } from "./reference.ts";

/** Longer lines are generated. */
const MAX_LINE_LENGTH = 2_000;
/** The start of a longer comment is not found. */
const MAX_COMMENT_LENGTH = 4_000;

/** `//go:generate` is a command, not a comment. */
const COMMENT_LINE = /^\s*(?:#|\/\/(?!go:generate\s)|\/\*|\*[\s/]|--\s|<!--|\{\{-?\s?\/\*|REM\s)/;
/** A `;` may start a comment, or a command in a continued shell line. */
const SEMICOLON = /^\s*;/;
/** A comment at the end of a line, including `## …` after a Makefile target, and a shell command that is only a comment. */
const COMMENT_BEFORE = /[\s`](?:##?|\/\/)\s/;
const BLOCK_COMMENTS = [
  ["/*", "*/"],
  ["{-", "-}"],
  ["<!--", "-->"],
  ["{{/*", "*/}}"],
  ["{{- /*", "*/ -}}"],
] as const;
/** Text printed by a script, up to the next command. */
const PRINTED = /\b(?:echo|printf)\s(?:(?!\$\()[^|;&`])*$/;
/** `[text](` and `[label]: ` in Markdown, `href=` in HTML. */
const MARKED_UP = /\]\(<?$|^\s*\[[^\]]{1,100}\]:\s*<?$|\bhref=\{?["'`]?$/;
/** `<URL|text>` in a chat message. */
const CHAT_LINK = /^[^\s"'`<>|]+\|[^<>|]*>/;
/** `(see: URL`. */
const SEE = /\bsee:?\s+[<("'`]?$/i;
/** External documentation of OpenAPI in any language: `externalDocs(new ExternalDocumentation().url("`. */
const EXTERNAL_DOCS = /\b(?:externalDocs|ExternalDocumentation)\b[^;{}]*$/;
const MAX_EXTERNAL_DOCS_LENGTH = 300;
/** An entry of `links:` in a manifest: `- name: Kit` and `url: URL`. */
const URL_KEY = /^[ \t]*(?:-[ \t]+)?(?:url|href):[ \t]*["']?$/;
const LINKS =
  /(?:^|\n)[ \t]*links:[ \t]*\r?\n(?:[ \t]*(?:-[ \t]+)?(?:name|title|text|icon|type|description|url|href):[^\n]*\n){0,60}[^\n]*$/;
const SENTENCE = /^\W*(?:[A-Za-z][\w'’-]*[,.:]? ){2,}[<(]?$/;
/** Words in quotes before a link: more than a command has. */
const SENTENCE_IN_QUOTES = /["'`]\W*(?:[A-Za-z][\w'’-]*[,.:]? ){4,}[<(]?$/;
/** A sentence with its link on the next line. */
const SENTENCE_ABOVE = /^\W*(?:[A-Za-z][\w'’-]*,? ){2,}[A-Za-z][\w'’-]*:\s*$/;
/** The key of a line, without its domain: `source-code` in `example.gov/source-code:`. */
const FIELD =
  /^[\s-]*["'<]?(?:[a-z\d][\w-]*(?:\.[\w-]+)+\/)?(?<key>\$?[A-Za-z][\w-]*)["'>]?\s*(?:[:=](?!\/\/)|(?<=>))/i;

/** Describes the context of a reference. */
export function describePlace(
  text: string,
  offset: number,
  isFetched: boolean,
): Pick<Reference, "field" | "isProse" | "isInSentence"> {
  const start = text.lastIndexOf("\n", offset) + 1;
  const newline = text.indexOf("\n", offset);
  const line = text.slice(start, newline === -1 ? text.length : newline);
  if (line.length > MAX_LINE_LENGTH) return { field: null, isProse: true, isInSentence: false };
  const [before, after] = [line.slice(0, offset - start), line.slice(offset - start)];
  const isProse =
    COMMENT_LINE.test(line) ||
    (!isFetched && (SEMICOLON.test(line) || isCompared(before, after, lineAbove(text, start)))) ||
    (before.endsWith("<") && CHAT_LINK.test(after)) ||
    [COMMENT_BEFORE, PRINTED, MARKED_UP, SEE].some((pattern) => pattern.test(before)) ||
    EXTERNAL_DOCS.test(text.slice(Math.max(0, offset - MAX_EXTERNAL_DOCS_LENGTH), offset)) ||
    (URL_KEY.test(before) && LINKS.test(text.slice(Math.max(0, offset - MAX_COMMENT_LENGTH), offset))) ||
    isInBlockComment(text.slice(Math.max(0, offset - MAX_COMMENT_LENGTH), offset));
  return {
    field: FIELD.exec(line)?.groups?.["key"]?.toLowerCase() ?? null,
    isProse,
    isInSentence:
      SENTENCE.test(before) ||
      SENTENCE_IN_QUOTES.test(before) ||
      (before.trim() === "" && SENTENCE_ABOVE.test(lineAbove(text, start))),
  };
}

const lineAbove = (text: string, start: number): string =>
  text.slice(
    Math.max(text.lastIndexOf("\n", start - 2) + 1, start - MAX_LINE_LENGTH),
    Math.max(start - 1, 0),
  );

/** Instructions of a Dockerfile that describe the image. */
const IMAGE_DESCRIPTION = /^[ \t]*(?:LABEL|MAINTAINER)[ \t]/i;
const CONTINUED = /\\[ \t]*\r?$/;

/** Whether a reference is in an instruction of a Dockerfile that describes the image, which may have several lines. */
export function describesImage(text: string, offset: number): boolean {
  let start = text.lastIndexOf("\n", offset) + 1;
  while (start > offset - MAX_COMMENT_LENGTH && CONTINUED.test(lineAbove(text, start)))
    start = text.lastIndexOf("\n", start - 2) + 1;
  return IMAGE_DESCRIPTION.test(text.slice(start, offset));
}

/** A comment only starts at the start of a line: `src/**\/*.ts` starts none. */
const isInBlockComment = (before: string): boolean =>
  BLOCK_COMMENTS.some(([opening, closing]) => {
    const start = before.lastIndexOf(opening);
    if (start === -1 || before.includes(closing, start + opening.length)) return false;
    return before.slice(before.lastIndexOf("\n", start) + 1, start).trim() === "";
  });

/** `case "URL":`, `== "URL"`, `=~ "URL"`, `.equals("URL")`, `[ "$X" = URL`, `case $X in URL)`. */
const COMPARED_BEFORE = [
  /\bcase\s+(?:(?:"[^"]*"|'[^']*')\s*[,|]\s*)*["'`]?$/,
  /(?:[!=]=|=~)\s*["'`^]*$/,
  /\.(?:equals|equalsIgnoreCase|startsWith|startswith)\(\s*["'`]?$/,
  /\[\s+(?:!\s+)?["']?\$[^\]]*\s=\s*["']?$/,
  /\bcase\s+\S+\s+in\s+\(?["']?$/,
];
/** `"URL" == x`, `"URL".equals(x)`. */
const COMPARED_AFTER = /^[^\s"'`]*["'`]\s*(?:[!=]=|\.equals(?:IgnoreCase)?\()/;
/** Who has signed something: `--certificate-identity-regexp URL`, `cosign-base-identity: URL`. */
const IDENTITY_BEFORE =
  /\b(?:certificate[-_]identity|cosign[-_](?:\w+[-_])?identity)(?:[-_]regexp?)?["']?[ \t]*[=: \t][ \t]*["'`^]*$/i;
/** A label of a shell `case`, after the line that opens it or ends the previous label. */
const LABEL_BEFORE = /^\s*\(?["']?$/;
const LABEL_AFTER = /^[^\s"'`]*["']?\*?["']?\s*[)|]/;
const LABEL_ABOVE = /(?:\bcase\s.*\sin|;;)\s*$/;

/** Bounds the work of the patterns above. */
const MAX_BEFORE = 300;

/** Whether a reference is only compared with another value, so that the program does not fetch it. */
const isCompared = (before: string, after: string, above: string): boolean =>
  IDENTITY_BEFORE.test(before.slice(-MAX_BEFORE)) ||
  COMPARED_BEFORE.some((pattern) => pattern.test(before.slice(-MAX_BEFORE))) ||
  COMPARED_AFTER.test(after) ||
  (LABEL_BEFORE.test(before) && LABEL_AFTER.test(after) && LABEL_ABOVE.test(above));
