import type { SourceFile } from "../../source-file.ts";
import { readGitConfig } from "./git-config.ts";

/** A `[submodule "…"]` section. */
export interface Submodule {
  name: string;
  line: number;
  path: string | null;
  url: { text: string; line: number } | null;
}

export interface SubmoduleFacts {
  submodules: Submodule[];
}

/** Sections of one name are one submodule, and the last of several values counts. Throws SyntaxProblem. */
export function readSubmodules(file: SourceFile): SubmoduleFacts {
  const submodules = new Map<string, Submodule>();
  for (const { section, subsection, sectionLine, key, value, line } of readGitConfig(file)) {
    if (section !== "submodule") continue;
    const submodule = submodules.get(subsection) ?? {
      name: subsection,
      line: sectionLine,
      path: null,
      url: null,
    };
    submodules.set(subsection, submodule);
    if (key === "path") submodule.path = value;
    if (key === "url") submodule.url = value === "" ? null : { text: value, line };
  }
  return { submodules: [...submodules.values()] };
}
