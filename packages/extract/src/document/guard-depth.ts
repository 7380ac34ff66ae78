import { SyntaxProblem } from "../ecosystem.ts";

/** More levels than any hand-written file has, and few enough for whoever walks the document recursively. */
const MAX_DEPTH = 500;

export const tooDeep = (line: number | null): SyntaxProblem =>
  new SyntaxProblem("The document is nested too deeply.", line);

export function refuseDepth(depth: number, line: number): void {
  if (depth > MAX_DEPTH) throw tooDeep(line);
}

/** Parsers recurse; a document nested thousands deep ends their stack. Only then this throws, a SyntaxProblem. */
export function guardDepth<T>(parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    if (error instanceof RangeError) throw tooDeep(null);
    throw error;
  }
}
