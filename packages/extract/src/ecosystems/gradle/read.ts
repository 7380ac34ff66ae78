import type { SourceFile } from "../../source-file.ts";
import { emptyFacts, type GradleFacts } from "./facts.ts";
import { readCatalog } from "./read-catalog.ts";
import { readScript } from "./read-script.ts";

const PROPERTY = /^\s*(?<name>[^\s#!=:][^\s=:]*)\s*[=:]\s*(?<value>.*?)\s*$/;

export type FileKind = "script" | "catalog" | "properties";

/** Facts of one file. Throws SyntaxProblem. */
export function read(file: SourceFile, kind: FileKind | undefined): GradleFacts {
  switch (kind) {
    case "script":
      return readScript(file);
    case "catalog":
      return readCatalog(file);
    case "properties":
      return readProperties(file);
    case undefined:
    default:
      return emptyFacts();
  }
}

function readProperties({ text }: SourceFile): GradleFacts {
  const facts = emptyFacts();
  for (const [index, line] of text.split("\n").entries()) {
    const { name, value } = PROPERTY.exec(line)?.groups ?? {};
    if (name !== undefined && value) facts.assignments.push({ name, value, line: index + 1 });
  }
  return facts;
}
