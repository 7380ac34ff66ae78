import { at, scalarAt, textOf, type DataNode } from "../../document/node.ts";
import type { Source } from "./facts.ts";
import { locate } from "./source.ts";

const LOCATIONS = ["git", "url", "file", "path"];
const REFS = ["rev", "tag", "branch", "ref"];

/** The source that a table names as uv, Poetry and pipenv write it; undefined where it names none. */
export function tableSource(node: DataNode): Source | undefined {
  const text = (key: string): string | undefined => textOf(at(node, key)) || undefined;
  if (text("workspace") === "true") return { kind: "local" };
  const git = text("git");
  if (git !== undefined) {
    const { source } = locate(/^git\+/i.test(git) ? git : `git+${git}`);
    const ref = REFS.map(text).find((each) => each !== undefined);
    return source.kind === "git" ? { ...source, ref: ref ?? source.ref } : source;
  }
  const path = text("path") ?? text("file");
  const url = text("url") ?? (/^https?:/i.test(path ?? "") ? path : undefined);
  if (url !== undefined) return locate(url).source;
  return path === undefined ? undefined : { kind: "path", path };
}

/** The lines on which a table says where its package comes from. */
export const locationLines = (node: DataNode): number[] =>
  LOCATIONS.flatMap((key) => scalarAt(node, key)?.line ?? []);
