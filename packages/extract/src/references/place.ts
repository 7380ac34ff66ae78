import { isCompared } from "./compared.ts";
import type { Reference } from "./reference.ts";

/** No person writes longer lines. */
const MAX_LINE_LENGTH = 2_000;
/** A comment that goes on for longer hides its beginning. */
const MAX_COMMENT_LENGTH = 4_000;

/** `//go:generate` is a command. */
const COMMENT_LINE = /^\s*(?:#|\/\/(?!go:generate\s)|\/\*|\*[\s/]|--\s|<!--|REM\s)/;
/** In a continued shell line a `;` starts a command, elsewhere it may start a comment. */
const SEMICOLON = /^\s*;/;
/** `## …` after the target of a Makefile is what `make help` shows. */
const COMMENT_BEFORE = /\s(?:##?|\/\/)\s/;
const BLOCK_COMMENTS = [
  ["/*", "*/"],
  ["{-", "-}"],
  ["<!--", "-->"],
] as const;
/** What a script tells its reader, up to where the shell would start another command. */
const PRINTED = /\b(?:echo|printf)\s(?:(?!\$\()[^|;&`])*$/;
/** `[text](` and `[label]: ` of Markdown, `href=` of HTML. */
const MARKED_UP = /\]\(<?$|^\s*\[[^\]]{1,100}\]:\s*<?$|\bhref=\{?["'`]?$/;
/** `<URL|text>` of a chat message. */
const CHAT_LINK = /^[^\s"'`<>|]+\|[^<>|]*>/;
/** Where OpenAPI tells of further reading, in any language: `externalDocs(new ExternalDocumentation().url("`. */
const FURTHER_READING = /\b(?:externalDocs|ExternalDocumentation)\b[^;{}]*$/;
const MAX_FURTHER_READING_LENGTH = 300;
const SENTENCE = /^\W*(?:[A-Za-z][\w'’-]*[,.:]? ){2,}[<(]?$/;
/** What a text in quotes says before its link: more words than a command has. */
const SENTENCE_IN_QUOTES = /["'`]\W*(?:[A-Za-z][\w'’-]*[,.:]? ){4,}[<(]?$/;
/** A sentence whose link is on the line below. */
const SENTENCE_ABOVE = /^\W*(?:[A-Za-z][\w'’-]*,? ){2,}[A-Za-z][\w'’-]*:\s*$/;
/** Without the domain that a key may begin with: `example.gov/source-code:`. */
const FIELD =
  /^[\s-]*["'<]?(?:[a-z\d][\w-]*(?:\.[\w-]+)+\/)?(?<key>\$?[A-Za-z][\w-]*)["'>]?\s*(?:[:=](?!\/\/)|(?<=>))/i;

/** What the text around a reference says of its weight. */
export function describePlace(
  text: string,
  offset: number,
  isFetched: boolean,
): Pick<Reference, "field" | "isAside" | "isInSentence"> {
  const start = text.lastIndexOf("\n", offset) + 1;
  const newline = text.indexOf("\n", offset);
  const line = text.slice(start, newline === -1 ? text.length : newline);
  if (line.length > MAX_LINE_LENGTH) return { field: null, isAside: true, isInSentence: false };
  const [before, after] = [line.slice(0, offset - start), line.slice(offset - start)];
  const isAside =
    COMMENT_LINE.test(line) ||
    (!isFetched && (SEMICOLON.test(line) || isCompared(before, after, lineAbove(text, start)))) ||
    (before.endsWith("<") && CHAT_LINK.test(after)) ||
    [COMMENT_BEFORE, PRINTED, MARKED_UP].some((pattern) => pattern.test(before)) ||
    FURTHER_READING.test(text.slice(Math.max(0, offset - MAX_FURTHER_READING_LENGTH), offset)) ||
    isInBlockComment(text.slice(Math.max(0, offset - MAX_COMMENT_LENGTH), offset));
  return {
    field: FIELD.exec(line)?.groups?.["key"]?.toLowerCase() ?? null,
    isAside,
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

/** Only what opens at the start of a line: `src/**\/*.ts` opens nothing. */
const isInBlockComment = (before: string): boolean =>
  BLOCK_COMMENTS.some(([opening, closing]) => {
    const start = before.lastIndexOf(opening);
    if (start === -1 || before.includes(closing, start + opening.length)) return false;
    return before.slice(before.lastIndexOf("\n", start) + 1, start).trim() === "";
  });
