import { openHistory } from "@knockon/adapters/git-host/local/history";
import { creditsOf } from "@knockon/extract/history/credits";
import { ownershipOf, type Ownership } from "@knockon/extract/history/ownership";
import { findPeople } from "@knockon/extract/history/people";
import { readOwnershipFiles } from "@knockon/extract/history/read-ownership-files";
import { Tally } from "@knockon/extract/history/tally";
import type { Snapshot } from "@knockon/extract/snapshot";

/** Who owns a repository, by its whole history. Throws where some of that is missing. */
export async function readOwnership(
  gitDir: string,
  commitSha: string,
  snapshot: Snapshot,
): Promise<Ownership> {
  const tally = new Tally(new Date());
  const { pages } = await openHistory(gitDir, commitSha, null);
  for await (const { commits } of pages) for (const commit of commits) tally.add(commit);
  const { mailmap } = await readOwnershipFiles(snapshot, await snapshot.tree());
  // Nothing is kept here: people are told apart in clear.
  return ownershipOf(findPeople(creditsOf(tally, { mailmap, pseudonym: (key) => key })));
}
