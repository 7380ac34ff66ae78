import { SyntaxProblem } from "../ecosystem.ts";

/** Parsers recurse; a document nested thousands deep ends their stack. Only then this throws, a SyntaxProblem. */
export function guardDepth<T>(parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    if (error instanceof RangeError) throw new SyntaxProblem("The document is nested too deeply.", null);
    throw error;
  }
}
