import type { Ecosystem } from "../../ecosystem.ts";
import { fileKind } from "./file-kind.ts";
import { linkPreCommitFiles } from "./link.ts";
import { readPreCommitFile, type PreCommitFacts } from "./read.ts";

export const precommit: Ecosystem<PreCommitFacts> = {
  id: "precommit",
  claims: ({ path }) => fileKind(path) !== undefined,
  read: readPreCommitFile,
  link: linkPreCommitFiles,
};
