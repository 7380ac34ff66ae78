/**
 * Samples declarations or edges of a report for manual review, each with its source line.
 *
 *   node bench/sample/main.ts REPORT.json REPOSITORIES [--seed S] [--count 30] [--edges]
 *
 * REPOSITORIES is the scanned folder or listing file.
 */
import { readFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { type LocalRepository, findRepositories } from "@knockon/adapters/git-host/local/discover";
import { runGit } from "@knockon/adapters/git-host/local/git";
import type { Report, ReportDeclaration, ReportEdge } from "@knockon/cli/offline/report";
import { draw } from "./draw.ts";

/** Uses shown per edge. */
const USES_PER_EDGE = 3;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: "string", default: "1" },
    count: { type: "string", default: "30" },
    edges: { type: "boolean", default: false },
  },
});
const [reportFile, path] = positionals;
if (reportFile === undefined || path === undefined) {
  process.stderr.write(
    "Usage: node bench/sample/main.ts REPORT.json REPOSITORIES [--seed S] [--count N] [--edges]\n",
  );
  process.exit(2);
}

const scanned = JSON.parse(await readFile(reportFile, "utf8")) as Report;
const discovery = await findRepositories(path);
const lineOf = lineReader(scanned, discovery.repositories);
const options = { seed: values.seed, count: Number(values.count) };

if (values.edges) {
  for (const edge of draw(scanned.edges, (one) => `${one.dependency_type} ${one.confidence}`, options)) {
    const uses = scanned.declarations.filter(
      (one) =>
        one.repository === edge.source &&
        one.target_repository === edge.target &&
        one.dependency_type === edge.dependency_type &&
        one.version_constraint === edge.version_constraint,
    );
    process.stdout.write(`${presentEdge(edge, uses.length)}\n`);
    for (const use of uses.slice(0, USES_PER_EDGE)) {
      process.stdout.write(`${presentDeclaration(use, await lineOf(use))}\n`);
    }
  }
} else {
  for (const one of draw(scanned.declarations, ({ evidence }) => evidence.rule, options)) {
    process.stdout.write(`${presentDeclaration(one, await lineOf(one))}\n`);
  }
}

/** Returns a function that reads a declaration's line from the scanned commit. */
function lineReader(
  report: Report,
  repositories: readonly LocalRepository[],
): (declaration: ReportDeclaration) => Promise<string | undefined> {
  const gitDirs = new Map(repositories.map(({ fullPath, gitDir }) => [fullPath, gitDir]));
  const commits = new Map(report.repositories.map((one) => [one.full_path, one.commit_sha]));
  return async ({ repository, source_file, source_line }) => {
    const gitDir = gitDirs.get(repository);
    if (gitDir === undefined) throw new Error(`${repository} is not among the given repositories.`);
    const { stdout } = await runGit(gitDir, [
      "cat-file",
      "blob",
      `${commits.get(repository)}:${source_file}`,
    ]);
    return stdout.toString("utf8").split("\n")[(source_line ?? 0) - 1];
  };
}

/** Truncates generated lines. */
const MAX_LINE_LENGTH = 200;

function presentDeclaration(one: ReportDeclaration, line: string | undefined): string {
  const target = one.target_repository ?? `unresolved (${one.reason})`;
  const { rule, class: evidence } = one.evidence;
  return [
    `${one.repository}  ${one.source_file}:${one.source_line ?? "-"}`,
    `  | ${line?.trim().slice(0, MAX_LINE_LENGTH) ?? "(line not found)"}`,
    `  ${rule}, ${evidence}: ${one.raw_reference}`,
    `  ${one.dependency_type} ${one.artifact} @ ${one.version_constraint ?? "-"} (${one.version_constraint_state})`,
    `  -> ${target}, ${one.confidence}`,
  ].join("\n");
}

function presentEdge(edge: ReportEdge, uses: number): string {
  return (
    `== ${edge.source} -> ${edge.target}  ${edge.dependency_type} @ ${edge.version_constraint ?? "-"}, ` +
    `${edge.confidence}, uses: ${uses}`
  );
}
