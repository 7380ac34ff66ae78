import type { SourceFile } from "../../source-file.ts";
import { SyntaxProblem } from "../../ecosystem.ts";
import { namesIn, parseGraphql, type GraphqlUse } from "./read-document.ts";

/** Programs that may contain tagged templates. */
export const SOURCE = /\.[cm]?[jt]sx?$/;
const TAG = /\/\/[^\n]*|\b(?:gql|graphql)(?:\(\s*(?:\/\*[^*]*\*\/\s*)?)?`(?<text>[^`]*)`/g;
/** An inserted fragment, which is another template. */
const INSERTED = /\$\{[^{}`]*\}/g;

export const hasTags = (text: string): boolean => /\b(?:gql|graphql)(?:\(|`)/.test(text);

/** Reads the operations in templates such as gql`…`. `isWhole` is false if one of them is not valid. */
export function readTags(file: SourceFile): { uses: GraphqlUse[]; isWhole: boolean } {
  const uses: GraphqlUse[] = [];
  let isWhole = true;
  for (const match of file.text.matchAll(TAG)) {
    const text = match.groups?.["text"];
    if (text === undefined) continue;
    const above = file.lineAt(match.index + match[0].length - text.length - 1) - 1;
    try {
      const document = parseGraphql(text.replace(INSERTED, (inserted) => inserted.replace(/[^\n]/g, " ")));
      uses.push(...namesIn(document).uses.map((each) => ({ ...each, line: each.line + above })));
    } catch (error) {
      if (!(error instanceof SyntaxProblem)) throw error;
      isWhole = false;
    }
  }
  return { uses, isWhole };
}
