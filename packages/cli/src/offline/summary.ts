import { isMention } from "@knockon/contract/vocabulary/role";
import type { SkipReason } from "@knockon/extract/snapshot";
import { FAN_IN_FLOOR, toFloor } from "@knockon/graph/confidence";
import { rankRisks } from "@knockon/graph/risk";
import { printable } from "@knockon/contract/printable";
import { table, type Cell } from "../output/format.ts";
import { problemsOf, renderProblems } from "../output/render-problems.ts";
import type { Report } from "./report.ts";
import type { ScannedRepository } from "./scan-folder.ts";

const SKIPPED: Record<SkipReason, string> = {
  invalid_path: "forged paths",
  vendored: "vendored",
  binary: "binary",
  too_large: "over 1 MiB",
  symlink: "symlinks",
  submodule: "submodules",
};

/** Renders the totals of a scan, the most frequent ecosystems, and the repositories with the most dependents. */
export function summarize(report: Report, scanned: readonly ScannedRepository[]): string {
  const { repositories, declarations, edges } = report;
  const problems = problemsOf(report);
  const failed = repositories.filter((one) => one.status === "failed").length;
  const dependencies = declarations.filter(({ role }) => !isMention(role));
  const unproduced = dependencies.filter((one) => one.target_repository === null);
  const external = unproduced.filter(({ reason }) => reason === "external").length;
  const totals = table([
    ["Repositories", repositories.length, failed > 0 ? `${failed} failed` : ""],
    ["Declarations", declarations.length, ""],
    ["Edges", edges.length, ""],
    ["Unresolved", unproduced.length - external, ""],
    ["External", external, ""],
    ["Problems", problems.length, ""],
    ["Files read", report.timings.files, ""],
    ["Files skipped", ...skipped(scanned)],
  ]);
  const ecosystems = counted(declarations.map((one) => one.ecosystem));
  const mostDependents = mostFirst(countDependents(report)).slice(0, 5);
  return [
    totals,
    section("Declarations by ecosystem", ecosystems),
    section("Most dependents", mostDependents),
    ...(report.ownership ? [section("Ownership risk", riskRows(report, scanned))] : []),
    ...(problems.length > 0 ? [`Problems\n${renderProblems(problems, MAX_LISTED)}`] : []),
    ...(report.warnings ? [`Warnings\n${listWarnings(report.warnings)}`] : []),
  ].join("\n\n");
}

/** Problems or warnings in the summary. */
const MAX_LISTED = 10;

function listWarnings(warnings: readonly string[]): string {
  const more = warnings.length - MAX_LISTED;
  const hint = `${more} more. See "warnings" in the report of "knockon scan --json FILE".`;
  return [...warnings.slice(0, MAX_LISTED).map(printable), ...(more > 0 ? [hint] : [])].join("\n");
}

const section = (title: string, rows: readonly Cell[][]): string =>
  `${title}\n${rows.length === 0 ? "none" : table(rows)}`;

/** The number of skipped files, and the number per reason. */
function skipped(scanned: readonly ScannedRepository[]): [number, string] {
  const counts = Object.entries(SKIPPED).map(([reason, word]): [string, number] => [
    word,
    scanned.reduce((sum, { counts: { skipped: own } }) => sum + (own[reason as SkipReason] ?? 0), 0),
  ]);
  const named = counts.filter(([, count]) => count > 0).map(([word, count]) => `${count} ${word}`);
  return [counts.reduce((sum, [, count]) => sum + count, 0), named.join(", ")];
}

function riskRows(report: Report, scanned: readonly ScannedRepository[]): Cell[][] {
  const risks = findRisks(report, scanned);
  if (risks.length === 0) return [];
  return [
    ["repository", "score", "dependents", "bus factor", "top author"],
    ...risks.map(({ id, riskScore, fanIn, busFactor, topAuthor, topAuthorShare }) => [
      id,
      riskScore,
      fanIn,
      busFactor,
      `${topAuthor} (${Math.round(topAuthorShare * 100)}%)`,
    ]),
  ];
}

function counted(names: readonly string[]): [string, number][] {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return mostFirst(counts);
}

const mostFirst = (counts: ReadonlyMap<string, number>): [string, number][] =>
  [...counts].toSorted(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));

/** The number of distinct dependents of each repository that has any. */
function countDependents({ edges }: Report): Map<string, number> {
  const strong = edges.filter((edge) => toFloor(edge.confidence) >= FAN_IN_FLOOR);
  const dependents = Map.groupBy(strong, (edge) => edge.target);
  return new Map(
    [...dependents].map(([target, uses]) => [target, new Set(uses.map(({ source }) => source)).size]),
  );
}

/** Ranks ownership risks by the rules of `GET /connected-orgs/{id}/ownership-risk`. */
function findRisks(report: Report, scanned: readonly ScannedRepository[]) {
  const dependents = countDependents(report);
  const owned = new Map(report.ownership?.map((one) => [one.repository, one]));
  return rankRisks(
    scanned
      .filter(({ archived }) => !archived)
      .map(({ fullPath: id }) => ({
        id,
        fanIn: dependents.get(id) ?? 0,
        busFactor: owned.get(id)?.bus_factor ?? 0,
        topAuthor: owned.get(id)?.top_author ?? "",
        topAuthorShare: owned.get(id)?.top_author_share ?? 0,
      })),
  );
}
