import type { Ecosystem } from "../../ecosystem.ts";
import { fileKind } from "./file-kind.ts";
import { linkAnsibleFiles } from "./link.ts";
import { readAnsibleFile, type AnsibleFacts } from "./read.ts";

export const ansible: Ecosystem<AnsibleFacts> = {
  id: "ansible",
  claims: (file) => fileKind(file) !== undefined,
  read: readAnsibleFile,
  link: linkAnsibleFiles,
};
