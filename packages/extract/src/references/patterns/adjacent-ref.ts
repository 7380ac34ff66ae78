import type { Sighting } from "../reference.ts";

/** Fields of a document that state the ref of the repository in the field next to them. */
const REF =
  /^(?<indent>[ \t]*(?:- +)?)["']?(?:ref|branch|tag|rev|revision|commit|(?:git|target|source|repo|source_?repo)_?(?:ref|branch|tag|revision|rev)|commit_?sha|target_?revision)["']?[ \t]*[:=][ \t]*["']?(?<ref>[\w][\w./+-]{0,200})["']?[ \t]*,?[ \t]*(?:#.*)?\r?$/i;
/** A field with nothing but a URL. */
const URL_FIELD = /^(?<indent>[ \t]*(?:- +)?)["']?[\w.-]{1,60}["']?[ \t]*[:=][ \t]*["']?$/;
const DOCUMENT = /\.(?:ya?ml|json5?|toml)(?:\.\w{1,10})?$/i;
/** Fields of one entry are close together. */
const MAX_LINES = 4;
const MAX_LINE_LENGTH = 500;

/** Adds the ref in a neighboring field (`targetRevision: v1`) to URLs of repositories that have none. */
export function withAdjacentRefs(path: string, text: string, urls: readonly Sighting[]): Sighting[] {
  if (!DOCUMENT.test(path)) return [...urls];
  return urls.map((url) => {
    const ref = url.rule === "url" && url.versionConstraint === null ? findRef(text, url) : undefined;
    return ref === undefined ? url : { ...url, versionConstraint: ref };
  });
}

function findRef(text: string, { offset, rawReference, isDiscussion }: Sighting): string | undefined {
  const start = text.lastIndexOf("\n", offset) + 1;
  const indent = URL_FIELD.exec(text.slice(start, offset))?.groups?.["indent"];
  if (indent === undefined || isDiscussion || !isWhole(rawReference)) return undefined;
  return (
    below(text, offset, indent.length) ??
    (indent.includes("-") ? undefined : above(text, start, indent.length))
  );
}

/** Whether a URL is that of a repository, not of a page of it. */
const isWhole = (url: string): boolean => /^(?:git\+)?(?:\w+:\/\/|git@)[^/:]+[/:][^/]+\/[^/]+\/?$/.test(url);

function below(text: string, offset: number, column: number): string | undefined {
  let end = text.indexOf("\n", offset);
  for (let count = 0; count < MAX_LINES && end !== -1; count += 1) {
    const next = text.indexOf("\n", end + 1);
    const line = text.slice(end + 1, Math.min(next === -1 ? text.length : next, end + MAX_LINE_LENGTH));
    const place = columnOf(line);
    if (place.column < column || place.isItem) return undefined;
    const ref = place.column === column ? REF.exec(line)?.groups?.["ref"] : undefined;
    if (ref !== undefined) return ref;
    end = next;
  }
  return undefined;
}

function above(text: string, start: number, column: number): string | undefined {
  let end = start - 1;
  for (let count = 0; count < MAX_LINES && end > 0; count += 1) {
    const from = text.lastIndexOf("\n", end - 1) + 1;
    const line = text.slice(from, Math.min(end, from + MAX_LINE_LENGTH));
    const place = columnOf(line);
    if (place.column < column) return undefined;
    const ref = place.column === column ? REF.exec(line)?.groups?.["ref"] : undefined;
    if (ref !== undefined || place.isItem) return ref;
    end = from - 1;
  }
  return undefined;
}

/** Returns the column of the key of a line, after the dash of a list. A blank line ends an entry. */
function columnOf(line: string): { column: number; isItem: boolean } {
  const indent = /^[ \t]*(?:- +)?/.exec(line)?.[0] ?? "";
  return { column: line.trim() === "" ? -1 : indent.length, isItem: indent.includes("-") };
}
