import type { SourceFile } from "../../source-file.ts";
import { GROUPS, type ConanFacts } from "./facts.ts";

/** A comment begins a line or follows a blank; a revision follows its reference at once. */
const COMMENT = /(?:^|\s)#.*$/;

/** The sections of a `conanfile.txt` that name packages, one on a line. */
export function readConanfileText(file: SourceFile): ConanFacts {
  const facts: ConanFacts = { package: null, uses: [] };
  let group = "";
  for (const [index, written] of file.text.split("\n").entries()) {
    const text = written.trim().replace(COMMENT, "").trim();
    const section = /^\[(?<name>\w+)\]$/.exec(text)?.groups?.["name"];
    if (section !== undefined) group = section;
    else if (text !== "" && GROUPS.has(group)) facts.uses.push({ group, text, line: index + 1 });
  }
  return facts;
}
