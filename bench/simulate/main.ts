import { parseArgs } from "node:util";
import { auditScans } from "@knockon/core/testing/scan-audit";
import { runSchedules } from "@knockon/core/testing/simulator/run-schedules";
import type { Outcome } from "@knockon/core/testing/simulator/run-schedule";
import { Violation } from "@knockon/core/testing/simulator/violation";
import { withTestServer } from "./test-server.ts";
import { presentOutcomes } from "./present-outcomes.ts";

const HELP = `Usage: npm run simulate -- [--schedules N] [--seed S]

Scans small organizations on a real Postgres while everything else is made
up: the clock, the queue, the git host, what fails and who crashes. The seed
decides all of it, so a schedule can be seen again. Exits with 1 and names the
seed when something happened that must never happen.

  --schedules N   How many, of seeds S, S + 1, …; 500 unless given. One alone
                  prints every step it takes.
  --seed S        The first seed; another each time unless given.

Example: npm run simulate -- --seed 17 --schedules 1
`;

const OPTIONS = {
  schedules: { type: "string", default: "500" },
  seed: { type: "string", default: String(Date.now() % 2 ** 31) },
  help: { type: "boolean", default: false },
} as const;

const print = (text: string): void => void process.stdout.write(text);

async function simulate(firstSeed: number, schedules: number): Promise<void> {
  const begun = performance.now();
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
  const seconds = (performance.now() - begun) / 1000;
  print(presentOutcomes(done, { firstSeed, seconds }));
}

/** Undefined for anything else. */
const wholeNumber = (text: string): number | undefined =>
  /^\d{1,10}$/.test(text) ? Number(text) : undefined;

async function main(): Promise<void> {
  const { values } = parseArgs({ options: OPTIONS });
  if (values.help) return print(HELP);
  const schedules = wholeNumber(values.schedules);
  const firstSeed = wholeNumber(values.seed);
  if (schedules === undefined || firstSeed === undefined)
    throw new TypeError("--schedules and --seed take whole numbers. See --help.");
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
