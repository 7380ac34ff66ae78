import { parseArgs } from "node:util";
import { auditScans } from "@knockon/core/testing/scan-audit";
import { type Outcome, runSchedules } from "@knockon/core/testing/simulator/run-schedule";
import { Violation } from "@knockon/core/testing/simulator/simulation";
import { withTestServer } from "../measure/temporary.ts";

const HELP = `Usage: npm run simulate -- [--schedules N] [--seed S]

Scans small organizations on a real Postgres with a simulated clock, queue and
git host, and with injected faults and crashes. The seed determines all of it,
so that every schedule can be repeated. Exits with 1 and prints the seed if a
schedule violates an invariant.

  --schedules N   Number of schedules, with seeds S, S + 1, … (default: 500).
                  A single schedule prints its steps.
  --seed S        First seed (default: different in each run).

Example: npm run simulate -- --seed 17 --schedules 1
`;

const OPTIONS = {
  schedules: { type: "string", default: "500" },
  seed: { type: "string", default: String(Date.now() % 2 ** 31) },
  help: { type: "boolean", default: false },
} as const;

const print = (text: string): void => void process.stdout.write(text);

async function simulate(firstSeed: number, schedules: number): Promise<void> {
  const startedAt = performance.now();
  const done: Outcome[] = [];
  const onOutcome = (outcome: Outcome): void => {
    done.push(outcome);
    if (process.stderr.isTTY) process.stderr.write(`\r${done.length} of ${schedules}`);
  };
  await withTestServer(async (database) => {
    await auditScans(database);
    await runSchedules(database, { firstSeed, schedules, onOutcome });
  });
  if (process.stderr.isTTY) process.stderr.write("\r");
  if (schedules === 1) print(`${done[0]?.log.join("\n")}\n\n`);
  const seconds = (performance.now() - startedAt) / 1000;
  print(presentOutcomes(done, { firstSeed, seconds }));
}

/** Returns undefined for other text. */
const wholeNumber = (text: string): number | undefined =>
  /^\d{1,10}$/.test(text) ? Number(text) : undefined;

async function main(): Promise<void> {
  const { values } = parseArgs({ options: OPTIONS });
  if (values.help) return print(HELP);
  const schedules = wholeNumber(values.schedules);
  const firstSeed = wholeNumber(values.seed);
  if (schedules === undefined || firstSeed === undefined)
    throw new TypeError("--schedules and --seed must be whole numbers. See --help.");
  try {
    await simulate(firstSeed, schedules);
  } catch (error) {
    if (!(error instanceof Violation)) throw error;
    if (schedules === 1) print(`${error.log.join("\n")}\n\n`);
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}

try {
  await main();
} catch (error) {
  if (!(error instanceof TypeError)) throw error;
  process.stderr.write(`simulate: ${error.message}\n`);
  process.exitCode = 1;
}

/** Summarizes the schedules, which shows that faults did occur. */
function presentOutcomes(
  outcomes: readonly Outcome[],
  { firstSeed, seconds }: { firstSeed: number; seconds: number },
): string {
  const ends = count(outcomes.flatMap(({ statuses }) => statuses.map((status) => [status, 1])));
  const struck = count(outcomes.flatMap((outcome) => [...outcome.struck]));
  const interruptions = outcomes.reduce((sum, outcome) => sum + outcome.interruptions, 0);
  const each = ((1000 * seconds) / Math.max(1, outcomes.length)).toFixed(0);
  return [
    `${outcomes.length} schedules from seed ${firstSeed} in ${seconds.toFixed(1)} s, ${each} ms each, no violations`,
    `scans   ${ends}, ${interruptions} interruptions`,
    `faults  ${struck}`,
    "",
  ].join("\n");
}

function count(pairs: readonly (readonly [string, number])[]): string {
  const sums = new Map<string, number>();
  for (const [name, number] of pairs) sums.set(name, (sums.get(name) ?? 0) + number);
  return [...sums]
    .toSorted(([, a], [, b]) => b - a)
    .map(([name, sum]) => `${sum} ${name}`)
    .join(", ");
}
