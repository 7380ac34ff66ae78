/**
 * Draws declarations or edges of a report for a person to judge, each with the line it was read from.
 *
 *   node bench/sample.ts REPORT.json REPOSITORIES [--seed S] [--count 30] [--edges]
 *
 * REPOSITORIES is what the report was scanned from: a folder or a listing file.
 */
import { readFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { findRepositories } from "@knockon/adapters/git-host/local/discover";
import type { Report } from "../packages/cli/src/offline/report.ts";
import { draw } from "./sample/draw.ts";
import { lineReader } from "./sample/line-reader.ts";
import { presentDeclaration, presentEdge } from "./sample/present.ts";

/** Of each edge, the uses shown beside it. */
const USES_PER_EDGE = 3;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: "string", default: "1" },
    count: { type: "string", default: "30" },
    edges: { type: "boolean", default: false },
  },
});
const [reportFile, repositories] = positionals;
if (reportFile === undefined || repositories === undefined) {
  process.stderr.write(
    "Usage: node bench/sample.ts REPORT.json REPOSITORIES [--seed S] [--count N] [--edges]\n",
  );
  process.exit(2);
}

const report = JSON.parse(await readFile(reportFile, "utf8")) as Report;
const lineOf = lineReader(report, await findRepositories(repositories));
const options = { seed: values.seed, count: Number(values.count) };

if (values.edges) {
  for (const edge of draw(report.edges, (one) => `${one.dependency_type} ${one.confidence}`, options)) {
    const uses = report.declarations.filter(
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
  for (const one of draw(report.declarations, ({ evidence }) => evidence.rule, options)) {
    process.stdout.write(`${presentDeclaration(one, await lineOf(one))}\n`);
  }
}
