import type { SourceFile } from "../../source-file.ts";
import { imageUses } from "./image-use.ts";
import { libraryUses } from "./library-use.ts";
import { Program } from "./program.ts";
import { scmUses } from "./scm-use.ts";
import type { Found } from "./use.ts";

export type JenkinsFacts = Found;

/** Facts of one pipeline or library variable. Throws SyntaxProblem. */
export function readJenkinsFile(file: SourceFile): JenkinsFacts {
  const program = new Program(file);
  const images = imageUses(program);
  const uses = [...libraryUses(program), ...scmUses(program), ...images.uses];
  return { uses: uses.toSorted((a, b) => a.line - b.line), problems: images.problems };
}
