import type { SourceFile } from "../../source-file.ts";
import type { Project, SchemaPointer } from "./read.ts";

/** A comment or a string, or a key of a configuration with its string or the start of its list. */
const PART =
  /\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|(?<![\w$])["']?(?<key>schema|documents)["']?[ \t]*:\s*(?:\[\s*)?(?:\{\s*)?(?=["'`])|(?<text>"[^"\n]*"|'[^'\n]*'|`[^`$]*`)|(?<end>[\]:;=(])/g;

/**
 * Reads the texts of `schema` and `documents` of a configuration in JavaScript or TypeScript. All of them are one project, because
 * only the program decides which documents belong to which schema.
 */
export function readProgram(file: SourceFile): Project | undefined {
  const found: Record<string, SchemaPointer[]> = { schema: [], documents: [] };
  let key: string | undefined;
  for (const { groups = {}, index } of file.text.matchAll(PART)) {
    if (groups["key"] !== undefined) key = groups["key"];
    else if (groups["end"] !== undefined) key = undefined;
    else if (groups["text"] !== undefined && key !== undefined)
      found[key]?.push({ text: groups["text"].slice(1, -1), line: file.lineAt(index) });
  }
  const { schema: schemas = [], documents = [] } = found;
  return schemas.length === 0 ? undefined : { schemas, documents: documents.map(({ text }) => text) };
}
