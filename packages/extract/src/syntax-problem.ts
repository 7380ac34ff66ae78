import type { Problem } from "./ecosystem.ts";

/** What an ecosystem could not read in a file, as the user is told it. */
export const syntaxProblem = (
  ecosystem: string,
  file: string | null,
  { line, message }: { line: number | null; message: string },
): Problem => ({ file, line, code: "invalid_syntax", message: `${ecosystem}: ${message}` });
