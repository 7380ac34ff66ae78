/** Patterns beyond these limits take too long to match. */
const MAX_PARTS = 20;
const MAX_LENGTH = 100;
const MAX_STARS = 3;

/** Whether glob patterns match a path. `!` excludes paths that an earlier pattern includes. Takes linear time. */
export function matchesPatterns(patterns: readonly string[], path: string): boolean {
  let isIncluded = false;
  for (const pattern of patterns) {
    const isNegative = pattern.startsWith("!");
    if (isNegative === isIncluded && matches(isNegative ? pattern.slice(1) : pattern, path))
      isIncluded = !isNegative;
  }
  return isIncluded;
}

/** Returns whether a glob pattern matches a path. `**` stands for any number of folders. */
function matches(pattern: string, path: string): boolean {
  const segments = path.split("/");
  /** The numbers of segments that the pattern so far matches. */
  let reached = [0];
  for (const part of pattern
    .replace(/^\.?\//, "")
    .replace(/\/$/, "")
    .split("/", MAX_PARTS)) {
    if (part === "**") {
      const first = Math.min(...reached);
      reached = Array.from({ length: segments.length - first + 1 }, (_, at) => first + at);
    } else {
      const isMatch = matcherOf(part);
      reached = reached
        .filter((at) => at < segments.length && isMatch(segments[at] ?? ""))
        .map((at) => at + 1);
    }
    if (reached.length === 0) return false;
  }
  return reached.includes(segments.length);
}

/** Supports `*` and `{a,b}`. */
function matcherOf(part: string): (segment: string) => boolean {
  if (!/[*{]/.test(part)) return (segment) => segment === part;
  if (part === "*") return () => true;
  if (part.length > MAX_LENGTH || part.split("*").length > MAX_STARS + 1) return () => false;
  const source = part
    .replace(/[.+^$()|[\]\\?]/g, String.raw`\$&`)
    .replace(/\{([^{}]*)\}/g, (_, choices: string) => `(?:${choices.replaceAll(",", "|")})`)
    .replace(/[{}]/g, String.raw`\$&`)
    .replace(/\*+/g, "[^/]*");
  const expression = new RegExp(`^${source}$`);
  return (segment) => expression.test(segment);
}
