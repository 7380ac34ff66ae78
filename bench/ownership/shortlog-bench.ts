import { getGitOutput } from "@knockon/adapters/git-host/local/git";
import { openHistory } from "@knockon/adapters/git-host/local/history";
import { openSnapshot } from "@knockon/adapters/git-host/local/snapshot";
import { table } from "@knockon/cli/output/format";
import { creditsOf } from "@knockon/extract/history/credits";
import { ownershipOf } from "@knockon/extract/history/ownership";
import { findPeople } from "@knockon/extract/history/people";
import { readOwnershipFiles } from "@knockon/extract/history/read-ownership-files";
import { Tally } from "@knockon/extract/history/tally";
import { findCommits, type Commit } from "../measure/commits.ts";
import { explain, type Explained } from "./explain-shortlog.ts";

interface Result extends Explained {
  repository: string;
  /** By number of commits, descending. */
  people: string[];
}

/** Compares the people of each repository with `git shortlog -sn --no-merges` and explains the differences. */
export async function shortlogBench(
  path: string,
  { json, people }: { json: boolean; people: number },
): Promise<string> {
  const results: Result[] = [];
  for (const commit of await findCommits(path)) results.push(await compare(commit));
  return json ? `${JSON.stringify(results, null, 2)}\n` : present(results, people);
}

async function compare({ repository, commitSha }: Commit): Promise<Result> {
  const { gitDir, fullPath } = repository;
  const tally = new Tally(new Date());
  const { pages } = await openHistory(gitDir, commitSha, null);
  for await (const { commits } of pages) for (const commit of commits) tally.add(commit);
  const snapshot = openSnapshot(gitDir, commitSha);
  const { mailmap } = await readOwnershipFiles(repository, snapshot, await snapshot.tree());
  await snapshot.close?.();
  const { contributors } = ownershipOf(findPeople(creditsOf(tally, { mailmap, pseudonym: (key) => key })));
  const shortlog = await getGitOutput(gitDir, ["shortlog", "-sne", "--no-merges", commitSha]);
  const people = contributors.map(({ person }) => person);
  return {
    repository: fullPath,
    ...explain(shortlog, { signed: [...tally.signed], mailmap, people }),
    people: contributors.map(({ name, commitCount }) => `${commitCount} ${name}`),
  };
}

function present(results: readonly Result[], people: number): string {
  const rows = results.map((one) => [
    one.repository,
    one.commits,
    one.names,
    -one.automation,
    -one.otherNames,
    one.namesakes,
    one.coAuthors,
    one.people.length,
    one.unexplained.length,
  ]);
  const lists = results.flatMap((one) => [
    ...one.unexplained.map((difference) => `${one.repository}: ${difference}`),
    ...(people > 0 ? [`\n${one.repository}`, ...one.people.slice(0, people)] : []),
  ]);
  const header = [
    "",
    "commits",
    "names",
    "bots",
    "other names",
    "namesakes",
    "co-authors",
    "people",
    "unexplained",
  ];
  return `${[table([header, ...rows]), ...lists].join("\n")}\n`;
}
