import type { Sighting } from "../reference.ts";
import { annotatedArtifact } from "./annotated-artifact.ts";
import { restoreTag } from "./extracted-version.ts";

/** A comment that tells an update bot whose version the next line states: `# renovate: datasource=npm depName=acme`. */
const ANNOTATION = /^[ \t]*(?:#|\/\/|<!--)[ \t]*renovate:[ \t](?<fields>[^\n]{1,1000})/gm;
const FIELD = /(?<key>datasource|depName|lookupName|packageName|registryUrl|extractVersion)=(?<value>\S+)/g;

/** Between an annotation and its value. */
const MAX_LINES_BETWEEN = 10;
/** No person writes longer lines. */
const MAX_LINE_LENGTH = 2_000;
const ASIDE = /^\s*(?:#|\/\/|\/?\*|<!--|$)/;
const MENTION = /^\W*renovate:/;

const DIGEST = String.raw`sha\d{3}:[\da-f]{32,128}`;
/** Where a value begins; in `${V:-1.2}` too. */
const START = String.raw`(?<=^|[\s"'\x60=:@>(,]|:-)`;
/** `registry:5000/app` has a port there, not a version. */
const END = String.raw`(?![\w./+-])`;
const VERSION = new RegExp(
  String.raw`${START}(?:(?:(?:~>|[~^]|[<>]=?)[ ]?)?v?\d[\w.+-]*${END}(?:@${DIGEST})?|${DIGEST}|[\da-f]{40}${END})`,
);
/** `release-1.2`, where nothing on the line begins like a version. */
const NAMED_VERSION = new RegExp(String.raw`${START}(?=[\w+-]*\d\.\d)[a-z][\w.+-]*${END}`, "i");

/** What the annotations of a text say, each where the value stands. Linear in the length of the text. */
export function readAnnotations(text: string): Sighting[] {
  return Array.from(text.matchAll(ANNOTATION)).flatMap((match) => {
    const fields = fieldsOf(match.groups?.["fields"] ?? "");
    const artifact = annotatedArtifact(fields);
    const version = artifact && findVersion(text, match.index + match[0].length);
    if (!artifact || !version) return [];
    return [
      {
        ...artifact,
        offset: version.offset,
        versionConstraint:
          artifact.dependencyType === "container_image"
            ? restoreTag(version.text, fields.get("extractVersion") ?? "")
            : version.text,
        unbound: null,
        rule: "annotation",
        isFetched: true,
        isTalk: false,
      },
    ];
  });
}

/** The first of a name counts. */
function fieldsOf(text: string): ReadonlyMap<string, string> {
  const fields = Array.from(text.matchAll(FIELD), ({ groups = {} }): [string, string] => [
    groups["key"] ?? "",
    groups["value"] ?? "",
  ]);
  return new Map(fields.toReversed());
}

/** On the first line behind an annotation that is no comment; another annotation takes that line for itself. */
function findVersion(text: string, offset: number): { text: string; offset: number } | undefined {
  let start = text.indexOf("\n", offset) + 1;
  for (let between = 0; start > 0 && between < MAX_LINES_BETWEEN; between += 1) {
    const newline = text.indexOf("\n", start);
    const end = newline === -1 ? text.length : newline;
    const line = text.slice(start, Math.min(end, start + MAX_LINE_LENGTH));
    if (MENTION.test(line)) return undefined;
    if (!ASIDE.test(line)) {
      const match = VERSION.exec(line) ?? NAMED_VERSION.exec(line);
      return match ? { text: match[0], offset: start + match.index } : undefined;
    }
    start = newline + 1;
  }
  return undefined;
}
