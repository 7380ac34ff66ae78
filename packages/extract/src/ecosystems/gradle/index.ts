import type { Ecosystem } from "../../ecosystem.ts";
import type { GradleFacts } from "./facts.ts";
import { link } from "./link.ts";
import { isCatalog, isConstants, isProperties, isScript } from "./projects.ts";
import { read, type FileKind } from "./read.ts";

function findFileKind(path: string): FileKind | undefined {
  if (isScript(path) || isConstants(path)) return "script";
  if (isCatalog(path)) return "catalog";
  return isProperties(path) ? "properties" : undefined;
}

export const gradle: Ecosystem<GradleFacts> = {
  id: "gradle",
  claims: ({ path }) => findFileKind(path) !== undefined,
  read: (file) => read(file, findFileKind(file.path)),
  link,
};
