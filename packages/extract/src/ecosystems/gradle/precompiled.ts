import { posix } from "node:path";
import type { GradleFile } from "./bind.ts";
import { precompiledPath } from "./file-kind.ts";

/** A script among the sources of a plugin project is a plugin itself, called like its package and file. */
export function precompiledId({ path, facts }: GradleFile): string | undefined {
  const place = precompiledPath(path);
  if (place === undefined) return undefined;
  const name = posix.basename(place);
  const written = facts.assignments.find((each) => each.name === "package")?.value;
  return written === undefined ? name : `${written}.${name}`;
}
