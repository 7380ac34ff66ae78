import type { SourceFile } from "../../source-file.ts";
import { readBake } from "./bake.ts";
import { readCompose } from "./compose.ts";
import { readDockerfile } from "./dockerfile.ts";
import { emptyFacts, type DockerFacts, type FileKind } from "./facts.ts";
import { readEnvironment } from "./read-environment.ts";
import { readMakefile } from "./makefile.ts";
import { readWorkflow } from "./workflow.ts";

const READERS: Record<FileKind, (file: SourceFile) => DockerFacts> = {
  dockerfile: (file) => readDockerfile(file.text),
  compose: readCompose,
  environment: (file) => readEnvironment(file.text),
  bake: readBake,
  workflow: readWorkflow,
  makefile: (file) => readMakefile(file.text),
};

export function read(file: SourceFile, kind: FileKind): DockerFacts {
  return file.text.trim() === "" ? emptyFacts(kind) : READERS[kind](file);
}
