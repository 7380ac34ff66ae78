import { at, entriesOf, textOf } from "../../document/node.ts";
import { SyntaxProblem } from "../../ecosystem.ts";
import type { SourceFile } from "../../source-file.ts";

/** A task as its manifest describes it. */
export interface Task {
  name: string;
  id: string | null;
  version: string | null;
  line: number;
}

/** Throws SyntaxProblem. */
export function readTask(file: SourceFile): Task {
  const manifest = file.json();
  const name = entriesOf(manifest).find(({ key }) => key === "name");
  const text = textOf(name?.value);
  if (!name || !text) throw new SyntaxProblem("A task has a name.", manifest.line);
  const numbers = ["Major", "Minor", "Patch"].map((part) => textOf(at(manifest, "version", part)));
  return {
    name: text,
    id: textOf(at(manifest, "id")) || null,
    version: numbers.every((number) => number !== undefined && /^\d+$/.test(number))
      ? numbers.join(".")
      : null,
    line: name.line,
  };
}
