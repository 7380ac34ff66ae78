import type { Ecosystem } from "../../ecosystem.ts";
import { mayImport, readImports } from "./interface.ts";
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
  claims: (file) => findFileKind(file.path) !== undefined || isReadableLock(file.path) || mayImport(file),
  read: (file) => {
    if (isReadableLock(file.path)) return { ...emptyFacts(), lock: readLock(file.path, file.text) };
    const kind = findFileKind(file.path);
    return kind === undefined ? { ...emptyFacts(), imports: readImports(file) } : read(file, kind);
  },
  link,
};
