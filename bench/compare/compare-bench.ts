import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { type Commit, findCommits, writeListing } from "../measure/commits.ts";
import { buildCommand } from "../measure/built-command.ts";
import { type Cost, runScan, runScanWithReport } from "../measure/run-measured.ts";
import { withTemporaryFolder } from "../measure/temporary.ts";
import { BOT_VERSION, installBot, runBot } from "./bot.ts";
import { checkOut } from "./checkout.ts";
import { match } from "./match.ts";
import { type OwnNames, ourDeclarations, ownNames } from "./our-declarations.ts";
import { type Comparison, type Miss, type Recall, presentComparison } from "./present-comparison.ts";
import { type BotDeclaration, botDeclarations } from "./bot-declarations.ts";

interface BotFindings {
  cost: Cost;
  startSeconds: number;
  declarations: BotDeclaration[];
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
  const command = await buildCommand(folder);
  const { report } = await runScanWithReport(command, listing, join(folder, "report.json"));
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
    costs: {
      knockon: await runScan(command, listing),
      bot: theirs.cost,
      botStartSeconds: theirs.startSeconds,
    },
  };
}

const checkoutOf = (folder: string, repository: string): string => join(folder, "checkouts", repository);

/**
 * Runs the bot once per checkout. CPU and wall time add up; the peak is that of the largest run. After each run, measures
 * a start without files: starts dominate the bot's time, and the speed of shared machines drifts.
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
  const declarations: BotDeclaration[] = [];
  const excluded: string[] = [];
  for (const { repository, commitSha } of commits) {
    const checkout = checkoutOf(folder, repository.fullPath);
    await mkdir(checkout, { recursive: true });
    await checkOut(repository.gitDir, commitSha, checkout);
    const { cost, packageFiles } = await runBot(program, checkout, home);
    startSeconds += (await runBot(program, empty, home)).cost.cpuSeconds;
    const found = botDeclarations(repository.fullPath, packageFiles, own.get(repository.fullPath));
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

function recallByManager(theirs: readonly BotDeclaration[], found: readonly BotDeclaration[]): Recall[] {
  const foundBy = countBy(found, ({ manager }) => manager);
  return Object.entries(countBy(theirs, ({ manager }) => manager)).map(([manager, declarations]) => ({
    manager,
    declarations,
    found: foundBy[manager] ?? 0,
  }));
}

/** Counts items by key, ordered by key. */
function countBy<T>(items: readonly T[], keyOf: (item: T) => string): Record<string, number> {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(keyOf(item), (counts.get(keyOf(item)) ?? 0) + 1);
  return Object.fromEntries([...counts].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** Guesses the line of a bot's dependency in the checkout, since the bot reports few lines. */
export async function locate(miss: BotDeclaration, checkout: string): Promise<Miss> {
  const { repository, file, manager, name, version, dependency } = miss;
  const lines = (await readFile(join(checkout, file), "utf8")).split("\n");
  const wanted = [dependency.replaceString?.split("\n")[0], dependency.depName, name.split("/").at(-1)];
  const index = wanted
    .filter((text) => text !== undefined && text !== "")
    .map((text) => lines.findIndex((line) => line.includes(text ?? "")))
    .find((found) => found !== -1);
  return {
    repository,
    file,
    manager,
    name,
    version,
    line: index === undefined ? null : index + 1,
    text: index === undefined ? "" : (lines[index]?.trim() ?? ""),
  };
}
