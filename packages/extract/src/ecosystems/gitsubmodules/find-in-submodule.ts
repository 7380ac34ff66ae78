import { posix } from "node:path";
import type { LinkInput } from "../../ecosystem.ts";
import type { NamedDocument } from "../../schema-document.ts";
import { linkSubmodules } from "./link.ts";
import type { SubmoduleFacts } from "./read.ts";

/** Finds the file of another repository at a path inside a submodule. */
export function findInSubmodule(path: string, input: LinkInput<SubmoduleFacts>): NamedDocument | undefined {
  const section = input.files
    .flatMap(({ facts }) => facts.submodules)
    .find((each) => path.startsWith(`${folderOf(each)}/`));
  if (!section) return undefined;
  const found = linkSubmodules(input).declarations.find(({ sourceLine }) => sourceLine === section.url?.line);
  const [name = ""] = found?.lookups ?? [];
  if (!found || !name.startsWith("git:")) return undefined;
  return {
    location: name.slice("git:".length),
    ref: found.versionConstraint,
    file: path.slice(folderOf(section).length + 1),
  };
}

const folderOf = ({ path, name }: SubmoduleFacts["submodules"][number]): string =>
  posix.normalize(path ?? name).replace(/\/$/, "");
