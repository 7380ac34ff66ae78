import type { Ecosystem } from "../../ecosystem.ts";
import { linkPreCommitFiles } from "./link.ts";
import { readPreCommitFile, type FileKind, type PreCommitFacts } from "./read.ts";

const CONFIG = /(?:^|\/)\.pre-commit-config\.ya?ml$/;
/** pre-commit looks for provided hooks at the repository root only. */
const HOOKS = ".pre-commit-hooks.yaml";

function findFileKind(path: string): FileKind | undefined {
  if (path === HOOKS) return "hooks";
  return CONFIG.test(path) ? "config" : undefined;
}

export const precommit: Ecosystem<PreCommitFacts> = {
  id: "precommit",
  extensions: /^ya?ml$/,
  role: "dev",
  claims: ({ path }) => findFileKind(path) !== undefined,
  read: (file) => readPreCommitFile(file, findFileKind(file.path)),
  link: linkPreCommitFiles,
};
