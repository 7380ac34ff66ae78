import { posix } from "node:path";
import type { Facts } from "../../ecosystem.ts";
import type { NpmFacts } from "./read.ts";

/** Returns the glob patterns of each workspace's members, by the folder of its root. */
export function workspacesOf(files: readonly Facts<NpmFacts>[]): ReadonlyMap<string, readonly string[]> {
  const workspaces = new Map<string, string[]>();
  for (const { path, facts } of files) {
    const folder = posix.dirname(path);
    if (facts.workspaces.length > 0)
      workspaces.set(folder, [...(workspaces.get(folder) ?? []), ...facts.workspaces]);
  }
  return workspaces;
}
