/** The host whose rules apply to a CODEOWNERS file. */
export type OwnerSyntax = "github" | "gitlab";

/** Counts the comparisons of matching, so that callers can limit them. */
export interface Work {
  steps: number;
}

/** Any number of folders in a path, or of characters in a name. */
const MANY = Symbol("many");

/** One UTF-16 unit of a name. */
type Glyph = string | typeof ANY_ONE | CharacterSet;
const ANY_ONE = Symbol("any one");

interface CharacterSet {
  ranges: (readonly [from: string, to: string])[];
  isNegated: boolean;
}

/** The name of a file or folder: a text without wildcards, `prefix*suffix`, or anything else. */
type Name = string | { prefix: string; suffix: string } | (Glyph | typeof MANY)[];

/** A compiled pattern of a CODEOWNERS file. */
export type PathPattern = readonly (Name | typeof MANY)[];

/** Everything in a folder, at any depth. */
const INSIDE = ["**", "*"];

/** Compiles a pattern. One that matches no file returns undefined. */
export function compilePattern(pattern: string, syntax: OwnerSyntax): PathPattern | undefined {
  const names = pattern.split("/").filter((name) => name !== "");
  const isGitHub = syntax === "github";
  // GitHub anchors a pattern with a slash anywhere before its end, as gitignore does. GitLab needs one at the start.
  const isAnchored = isGitHub ? pattern.slice(0, -1).includes("/") : pattern.startsWith("/");
  if (names.length === 0 && isGitHub) return undefined;
  const anchored = isAnchored ? names : ["**", ...names];
  return ending(anchored, pattern.endsWith("/"), isGitHub).map((name) =>
    name === "**" ? MANY : compileName(name, syntax),
  );
}

/** Completes the names so that they match files only. On GitHub, the name of a folder stands for everything in it. */
function ending(names: string[], isFolder: boolean, isGitHub: boolean): string[] {
  const last = names.at(-1);
  if (isFolder) return [...names, ...INSIDE];
  if (last === "**") return [...names.slice(0, -1), ...(isGitHub ? INSIDE : ["*"])];
  // `docs/*` are the files in a folder, but not those in its folders.
  return isGitHub && last !== "*" ? [...names, "**"] : names;
}

function compileName(name: string, syntax: OwnerSyntax): Name {
  const glyphs: (Glyph | typeof MANY)[] = [];
  for (let at = 0; at < name.length; at += 1) {
    const character = name.charAt(at);
    const set = character === "[" && syntax === "gitlab" ? readSet(name, at) : undefined;
    if (set) {
      glyphs.push(set.set);
      at = set.end;
    } else if (character === "\\" && at + 1 < name.length) {
      at += 1;
      glyphs.push(name.charAt(at));
    } else if (character === "*") {
      if (glyphs.at(-1) !== MANY) glyphs.push(MANY);
    } else glyphs.push(character === "?" ? ANY_ONE : character);
  }
  const texts = glyphs.filter((glyph) => typeof glyph === "string");
  if (texts.length === glyphs.length) return texts.join("");
  const many = glyphs.indexOf(MANY);
  const isSimple = many !== -1 && texts.length === glyphs.length - 1;
  return isSimple ? { prefix: texts.slice(0, many).join(""), suffix: texts.slice(many).join("") } : glyphs;
}

/** Reads `[a-z]` or `[^a-z]`. Returns undefined if it is not closed. */
function readSet(name: string, start: number): { set: CharacterSet; end: number } | undefined {
  const isNegated = /[!^]/.test(name.charAt(start + 1));
  const from = start + (isNegated ? 2 : 1);
  const end = name.indexOf("]", from + 1);
  if (end === -1) return undefined;
  const ranges: (readonly [string, string])[] = [];
  for (let at = from; at < end; at += 1) {
    const isRange = name.charAt(at + 1) === "-" && at + 2 < end;
    ranges.push([name.charAt(at), name.charAt(isRange ? at + 2 : at)]);
    if (isRange) at += 2;
  }
  return { set: { ranges, isNegated }, end };
}

/** Returns whether a pattern matches a file. Takes at most the product of both lengths. */
export const matchesPath = (pattern: PathPattern, path: readonly string[], work: Work): boolean =>
  matchesSequence(pattern, path, work, (name, text) => matchesName(name, text, work));

function matchesName(name: Name, text: string, work: Work): boolean {
  if (typeof name === "string") return name === text;
  if (Array.isArray(name)) return matchesSequence(name, text, work, matchesGlyph);
  const { prefix, suffix } = name;
  return text.length >= prefix.length + suffix.length && text.startsWith(prefix) && text.endsWith(suffix);
}

function matchesGlyph(glyph: Glyph, character: string): boolean {
  if (typeof glyph === "string") return glyph === character;
  if (glyph === ANY_ONE) return true;
  return glyph.ranges.some(([from, to]) => from <= character && character <= to) !== glyph.isNegated;
}

/** Matches greedily. Only the latest MANY needs to be tried at several lengths. */
function matchesSequence<P, T>(
  pattern: readonly (P | typeof MANY)[],
  texts: ArrayLike<T>,
  work: Work,
  matchesOne: (one: P, text: T) => boolean,
): boolean {
  let at = 0;
  let position = 0;
  let many = -1;
  let resumeAt = 0;
  while (position < texts.length) {
    work.steps += 1;
    const one = pattern[at];
    if (one === MANY) {
      many = at;
      resumeAt = position;
      at += 1;
    } else if (at < pattern.length && matchesOne(one as P, texts[position] as T)) {
      at += 1;
      position += 1;
    } else if (many === -1) return false;
    else {
      resumeAt += 1;
      at = many + 1;
      position = resumeAt;
    }
  }
  while (pattern[at] === MANY) at += 1;
  return at === pattern.length;
}
