const START = "${{";

/** What stands in the first `${{ … }}` of a text; undefined where it has none. */
export function findExpression(text: string): string | undefined {
  const start = text.indexOf(START);
  if (start === -1) return undefined;
  const end = text.indexOf("}}", start);
  return text.slice(start + START.length, end === -1 ? undefined : end).trim();
}

export const hasExpression = (text: string): boolean => text.includes(START);
