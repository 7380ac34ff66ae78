import { renameSync } from "node:fs";
import { join } from "node:path";
import { git } from "@knockon/adapters/git-host/local/testing/temporary-repository";

/** Leaves the repository listed, and its commit unreadable; returns what makes it readable again. */
export function damage(repository: string): () => void {
  const tree = git(repository, "rev-parse", "HEAD^{tree}");
  const object = join(repository, ".git/objects", tree.slice(0, 2), tree.slice(2));
  renameSync(object, `${object}.away`);
  return () => renameSync(`${object}.away`, object);
}
