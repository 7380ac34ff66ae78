import { posix } from "node:path";
import type { Impact } from "@knockon/contract/resources/impact";
import { ROLES, type Role } from "@knockon/contract/vocabulary/role";
import { suggest } from "@knockon/contract/suggest";
import { parseArguments, parseNumber, UsageError } from "../arguments.ts";
import { readReport } from "../offline/read-report.ts";
import { writeNote } from "../output/note.ts";
import { getSource, type Server } from "./source.ts";

const IMPACT_HELP = `Usage: knockon impact REPO (--in FILE | --url URL --key KEY) [options]

Show which repositories a change to REPO affects and when they get it, with the
file and line behind each result.

Arguments:
  REPO                Full path of the repository, such as acme/base-image

Options:
  --in FILE           Use the report that "knockon scan --json FILE" wrote
  --url URL           Query the Knockon server at URL
  --key KEY           API key for --url (default: $KNOCKON_API_KEY)
  --version VERSION   The version to release
  --path PATH         Change only what is built from this file or folder of REPO.
                      Repeat it for several paths
  --role ROLE         Count only declarations with this role: runtime, build, ci,
                      dev, test, example, fixture, documentation, vendored. Repeat
                      it or separate roles with commas (default: the first six)
  --depth N           Follow at most N hops, 1 to 10 (default: 3)
  --min-confidence C  Ignore evidence below confidence C, 0 to 1 (default: 0.4)
  --through LEVEL     "artifacts" follows what is built from what (default);
                      "repositories" follows every declaration
  --json              Print JSON
  -h, --help          Show help

Examples:
  knockon impact acme/base-image --in acme.json --version 2.0.0
  knockon impact acme/base-image --url http://127.0.0.1:4000 --json
  knockon impact acme/actions --in acme.json --path deploy --path setup/action.yml
  knockon impact acme/base-image --in acme.json --role ci,test
`;

export async function impactCommand(args: string[]): Promise<void> {
  const { values, getPositional } = parseArguments({ command: "impact", positional: "REPO" }, args, {
    in: { type: "string" },
    url: { type: "string" },
    key: { type: "string" },
    version: { type: "string" },
    depth: { type: "string", default: "3" },
    "min-confidence": { type: "string", default: "0.4" },
    through: { type: "string", default: "artifacts" },
    path: { type: "string", multiple: true, default: [] },
    role: { type: "string", multiple: true, default: [] },
    json: { type: "boolean" },
  });
  if (values.help) {
    process.stdout.write(IMPACT_HELP);
    return;
  }
  const repository = getPositional();
  const query = {
    maxDepth: parseNumber("--depth", values.depth, { min: 1, max: 10, isInteger: true }),
    minConfidence: parseNumber("--min-confidence", values["min-confidence"], { min: 0, max: 1 }),
    through: parseThrough(values.through),
    version: values.version,
    paths: values.path.map(parsePath),
    roles: parseRoles(values.role),
  };
  const { impact, files } = await getImpact(repository, query, getSource("impact", values));
  for (const path of impact.unresolved.paths)
    writeNote(describeUnusedPath(path, impact.root.full_path, files));
  if (values.json) process.stdout.write((await import("../output/format.ts")).toJson(impact));
  else process.stdout.write((await import("../output/render-impact.ts")).renderImpact(impact, query));
}

export interface ImpactQuery {
  maxDepth: number;
  minConfidence: number;
  through: "artifacts" | "repositories";
  version: string | undefined;
  /** Files and folders of the root. Empty for the whole repository. */
  paths: readonly string[];
  /** Undefined for all roles but mentions. */
  roles: readonly Role[] | undefined;
  /** Type and name of the only artifact of the root that changes. */
  artifact?: string | undefined;
}

function parsePath(path: string): string {
  if (path !== "") return path;
  throw new UsageError('Invalid --path "". Use a file or folder of REPO, such as deploy/action.yml.');
}

function parseRoles(lists: readonly string[]): Role[] | undefined {
  const names = lists.flatMap((list) => list.split(",")).map((name) => name.trim());
  const roles = names.map((name) => {
    const role = ROLES.find((one) => one === name.toLowerCase());
    if (role) return role;
    throw new UsageError(`Unknown role "${name}".${suggest(name, ROLES)} Roles: ${ROLES.join(", ")}.`);
  });
  return roles.length > 0 ? roles : undefined;
}

/** Suggests a known file of the root or its folder. */
function describeUnusedPath(path: string, root: string, files: readonly string[]): string {
  const places = files.flatMap((file) => [file, posix.dirname(file)]).filter((place) => place !== ".");
  return `Nothing that Knockon knows in ${root} is built from "${path}".${suggest(path, places)}`;
}

function parseThrough(level: string): ImpactQuery["through"] {
  if (level === "artifacts" || level === "repositories") return level;
  throw new UsageError(
    `--through must be "artifacts" or "repositories", not "${level}".${suggest(level, ["artifacts", "repositories"])}`,
  );
}

/** The impact and, offline, the known files of the root. */
interface Answer {
  impact: Impact;
  files: string[];
}

async function getImpact(repository: string, query: ImpactQuery, source: string | Server): Promise<Answer> {
  // Loaded only now, so that invalid arguments are rejected at once.
  if (typeof source === "string") {
    const report = await readReport(source);
    const { offlineImpact } = await import("../offline/offline-impact.ts");
    const impact = offlineImpact(report, repository, query);
    const ofRoot = report.artifact_files.filter((one) => one.repository === impact.root.full_path);
    return { impact, files: ofRoot.map((one) => one.source_file) };
  }
  const { fetchImpact } = await import("../service/fetch-impact.ts");
  return { impact: await fetchImpact(repository, query, source), files: [] };
}
