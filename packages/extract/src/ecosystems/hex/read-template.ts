import { SyntaxProblem } from "../../ecosystem.ts";
import { SourceFile } from "../../source-file.ts";
import { emptyFacts, read, type HexFacts } from "./read.ts";

export const TEMPLATE = /(?:^|\/)mix\.exs\.eex$/;

/** Reads `mix.exs.eex`, from which a generator creates projects. Only what it renders must be valid. */
export function readTemplate(file: SourceFile): HexFacts {
  try {
    return { ...read(withoutTags(file)), app: null, packageName: null, isTemplate: true };
  } catch (error) {
    if (error instanceof SyntaxProblem) return emptyFacts();
    throw error;
  }
}

const TAG = /<%(?<output>=?)(?<code>(?:[^%]|%(?!>))*)%>/g;

/** Replaces inserted values by placeholders, and drops conditions. Lines stay. */
const withoutTags = ({ path, text }: SourceFile): SourceFile =>
  new SourceFile(
    path,
    text.replace(TAG, (tag, output: string, code: string) => {
      const isBlock = output === "" || /\bdo\s*$/.test(code);
      const name = code
        .replace(/[^\w.@]+/g, " ")
        .trim()
        .slice(0, 80);
      return (isBlock ? "" : `\${${name}}`) + tag.replace(/[^\n]/g, "");
    }),
  );
