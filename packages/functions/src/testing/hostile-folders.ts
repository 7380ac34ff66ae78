import { join } from "node:path";
import { createRepository, git } from "@knockon/adapters/git-host/local/testing/temporary-repository";
import type { HostileRepository } from "@knockon/cli/testing/hostile-organisation";

/** Makes the repositories below `folder`, submodules and all, each under its host. Returns a folder for each host. */
export function makeHostileFolders(folder: string, organisation: readonly HostileRepository[]): string[] {
  const hosts = organisation.map(({ fullPath, cloneUrl, files, submodules }) => {
    const host = join(folder, new URL(cloneUrl).host);
    const repository = join(host, fullPath);
    createRepository(repository, files);
    git(repository, "remote", "add", "origin", cloneUrl);
    for (const [path, commit] of Object.entries(submodules))
      git(repository, "update-index", "--add", "--cacheinfo", `160000,${commit},${path}`);
    if (Object.keys(submodules).length > 0) git(repository, "commit", "--quiet", "--message=submodules");
    return host;
  });
  return [...new Set(hosts)];
}
