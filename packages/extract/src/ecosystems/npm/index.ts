import type { Ecosystem } from "../../ecosystem.ts";
import type { SourceFile } from "../../source-file.ts";
import { isPipeline, pipelineCommands } from "./commands.ts";
import { isEngineStrict, isNodeVersionFile, isNpmrc, readNodeVersionFile, workflowNodes } from "./engines.ts";
import { mayImport, readImports } from "./interface.ts";
import { link } from "./link.ts";
import { hasLegacyPeers } from "./peers.ts";
import { isReadableLock, readLock } from "./read-lock.ts";
import { emptyFacts, read, type FileKind, type NpmFacts } from "./read.ts";

const KINDS: ReadonlyMap<string, FileKind> = new Map([
  ["package.json", "manifest"],
  ["pnpm-workspace.yaml", "pnpm_workspace"],
  [".yarnrc.yml", "yarn_configuration"],
]);

const findFileKind = (path: string): FileKind | undefined => KINDS.get(path.slice(path.lastIndexOf("/") + 1));

function readOther(file: SourceFile): Partial<NpmFacts> {
  if (isReadableLock(file.path)) return { lock: readLock(file.path, file.text) };
  if (isNodeVersionFile(file.path)) return { nodes: readNodeVersionFile(file) };
  if (isNpmrc(file.path))
    return { isEngineStrict: isEngineStrict(file.text), hasLegacyPeers: hasLegacyPeers(file.text) };
  if (isPipeline(file)) return { calls: pipelineCommands(file), nodes: workflowNodes(file) };
  return { imports: readImports(file) };
}

export const npm: Ecosystem<NpmFacts> = {
  id: "npm",
  interfaceFrom: "repository",
  extensions: /^(?:json|ya?ml|lock|nvmrc|node-version|npmrc|[cm]?[jt]sx?|vue|svelte|astro)$/,
  claims: (file) =>
    findFileKind(file.path) !== undefined ||
    isReadableLock(file.path) ||
    isNodeVersionFile(file.path) ||
    isNpmrc(file.path) ||
    isPipeline(file) ||
    mayImport(file),
  read: (file) => {
    const kind = findFileKind(file.path);
    return kind === undefined ? { ...emptyFacts(), ...readOther(file) } : read(file, kind);
  },
  forRepository: ({ withSourceInterfaces = false }) => (withSourceInterfaces ? withFiles : npm),
  link: (input) => link(input),
};

/** Also lists the files that can be imported. */
const withFiles: Ecosystem<NpmFacts> = { ...npm, link: (input) => link(input, { withInterfaces: true }) };
