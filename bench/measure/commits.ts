import { writeFile } from "node:fs/promises";
import { findRepositories, type LocalRepository } from "@knockon/adapters/git-host/local/discover";
import { readHead } from "@knockon/adapters/git-host/local/head";

/** A repository and the commit that a scan reads. */
export interface Commit {
  repository: LocalRepository;
  commitSha: string;
}

/** Returns the repositories at PATH that have a commit. */
export async function findCommits(path: string): Promise<Commit[]> {
  const commits: Commit[] = [];
  const { repositories } = await findRepositories(path);
  for (const repository of repositories) {
    const head = await readHead(repository.gitDir, repository.defaultBranch ?? undefined);
    if (head) commits.push({ repository, commitSha: head.commitSha });
  }
  return commits;
}

/** Writes a listing file of these repositories for `knockon scan`. */
export async function writeListing(file: string, commits: readonly Commit[]): Promise<void> {
  const lines = commits.map(({ repository: { fullPath, gitDir, cloneUrl, defaultBranch } }) =>
    JSON.stringify({
      full_path: fullPath,
      path: gitDir,
      clone_url: cloneUrl,
      default_branch: defaultBranch,
    }),
  );
  await writeFile(file, `${lines.join("\n")}\n`);
}
