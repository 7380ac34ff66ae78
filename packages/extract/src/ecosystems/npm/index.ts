import type { Ecosystem, RepositoryIdentity } from "../../ecosystem.ts";
import { ownScope } from "./interface.ts";
import { link } from "./link.ts";
import { isReadableLock, readLock } from "./read-lock.ts";
import { emptyFacts, read, type FileKind, type NpmFacts } from "./read.ts";

const KINDS: ReadonlyMap<string, FileKind> = new Map([
  ["package.json", "manifest"],
  ["pnpm-workspace.yaml", "pnpm_workspace"],
  [".yarnrc.yml", "yarn_configuration"],
]);

const findFileKind = (path: string): FileKind | undefined => KINDS.get(path.slice(path.lastIndexOf("/") + 1));

export const npm: Ecosystem<NpmFacts> = {
  id: "npm",
  forRepository,
  claims: ({ path }) => findFileKind(path) !== undefined || isReadableLock(path),
  read: (file) =>
    isReadableLock(file.path)
      ? { ...emptyFacts(), lock: readLock(file.path, file.text) }
      : read(file, findFileKind(file.path)),
  link,
};

/** Also reads sources that import packages of the same organization. */
function forRepository(repository: RepositoryIdentity): Ecosystem<NpmFacts> {
  const scope = ownScope(repository);
  return {
    ...npm,
    claims: (file) => npm.claims(file) || scope.mayImport(file),
    read: (file) => (npm.claims(file) ? npm.read(file) : { ...emptyFacts(), imports: scope.read(file) }),
  };
}
