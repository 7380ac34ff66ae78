import type { Sighting } from "../reference.ts";
import { annotatedArtifact } from "./annotated-artifact.ts";

/** A comment for an update bot about the version on the next line: `# renovate: datasource=npm depName=acme`. */
const ANNOTATION = /^[ \t]*(?:#|\/\/|<!--)[ \t]*renovate:[ \t](?<fields>[^\n]{1,1000})/gm;
const FIELD = /(?<key>datasource|depName|lookupName|packageName|registryUrl|extractVersion)=(?<value>\S+)/g;

/** Limit of comment lines between an annotation and its value. */
const MAX_LINES_BETWEEN = 10;
/** Longer lines are generated. */
const MAX_LINE_LENGTH = 2_000;
const COMMENT = /^\s*(?:#|\/\/|\/?\*|<!--|$)/;
const NEXT_ANNOTATION = /^\W*renovate:/;

const DIGEST = String.raw`sha\d{3}:[\da-f]{32,128}`;
/** The start of a value, also in `${V:-1.2}`. */
const START = String.raw`(?<=^|[\s"'\x60=:@>(,]|:-)`;
/** Excludes the port in `registry:5000/app`. */
const END = String.raw`(?![\w./+-])`;
const VERSION = new RegExp(
  String.raw`${START}(?:(?:(?:~>|[~^]|[<>]=?)[ ]?)?v?\d[\w.+-]*${END}(?:@${DIGEST})?|${DIGEST}|[\da-f]{40}${END})`,
);
/** `release-1.2`, if nothing else on the line looks like a version. */
const NAMED_VERSION = new RegExp(String.raw`${START}(?=[\w+-]*\d\.\d)[a-z][\w.+-]*${END}`, "i");

/** Returns the annotated artifacts of a text at the offsets of their values. Takes linear time. */
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
        isDiscussion: false,
      },
    ];
  });
}

/** The first field of a name wins. */
function fieldsOf(text: string): ReadonlyMap<string, string> {
  const fields = Array.from(text.matchAll(FIELD), ({ groups = {} }): [string, string] => [
    groups["key"] ?? "",
    groups["value"] ?? "",
  ]);
  return new Map(fields.toReversed());
}

/** Returns the version on the first line after an annotation that is not a comment, unless another annotation precedes it. */
function findVersion(text: string, offset: number): { text: string; offset: number } | undefined {
  let start = text.indexOf("\n", offset) + 1;
  for (let between = 0; start > 0 && between < MAX_LINES_BETWEEN; between += 1) {
    const newline = text.indexOf("\n", start);
    const end = newline === -1 ? text.length : newline;
    const line = text.slice(start, Math.min(end, start + MAX_LINE_LENGTH));
    if (NEXT_ANNOTATION.test(line)) return undefined;
    if (!COMMENT.test(line)) {
      const match = VERSION.exec(line) ?? NAMED_VERSION.exec(line);
      return match ? { text: match[0], offset: start + match.index } : undefined;
    }
    start = newline + 1;
  }
  return undefined;
}

const LITERALS = String.raw`(?:[\w/-]|\\[.+-])*`;
/** `^quay-(?<version>\d+(?:\.\d+)*)-jre$`: a group between literals. */
const EXTRACTION = new RegExp(
  String.raw`^\^(?<before>${LITERALS})\(\?<version>(?:[^()]|\([^()]*\))*\)(?<after>${LITERALS})\$?$`,
);

/**
 * Restores the tag of an image from the part that `extractVersion` keeps, by adding the literals around it. Returns the
 * value itself for a digest and for other expressions.
 */
function restoreTag(value: string, extractVersion: string): string {
  const groups = EXTRACTION.exec(extractVersion)?.groups;
  const [tag = "", ...digest] = value.split("@");
  if (!groups || tag.includes(":")) return value;
  const [before, after] = [unescaped(groups["before"]), unescaped(groups["after"])];
  const whole = (tag.startsWith(before) ? "" : before) + tag + (tag.endsWith(after) ? "" : after);
  return [whole, ...digest].join("@");
}

const unescaped = (literals = ""): string => literals.replaceAll("\\", "");
