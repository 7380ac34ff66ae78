const LITERALS = String.raw`(?:[\w/-]|\\[.+-])*`;
/** `^quay-(?<version>\d+(?:\.\d+)*)-jre$`: a group between literals. */
const EXTRACTION = new RegExp(
  String.raw`^\^(?<before>${LITERALS})\(\?<version>(?:[^()]|\([^()]*\))*\)(?<after>${LITERALS})\$?$`,
);

/**
 * The tag of an image of which an annotation's `extractVersion` keeps a part: the value with the literals around that
 * part, where it lacks them. A digest has none, and what other expressions take away is not known.
 */
export function restoreTag(value: string, extractVersion: string): string {
  const groups = EXTRACTION.exec(extractVersion)?.groups;
  const [tag = "", ...digest] = value.split("@");
  if (!groups || tag.includes(":")) return value;
  const [before, after] = [unescaped(groups["before"]), unescaped(groups["after"])];
  const whole = (tag.startsWith(before) ? "" : before) + tag + (tag.endsWith(after) ? "" : after);
  return [whole, ...digest].join("@");
}

const unescaped = (literals = ""): string => literals.replaceAll("\\", "");
