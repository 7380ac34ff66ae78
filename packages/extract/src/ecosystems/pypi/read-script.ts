import { parseToml } from "../../document/toml.ts";
import { SourceFile } from "../../source-file.ts";
import { emptyFacts, type PypiFacts } from "./facts.ts";
import { readScriptTables } from "./read-pyproject.ts";

const START = /^# \/\/\/ script[ \t]*$/;
const END = /^# \/\/\/[ \t]*$/;
const COMMENT = /^#(?: (?<text>.*))?$/;

/** Reads the metadata of a script (PEP 723): TOML in a block of comments. Throws SyntaxProblem. */
export function readScript(file: SourceFile): PypiFacts {
  const lines = file.text.split(/\r?\n/);
  const start = lines.findIndex((line) => START.test(line));
  const comments = lines.slice(start + 1);
  const after = comments.findIndex((line) => !COMMENT.test(line));
  const block = after === -1 ? comments : comments.slice(0, after);
  const end = block.findLastIndex((line) => END.test(line));
  if (start === -1 || end === -1) return emptyFacts();
  const toml = block.slice(0, end).map((line) => COMMENT.exec(line)?.groups?.["text"] ?? "");
  const text = "\n".repeat(start + 1) + toml.join("\n");
  return readScriptTables(parseToml(new SourceFile(file.path, text)));
}
