import type { Ecosystem, RepositoryIdentity } from "../../ecosystem.ts";
import { isGoSource } from "./interface.ts";
import { linkGoFiles } from "./link.ts";
import { readGoFile, type GoFacts } from "./read.ts";
import { ownImports, readGoSource, type GoSource } from "./read-source.ts";

const GO_FILE = /(?:^|\/)go\.(?:mod|work)$/;

/** Folders that Go's own tools ignore. */
const IGNORED_FOLDER = /(?:^|\/)(?:testdata|_[^/]*)\//;

export const golang: Ecosystem<GoFacts | GoSource> = {
  id: "golang",
  interfaceFrom: "repository",
  extensions: /^(?:mod|work|go)$/,
  forRepository,
  claims: ({ path }) => GO_FILE.test(path) && !IGNORED_FOLDER.test(path),
  read: readGoFile,
  link: linkGoFiles,
};

/** Also reads sources that import packages of the same organization, or all of them for the exported names. */
function forRepository(repository: RepositoryIdentity): Ecosystem<GoFacts | GoSource> {
  const own = ownImports(repository);
  const { withSourceInterfaces = false } = repository;
  return {
    ...golang,
    claims: (file) =>
      isGoSource(file.path) ? withSourceInterfaces || own.mayImport(file.text) : golang.claims(file),
    read: (file) =>
      isGoSource(file.path) ? readGoSource(file, own, withSourceInterfaces) : readGoFile(file),
    link: (input) => linkGoFiles(input, { withInterfaces: withSourceInterfaces }),
  };
}
