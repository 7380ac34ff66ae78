import { parseArgs } from "node:util";
import { DiscoveryError } from "@knockon/adapters/git-host/local/git";
import { apiBench } from "./api/api-bench.ts";
import { checkBench } from "./check/check-bench.ts";
import { coldBench } from "./cold/cold-bench.ts";
import { compareBench } from "./compare/compare-bench.ts";
import { enqueueBench } from "./enqueue/enqueue-bench.ts";
import { extractBench } from "./extract/extract-bench.ts";
import { graphBench } from "./graph/graph-bench.ts";
import { ownershipBench } from "./ownership/ownership-bench.ts";
import { shortlogBench } from "./ownership/shortlog-bench.ts";
import { publishBench } from "./publish/publish-bench.ts";
import { scaleBench } from "./scale/scale-bench.ts";
import { tenantsBench } from "./tenants/tenants-bench.ts";
import { webBench } from "./web/web-bench.ts";

const HELP = `Usage: npm run bench -- COMMAND

  extract PATH [--json] [--runs N]   Extraction compared with git archive | tar x.
  ownership PATH [--json] [--runs N] Reading ownership compared with git log of the same histories.
  shortlog PATH [--json] [--people N]
                                     People of each repository compared with git shortlog, and the first N by name.
  check [--json] [--runs N] [--repositories N]
                                     The check of a change of 20 files against the report of an organization.
  graph [--json] [--seed N]          Traversal of 10,000 repositories compared with recursive SQL.
  compare PATH [--json] [--misses N] Declarations compared with those of an update bot.
  scale [--json] [--seed N] [--repositories N] [--reads]
                                     First scan, rescan and pushes of an organization of 2,000, and of a tenth of it.
  publish [--json] [--seed N] [--repositories N] [--kills N] [--declarations N]
                                     First publish in steps, with Postgres held to a quarter of a core, and killed at random.
  tenants [--json] [--seed N] [--repositories N]
                                     What one tenant notices of another's scan and heavy reads.
  api [--json] [--seed N] [--repositories N]
                                     API responses under load compared with bare routes with the same statements.
  cold [--json] [--runs N]           Size and time from import to first response of each function's bundle.
  enqueue [--json] [--repositories N] Planning a scan with SQS, of an organization and of a tenth of it.
  web [--json] [--seed N] [--runs N] The application in Chromium: initial JavaScript, first overview, panning a large graph.

PATH is a folder of git repositories or a listing file, as for knockon scan. See bench/README.md.

Example: npm run bench -- extract ~/src/acme
`;

/** Wrong usage: printed without a stack trace. */
class UsageError extends Error {}

const OPTIONS = {
  json: { type: "boolean", default: false },
  runs: { type: "string", default: "5" },
  seed: { type: "string", default: "1" },
  misses: { type: "string", default: "40" },
  repositories: { type: "string", default: "2000" },
  kills: { type: "string", default: "3" },
  declarations: { type: "string", default: "200" },
  people: { type: "string", default: "0" },
  reads: { type: "boolean", default: false },
} as const;

function wholeNumber(option: string, text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new UsageError(`--${option} must be a whole number, not ${text}.`);
  return Number(text);
}

function getPath(command: string, path: string | undefined): string {
  if (path === undefined) throw new UsageError(`${command} needs a PATH. See npm run bench.`);
  return path;
}

/** Runs the command and returns its output, as text or as one JSON object. */
async function main(): Promise<string> {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: OPTIONS });
  const [command, path] = positionals;
  const { json } = values;
  if (command === "extract") {
    const runs = Math.max(1, wholeNumber("runs", values.runs));
    return await extractBench(getPath(command, path), { json, runs });
  }
  if (command === "enqueue")
    return await enqueueBench({ json, repositories: wholeNumber("repositories", values.repositories) });
  if (command === "publish") {
    const [seed = 1, repositories = 0, kills = 0, declarations = 0] = (
      ["seed", "repositories", "kills", "declarations"] as const
    ).map((name) => wholeNumber(name, values[name]));
    return await publishBench({ json, seed, repositories, kills, declarations });
  }
  if (command === "tenants") {
    const repositories = wholeNumber("repositories", values.repositories);
    return await tenantsBench({ json, seed: wholeNumber("seed", values.seed), repositories });
  }
  if (command === "cold")
    return await coldBench({ json, runs: Math.max(1, wholeNumber("runs", values.runs)) });
  if (command === "ownership") {
    const runs = Math.max(1, wholeNumber("runs", values.runs));
    return await ownershipBench(getPath(command, path), { json, runs });
  }
  if (command === "shortlog") {
    const people = wholeNumber("people", values.people);
    return await shortlogBench(getPath(command, path), { json, people });
  }
  if (command === "web") {
    const runs = Math.max(1, wholeNumber("runs", values.runs));
    return await webBench({ json, runs, seed: wholeNumber("seed", values.seed) });
  }
  if (command === "check") {
    const runs = Math.max(1, wholeNumber("runs", values.runs));
    return await checkBench({ json, runs, repositories: wholeNumber("repositories", values.repositories) });
  }
  if (command === "graph") return await graphBench({ json, seed: wholeNumber("seed", values.seed) });
  if (command === "compare") {
    const shownMisses = wholeNumber("misses", values.misses);
    return await compareBench(getPath(command, path), { json, shownMisses });
  }
  if (command === "scale" || command === "api") {
    const repositories = wholeNumber("repositories", values.repositories);
    if (repositories < 100) throw new UsageError("--repositories must be at least 100.");
    const organization = { json, seed: wholeNumber("seed", values.seed), repositories };
    if (command === "api") return await apiBench(organization);
    return await scaleBench({ ...organization, reads: values.reads });
  }
  if (command !== undefined) throw new UsageError(`Unknown command ${command}. See npm run bench.`);
  return HELP;
}

const isForUser = (error: unknown): error is Error =>
  error instanceof UsageError ||
  error instanceof DiscoveryError ||
  (error instanceof Error && "code" in error && String(error.code).startsWith("ERR_PARSE_ARGS_"));

try {
  process.stdout.write(await main());
} catch (error) {
  if (!isForUser(error)) throw error;
  process.stderr.write(`bench: ${error.message}\n`);
  process.exitCode = 1;
}
