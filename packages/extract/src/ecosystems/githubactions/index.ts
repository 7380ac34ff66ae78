import type { Ecosystem } from "../../ecosystem.ts";
import { fileKind } from "./file-kind.ts";
import { linkActionsFiles } from "./link.ts";
import { readActionsFile, type ActionsFacts } from "./read.ts";

export const githubactions: Ecosystem<ActionsFacts> = {
  id: "githubactions",
  claims: ({ path }) => fileKind(path) !== undefined,
  read: readActionsFile,
  link: linkActionsFiles,
};
