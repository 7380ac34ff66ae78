/** Reads the ownership of the repositories in a listing file, as a scan does, and prints the counts. Started by the benchmark. */
import { openSnapshot } from "@knockon/adapters/git-host/local/snapshot";
import { readOwnership } from "@knockon/cli/offline/scan-folder";
import { findCommits } from "../measure/commits.ts";

const [listing = ""] = process.argv.slice(2);
let people = 0;
let commits = 0;
for (const { repository, commitSha } of await findCommits(listing)) {
  const snapshot = openSnapshot(repository.gitDir, commitSha);
  const { contributors } = await readOwnership(repository, commitSha, snapshot);
  people += contributors.length;
  commits += contributors.reduce((sum, { commitCount }) => sum + commitCount, 0);
  await snapshot.close();
}
process.stdout.write(`${commits} ${people}`);
