import { gitName, pathName } from "../../name.ts";
import type { Sighting } from "../reference.ts";

/** Separate fields or arguments with the owner, the name and the ref of a repository. */
const OWNER =
  /(?<![\w.$-])["']?(?:(?:repo(?:sitory)?|git_?hub)_?)?(?:owner|org|organi[sz]ation)["']?[ \t]*[:=][ \t]*(["'`])(?<owner>[a-z\d][\w-]{0,99})\1/gi;
const REPOSITORY =
  /(?<![\w.$-])["']?(?:repo|repository)(?:_?name)?["']?[ \t]*[:=][ \t]*(["'`])(?<name>[\w.-]{1,100})\1/i;
/** Any object may have a name, so that it only counts next to a ref. */
const NAME = /(?<![\w.$-])["']?name["']?[ \t]*[:=][ \t]*(["'`])(?<name>[\w.-]{1,100})\1/i;
const REF =
  /(?<![\w.$-])["']?(?:ref|reference|revision|rev|tag|branch|version|sha|commit)["']?[ \t]*[:=][ \t]*(?:(["'`])(?<ref>[\w./+-]{1,200})\1|[A-Za-z_])/i;

/** Any such text contains one of these. Quotes are rarer than the letters of the names. */
const MENTION = /["'`](?<=(?:owner|org(?:ani[sz]ation)?)["']?[ \t]*[:=][ \t]*.)/i;

/** Fields of one object are close together. */
const MAX_DISTANCE = 400;
/** A call of a host's API before its arguments. */
const API_CALL = /\b(?:octokit|github|gitlab|graphql|rest|api)\b[^;{}]*$/i;
/** API calls that fetch files or releases. Other calls read or change metadata, or start workflows. */
const CONTENT_CALL =
  /(?:list_?releases|get_?(?:latest_?)?release(?:_?by_?tag|_?by_?tag_?name|_?asset)?|get_?contents?|download_?(?:tarball|zipball|contents|archive|release)\w*)\b[^;{}]*$/i;
const MAX_CALL_LENGTH = 200;

/**
 * Reads repositories whose owner and name are in separate fields of one object or call in a program: `{ owner: "acme", repo:
 * "kit", ref: "v1" }`. They count with a ref, or in a call of a host's API that fetches files or releases.
 */
export function readRepositoryFields(text: string): Sighting[] {
  if (!MENTION.test(text)) return [];
  return Array.from(text.matchAll(OWNER)).flatMap((match) => {
    const span = enclosing(text, match.index);
    if (!span) return [];
    const fields = text.slice(span.start, span.end);
    if ((fields.match(OWNER) ?? []).length > 1) return [];
    const ref = REF.exec(fields);
    const before = text.slice(Math.max(0, span.start - MAX_CALL_LENGTH), span.start - 1);
    const isContent = CONTENT_CALL.test(before);
    if (!isContent && (!ref || API_CALL.test(before))) return [];
    const name = REPOSITORY.exec(fields) ?? (ref ? NAME.exec(fields) : null);
    const path = `${match.groups?.["owner"]}/${name?.groups?.["name"]}`;
    if (!name) return [];
    return [
      {
        offset: span.start + name.index + name[0].lastIndexOf(name.groups?.["name"] ?? ""),
        dependencyType: "git_repository" as const,
        rawReference: path,
        artifact: path.toLowerCase(),
        versionConstraint: ref?.groups?.["ref"] ?? null,
        versioning: "git" as const,
        unbound: null,
        lookups: [pathName(path)],
        // The host is unknown. Only the path is compared with that of the own repository.
        repository: `/${path.toLowerCase()}`,
        rule: "repository_fields",
        isFetched: ref !== null,
        isDiscussion: false,
        requiresProducer: true as const,
      },
    ];
  });
}

/** `github: acme/kit`, on a separate line. */
const GITHUB =
  /^(?<indent>[ \t]*(?:-[ \t]+)?)github:[ \t]*["']?(?<path>[a-z\d][\w-]{0,99}\/[\w.-]{1,100})["']?[ \t]*\r?$/gim;
const VERSION =
  /^[ \t]*(?:-[ \t]+)?(?:version|tag|ref|release):[ \t]*["']?(?<ref>v?\d[\w.+-]{0,99})["']?[ \t]*\r?$/;

/** Reads repositories of data in YAML that states the version next to them: `github: acme/kit` and `version: v1.2.0`. */
export function readRepositoryData(text: string): Sighting[] {
  if (!text.includes("github:")) return [];
  return Array.from(text.matchAll(GITHUB)).flatMap(({ index, 0: line, groups }) => {
    const { indent = "", path = "" } = groups ?? {};
    const ref = [lineBefore(text, index), lineAfter(text, index + line.length)]
      .filter((each) => indentOf(each) === indent.length)
      .map((each) => VERSION.exec(each)?.groups?.["ref"])
      .find((each) => each !== undefined);
    if (ref === undefined) return [];
    const location = `github.com/${path.toLowerCase()}`;
    return [
      {
        offset: index + line.indexOf(path),
        dependencyType: "git_repository" as const,
        rawReference: path,
        artifact: location,
        versionConstraint: ref,
        versioning: "git" as const,
        unbound: null,
        lookups: [gitName(location)],
        repository: location,
        rule: "repository_fields",
        isFetched: false,
        isDiscussion: false,
        requiresProducer: true as const,
      },
    ];
  });
}

const indentOf = (line: string): number => /^[ \t]*(?:-[ \t]+)?/.exec(line)?.[0].length ?? 0;

const lineBefore = (text: string, start: number): string =>
  text.slice(text.lastIndexOf("\n", start - 2) + 1, Math.max(start - 1, 0));

function lineAfter(text: string, end: number): string {
  const newline = text.indexOf("\n", end + 1);
  return text.slice(end + 1, newline === -1 ? text.length : newline);
}

const OPENING = new Set(["{", "("]);
const CLOSING = new Set(["}", ")"]);

/** Returns the inside of the innermost braces or parentheses around an offset, if they are close. */
function enclosing(text: string, offset: number): { start: number; end: number } | undefined {
  const start = scan(text, offset - 1, -1, OPENING, CLOSING);
  const end = scan(text, offset, 1, CLOSING, OPENING);
  return start === undefined || end === undefined ? undefined : { start: start + 1, end };
}

function scan(
  text: string,
  from: number,
  step: 1 | -1,
  targets: ReadonlySet<string>,
  opposites: ReadonlySet<string>,
): number | undefined {
  let depth = 0;
  for (let index = from; Math.abs(index - from) < MAX_DISTANCE; index += step) {
    const character = text[index];
    if (character === undefined) return undefined;
    if (opposites.has(character)) depth += 1;
    else if (targets.has(character)) {
      if (depth === 0) return index;
      depth -= 1;
    }
  }
  return undefined;
}
