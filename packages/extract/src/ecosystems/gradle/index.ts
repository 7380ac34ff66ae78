import type { Ecosystem } from "../../ecosystem.ts";
import type { SourceFile } from "../../source-file.ts";
import { emptyFacts, type GradleFacts } from "./facts.ts";
import { isLockFile, readLockFile } from "./lock.ts";
import { link } from "./link.ts";
import { isCatalog, isConstants, isProperties, isScript } from "./projects.ts";
import { readCatalog } from "./read-catalog.ts";
import { readScript } from "./read-script.ts";

type FileKind = "script" | "catalog" | "properties" | "lock";

function findFileKind(path: string): FileKind | undefined {
  if (isScript(path) || isConstants(path)) return "script";
  if (isCatalog(path)) return "catalog";
  if (isLockFile(path)) return "lock";
  return isProperties(path) ? "properties" : undefined;
}

function read(file: SourceFile): GradleFacts {
  switch (findFileKind(file.path)) {
    case "script":
      return readScript(file);
    case "catalog":
      return readCatalog(file);
    case "properties":
      return readProperties(file);
    case "lock":
      return readLockFile(file);
    case undefined:
    default:
      return emptyFacts();
  }
}

const PROPERTY = /^\s*(?<name>[^\s#!=:][^\s=:]*)\s*[=:]\s*(?<value>.*?)\s*$/;

function readProperties({ text }: SourceFile): GradleFacts {
  const facts = emptyFacts();
  for (const [index, line] of text.split("\n").entries()) {
    const { name, value } = PROPERTY.exec(line)?.groups ?? {};
    if (name !== undefined && value) facts.assignments.push({ name, value, line: index + 1 });
  }
  return facts;
}

export const gradle: Ecosystem<GradleFacts> = {
  id: "gradle",
  extensions: /^(?:gradle|kts|kt|java|groovy|toml|properties|lockfile)$/,
  claims: ({ path }) => findFileKind(path) !== undefined,
  read,
  link,
};
