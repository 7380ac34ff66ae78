export interface ConanFacts {
  package: { name: string; line: number; version: string | null } | null;
  /** References with what only running the recipe tells in braces. */
  uses: { group: string; text: string; line: number }[];
}

/** What a recipe asks for, by the words of its attributes, methods and sections. */
export const GROUPS: ReadonlySet<string> = new Set([
  "requires",
  "tool_requires",
  "build_requires",
  "test_requires",
  "python_requires",
]);
