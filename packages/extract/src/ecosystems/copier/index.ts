import type { Ecosystem } from "../../ecosystem.ts";
import { fileKind } from "./file-kind.ts";
import { linkCopierFiles } from "./link.ts";
import { readCopierFile, type CopierFacts } from "./read.ts";

export const copier: Ecosystem<CopierFacts> = {
  id: "copier",
  claims: ({ path }) => fileKind(path) !== undefined,
  read: readCopierFile,
  link: linkCopierFiles,
};
