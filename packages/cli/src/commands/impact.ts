import { readFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import type { Impact } from "@knockon/contract/resources/impact";
import { offlineImpact } from "../offline/offline-impact.ts";
import type { Report } from "../offline/report.ts";
import { renderImpact } from "../output/render-impact.ts";
import { toJson } from "../output/to-json.ts";
import { plainNumber } from "../plain-number.ts";
import { askService } from "../service/ask-service.ts";
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
    maxDepth: plainNumber("--depth", values.depth, { least: 1, most: 10, isWhole: true }),
    minConfidence: plainNumber("--min-confidence", values["min-confidence"], { least: 0, most: 1 }),
    version: values.version,
  };
  const impact = await find(repository, query, values);
  process.stdout.write(values.json ? toJson(impact) : renderImpact(impact));
}

export interface ImpactQuery {
  maxDepth: number;
  minConfidence: number;
  version: string | undefined;
}

interface Source {
  in?: string | undefined;
  url?: string | undefined;
  key?: string | undefined;
}

async function find(repository: string, query: ImpactQuery, source: Source): Promise<Impact> {
  const key = source.key ?? process.env["KNOCKON_API_KEY"];
  if (source.in !== undefined && source.url === undefined)
    return offlineImpact(await readReport(source.in), repository, query);
  if (source.in !== undefined || source.url === undefined || key === undefined)
    throw new UsageError("Give --in FILE, or --url URL and --key KEY. See knockon impact --help.");
  return askService(repository, query, { url: source.url, key });
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
