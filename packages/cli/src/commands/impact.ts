import { posix } from "node:path";
import type { Impact } from "@knockon/contract/resources/impact";
import type { Role } from "@knockon/contract/vocabulary/role";
import { suggest } from "@knockon/contract/suggest";
import { UsageError } from "../arguments.ts";
import { defineCommand, print } from "../command.ts";
import { readReport } from "../offline/read-report.ts";
import { writeNote } from "../output/note.ts";
import type { Server } from "../service/login.ts";
import {
  DEPTH,
  JSON_FLAG,
  MIN_CONFIDENCE,
  parseConfidence,
  parseDepth,
  parseRoles,
  ROLE,
} from "./options.ts";
import { getSource, SOURCE_OPTIONS, SOURCE_USAGE } from "./source.ts";

const LEVELS = ["artifacts", "repositories"] as const;

export const impact = defineCommand({
  name: "impact",
  usage: `REPO ${SOURCE_USAGE}`,
  about:
    "Show which repositories a change to REPO affects and when they get it, with the file and line behind each result.",
  positional: { name: "REPO", help: "Full path, URL or last part of the name, such as acme/base-image" },
  options: {
    ...SOURCE_OPTIONS,
    version: { type: "string", value: "VERSION", help: "The version to release" },
    path: {
      type: "string",
      value: "PATH",
      multiple: true,
      default: [],
      help: "Change only what is built from this file or folder of REPO. Repeat it for several paths",
    },
    role: { ...ROLE, help: `${ROLE.help} (default: the first six)` },
    depth: DEPTH,
    "min-confidence": MIN_CONFIDENCE,
    through: {
      type: "string",
      value: "LEVEL",
      values: LEVELS,
      default: "artifacts",
      help: '"artifacts" follows what is built from what (default); "repositories" follows every declaration',
    },
    json: JSON_FLAG,
  },
  examples: [
    "knockon impact acme/base-image --in acme.json --version 2.0.0",
    "knockon impact acme/base-image --url http://127.0.0.1:4000 --json",
    "knockon impact acme/actions --in acme.json --path deploy --path setup/action.yml",
    "knockon impact acme/base-image --in acme.json --role ci,test",
  ],
  async run({ values, getPositional }) {
    const repository = getPositional();
    const query = {
      maxDepth: parseDepth(values.depth),
      minConfidence: parseConfidence(values["min-confidence"]),
      through: parseThrough(values.through),
      version: values.version,
      paths: values.path.map(parsePath),
      roles: parseRoles(values.role),
      withReleases: !values.json,
    };
    const answer = await getImpact(repository, query, await getSource("impact", values));
    for (const path of answer.impact.unresolved.paths)
      writeNote(describeUnusedPath(path, answer.impact.root.full_path, answer.files));
    if (values.json) print((await import("../output/format.ts")).toJson(answer.impact));
    else print((await import("../output/render-impact.ts")).renderImpact(answer.impact, query));
  },
});

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
  /** Whether to count what a release in each range of dependents reaches, if no version is given. */
  withReleases?: boolean;
}

function parsePath(path: string): string {
  if (path !== "") return path;
  throw new UsageError('Invalid --path "". Use a file or folder of REPO, such as deploy/action.yml.');
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
    const isPath = report.repositories.some(
      (one) => one.full_path.toLowerCase() === repository.toLowerCase(),
    );
    const { findInReport } = await import("../service/open-answers.ts");
    const found = offlineImpact(report, isPath ? repository : await findInReport(report, repository), query);
    const ofRoot = report.artifact_files.filter((one) => one.repository === found.root.full_path);
    return { impact: found, files: ofRoot.map((one) => one.source_file) };
  }
  const { fetchImpact } = await import("../service/fetch-impact.ts");
  return { impact: await fetchImpact(repository, query, source), files: [] };
}
