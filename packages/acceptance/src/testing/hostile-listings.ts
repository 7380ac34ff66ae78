import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { createRepository, git } from "@knockon/adapters/git-host/local/testing/temporary-repository";
import type { HostileRepository } from "@knockon/cli/testing/hostile-organization";

/** Makes the repositories below `folder`, submodules and all. Returns a listing file for each host that they are of. */
export function makeHostileListings(folder: string, organization: readonly HostileRepository[]): string[] {
  const listings = organization.map(({ fullPath, cloneUrl, archived, isFork, files, submodules }) => {
    const { host } = new URL(cloneUrl);
    const repository = join(folder, host, fullPath);
    createRepository(repository, files);
    git(repository, "remote", "add", "origin", cloneUrl);
    for (const [path, commit] of Object.entries(submodules))
      git(repository, "update-index", "--add", "--cacheinfo", `160000,${commit},${path}`);
    if (Object.keys(submodules).length > 0) git(repository, "commit", "--quiet", "--message=submodules");
    const listing = join(folder, `${host}.jsonl`);
    const listed = { full_path: fullPath, path: repository, clone_url: cloneUrl, archived, is_fork: isFork };
    appendFileSync(listing, `${JSON.stringify(listed)}\n`);
    return listing;
  });
  return [...new Set(listings)];
}
