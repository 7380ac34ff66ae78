import type { SourceFile } from "../../source-file.ts";
import { emptyFacts, type PypiFacts } from "./facts.ts";
import { readPipfile } from "./read-pipfile.ts";
import { readPyproject } from "./read-pyproject.ts";
import { readRequirements } from "./read-requirements.ts";
import { readSetupCfg } from "./read-setup-cfg.ts";
import { readSetupPy } from "./read-setup-py.ts";

export type FileKind = "pyproject" | "pipfile" | "setup_py" | "setup_cfg" | "requirements" | "constraints";

/** Facts of one file. Throws SyntaxProblem. */
export function read(file: SourceFile, kind: FileKind | undefined): PypiFacts {
  switch (kind) {
    case "pyproject":
      return readPyproject(file.toml());
    case "pipfile":
      return readPipfile(file.toml());
    case "setup_py":
      return readSetupPy(file);
    case "setup_cfg":
      return readSetupCfg(file);
    case "requirements":
    case "constraints":
      return readRequirements(file, kind);
    case undefined:
    default:
      return emptyFacts();
  }
}
