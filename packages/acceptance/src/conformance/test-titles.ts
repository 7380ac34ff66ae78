const CALL =
  /^( *)(?:describe|it)(?:\.\w+\([\s\S]*?\))?\(\s*(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|`([^`]*)`)/gmu;
/** What vitest, or the template, fills in. */
const COMPUTED = /%[a-z]|\$\{[^}]*\}|\$[a-z]\w*/giu;

/**
 * The titles of a test file's tests and groups, each after those around it, as patterns: what is computed matches
 * anything. Reads formatted source, where the indentation is the nesting.
 */
export function titlePatterns(source: string): RegExp[] {
  const around: { indent: number; pattern: string }[] = [];
  return [...source.matchAll(CALL)].map(([, indent = "", double, single, template]) => {
    while ((around.at(-1)?.indent ?? -1) >= indent.length) around.pop();
    around.push({ indent: indent.length, pattern: patternOf(double ?? single ?? template ?? "") });
    return new RegExp(`^${around.map(({ pattern }) => pattern).join(" > ")}$`, "u");
  });
}

const patternOf = (title: string): string =>
  title
    .replaceAll(/\\(["'`\\])/gu, "$1")
    .split(COMPUTED)
    .map((text) => RegExp.escape(text))
    .join(".+");
