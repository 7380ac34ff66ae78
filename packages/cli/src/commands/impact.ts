import { readFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { createClient } from "@knockon/contract/client";
import { getImpact } from "@knockon/contract/operations/repository";
import type { Impact } from "@knockon/contract/resources/impact";
import { offlineImpact } from "../offline/offline-impact.ts";
import type { Report } from "../offline/report.ts";
import { renderImpact } from "../output/render-impact.ts";
import { UsageError } from "../usage-error.ts";

export const IMPACT_HELP = `Usage: knockon impact REPO (--in FILE | --url URL --key KEY) [options]

Tells what a change to REPO (its full path, such as acme/base-image) hits, and
why: from a file that knockon scan --json wrote, or from a running Knockon.

  --in FILE             Ask FILE.
  --url URL --key KEY   Ask the service at URL (KEY also from KNOCKON_API_KEY).
  --version VERSION     The version that would be released.
  --depth N             Follow at most N hops (1 to 10, default 3).
  --min-confidence C    Leave out weaker evidence (0 to 1, default 0.4).
  --json                Write JSON instead of the tree.

Example: knockon impact acme/base-image --in acme.json --version 2.0.0
`;

export async function impactCommand(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      in: { type: "string" },
      url: { type: "string" },
      key: { type: "string" },
      version: { type: "string" },
      depth: { type: "string", default: "3" },
      "min-confidence": { type: "string", default: "0.4" },
      json: { type: "boolean" },
      help: { type: "boolean", short: "h" },
    },
  });
  if (values.help) {
    process.stdout.write(IMPACT_HELP);
    return;
  }
  const [repository, ...rest] = positionals;
  if (repository === undefined || rest.length > 0)
    throw new UsageError("Give one REPO. See knockon impact --help.");
  const query = {
    maxDepth: numberBetween("--depth", values.depth, 1, 10),
    minConfidence: numberBetween("--min-confidence", values["min-confidence"], 0, 1),
    version: values.version,
  };
  const impact =
    values.in === undefined
      ? await askService(repository, query, {
          url: values.url,
          key: values.key ?? process.env["KNOCKON_API_KEY"],
        })
      : offlineImpact(await readReport(values.in), repository, query);
  process.stdout.write(values.json ? `${JSON.stringify(impact, null, 1)}\n` : renderImpact(impact));
}

export interface ImpactQuery {
  maxDepth: number;
  minConfidence: number;
  version: string | undefined;
}

function askService(
  repository: string,
  { maxDepth, minConfidence, version }: ImpactQuery,
  { url, key }: { url: string | undefined; key: string | undefined },
): Promise<Impact> {
  if (url === undefined || key === undefined)
    throw new UsageError("Give --in FILE, or --url URL and --key KEY.");
  const call = createClient({ baseUrl: url, key });
  const query = {
    full_path: repository,
    max_depth: maxDepth,
    min_confidence: minConfidence,
    version,
    limit: 500,
  };
  return call(getImpact, { query });
}

async function readReport(file: string): Promise<Report> {
  const text = await readFile(file, "utf8");
  try {
    const report = JSON.parse(text) as Report;
    if (report.format_version === 1) return report;
  } catch {
    // Not even JSON: the same answer.
  }
  throw new UsageError(`${file} was not written by knockon scan --json.`);
}

function numberBetween(option: string, text: string, least: number, most: number): number {
  const number = Number(text);
  if (text.trim() === "" || !(number >= least && number <= most)) {
    throw new UsageError(`${option} ${text}: give a number from ${least} to ${most}.`);
  }
  return number;
}
