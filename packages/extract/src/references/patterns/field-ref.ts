import { isCode } from "../file-kind.ts";
import { expand, type Bindings } from "../placeholder.ts";
import type { Sighting } from "../reference.ts";

/** A field with the URL of a repository: `"REPOSITORY": "`, `gitUrl = "`. */
const URL_KEY =
  /^[ \t]*["']?(?<key>\w*(?:repository|repo)|(?:\w+_)?git)(?:_?url)?["']?[ \t]*[:=][ \t]*["'`]$/i;
/** The field that states its ref: `"REPOSITORY_VERSION": "`. */
const REF_KEY =
  /^[ \t]*["']?(?<key>\w+?)_?(?:version|ref|branch|tag|revision|rev|commit)["']?[ \t]*[:=][ \t]*["'`](?<ref>[^"'`\n]{1,200})["'`]/i;
const WHOLE = /^https?:\/\/[^/\s]+\/[^/\s]+\/[^/\s]+$/;
/** Themes of Sphinx link to the repository and branch. */
const SPHINX = /(?:^|\/)conf\.py$/;
const MAX_LINE_LENGTH = 500;

/**
 * Adds the ref in the field next to the URL of a repository in a program. With a ref, the URL is one that the program
 * fetches, not one that it shows.
 */
export function withFieldRefs(
  path: string,
  text: string,
  urls: readonly Sighting[],
  bindings: () => Bindings,
): Sighting[] {
  if (!isCode(path) || SPHINX.test(path)) return [...urls];
  return urls.map((url) => {
    if (url.rule !== "url" || url.versionConstraint !== null || url.isDiscussion) return url;
    const ref = WHOLE.test(url.rawReference) ? findRef(text, url.offset) : undefined;
    if (ref === undefined) return url;
    const { text: versionConstraint, unbound } = expand(ref, bindings);
    return { ...url, versionConstraint, unbound: url.unbound ?? unbound, isFetched: true };
  });
}

function findRef(text: string, offset: number): string | undefined {
  const start = text.lastIndexOf("\n", offset) + 1;
  const before = text.slice(Math.max(start, offset - MAX_LINE_LENGTH), offset);
  const key = URL_KEY.exec(before)?.groups?.["key"]?.toLowerCase();
  if (key === undefined) return undefined;
  const end = text.indexOf("\n", offset);
  const previous = text.slice(text.lastIndexOf("\n", start - 2) + 1, Math.max(0, start - 1));
  const next = end === -1 ? "" : text.slice(end + 1, end + 1 + MAX_LINE_LENGTH).split("\n", 1)[0];
  for (const line of [next ?? "", previous.slice(0, MAX_LINE_LENGTH)]) {
    const stated = REF_KEY.exec(line)?.groups;
    if (stated?.["key"]?.toLowerCase() === key) return stated["ref"];
  }
  return undefined;
}
