import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { findCommits, writeListing, type Commit } from "../measure/commits.ts";
import { runScan, runScanWithReport } from "../measure/knockon-scan.ts";
import type { Cost } from "../measure/run-measured.ts";
import { withTemporaryFolder } from "../measure/temporary-folder.ts";
import { checkOut } from "./checkout.ts";
import { BOT_VERSION, installBot } from "./install-bot.ts";
import { locate } from "./locate.ts";
import { match } from "./match.ts";
import { ourDeclarations, ownNames, type OwnNames } from "./our-declarations.ts";
import { presentComparison, type Comparison, type Recall } from "./present-comparison.ts";
import { runBot } from "./run-bot.ts";
import { theirDeclarations, type TheirDeclaration } from "./their-declarations.ts";

interface BotFindings {
  cost: Cost;
  startSeconds: number;
  declarations: TheirDeclaration[];
  excluded: Record<string, number>;
}

export async function compareBench(
  path: string,
  options: { json: boolean; shownMisses: number },
): Promise<string> {
  const program = await installBot();
  return await withTemporaryFolder(async (folder) => {
    const comparison = await compare(program, await findCommits(path), folder);
    return options.json
      ? `${JSON.stringify(comparison, null, 2)}\n`
      : presentComparison(comparison, options.shownMisses);
  });
}

async function compare(program: string, commits: readonly Commit[], folder: string): Promise<Comparison> {
  const listing = join(folder, "listing.jsonl");
  await writeListing(listing, commits);
  const { report } = await runScanWithReport(listing, join(folder, "report.json"));
  const theirs = await findAll(program, commits, { folder, own: ownNames(report) });
  const { found, missed, oursAlone } = match(theirs.declarations, ourDeclarations(report));
  const misses: Comparison["misses"] = [];
  for (const miss of missed) misses.push(await locate(miss, checkoutOf(folder, miss.repository)));
  return {
    bot: `renovate ${BOT_VERSION}`,
    repositories: commits.length,
    recall: recallByManager(theirs.declarations, found),
    excluded: theirs.excluded,
    misses,
    oursAlone: countBy(oursAlone, ({ declaration }) => declaration.evidence.rule),
    costs: { knockon: await runScan(listing), bot: theirs.cost, botStartSeconds: theirs.startSeconds },
  };
}

const checkoutOf = (folder: string, repository: string): string => join(folder, "checkouts", repository);

/**
 * One process per checkout: CPU and wall time add up, the peak is that of the largest. After each it starts once more over
 * nothing: machines that others use too drift, and its starts are most of what it spends.
 */
async function findAll(
  program: string,
  commits: readonly Commit[],
  { folder, own }: { folder: string; own: OwnNames },
): Promise<BotFindings> {
  const empty = join(folder, "empty");
  const home = join(folder, "home");
  await mkdir(empty);
  const costs: Cost[] = [];
  let startSeconds = 0;
  const declarations: TheirDeclaration[] = [];
  const excluded: string[] = [];
  for (const { repository, commitSha } of commits) {
    const checkout = checkoutOf(folder, repository.fullPath);
    await mkdir(checkout, { recursive: true });
    await checkOut(repository.gitDir, commitSha, checkout);
    const { cost, packageFiles } = await runBot(program, checkout, home);
    startSeconds += (await runBot(program, empty, home)).cost.cpuSeconds;
    const found = theirDeclarations(repository.fullPath, packageFiles, own.get(repository.fullPath));
    costs.push(cost);
    declarations.push(...found.declarations);
    excluded.push(...found.excluded);
    process.stderr.write(`${costs.length}/${commits.length} ${repository.fullPath}\n`);
  }
  const cost: Cost = {
    cpuSeconds: costs.reduce((sum, one) => sum + one.cpuSeconds, 0),
    wallSeconds: costs.reduce((sum, one) => sum + one.wallSeconds, 0),
    peakBytes: Math.max(...costs.map((one) => one.peakBytes ?? 0)),
  };
  return { cost, startSeconds, declarations, excluded: countBy(excluded, (reason) => reason) };
}

function recallByManager(theirs: readonly TheirDeclaration[], found: readonly TheirDeclaration[]): Recall[] {
  const foundBy = countBy(found, ({ manager }) => manager);
  return Object.entries(countBy(theirs, ({ manager }) => manager)).map(([manager, declarations]) => ({
    manager,
    declarations,
    found: foundBy[manager] ?? 0,
  }));
}

/** Ordered by key. */
function countBy<T>(items: readonly T[], keyOf: (item: T) => string): Record<string, number> {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(keyOf(item), (counts.get(keyOf(item)) ?? 0) + 1);
  return Object.fromEntries([...counts].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
