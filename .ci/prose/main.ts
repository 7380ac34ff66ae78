/**
 * Checks the English of sources and documents.
 *
 *   npm run check:prose [-- FOLDER…]     lists odd phrases, and what to write instead
 *   npm run check:prose -- --count       counts odd words per 10,000 lines, by package
 */
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { findOddProse, type Finding } from "./find-odd-prose.ts";
import { readMarkdown, readSource } from "./passages.ts";

/** Writes a line to standard output. */
const print = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const ROOT = resolve(import.meta.dirname, "../..");

/** Test data, examples, a generated table of test titles, and the table of phrases itself. */
const SKIPPED =
  /(?:^|\/)fixtures\/|^examples\/|^docs\/conformance\.md$|^\.ci\/prose\/(?:patterns|prose\.test)\.ts$/u;

interface CheckedFile {
  path: string;
  lines: number;
  findings: Finding[];
}

function check(path: string): CheckedFile {
  const source = readFileSync(resolve(ROOT, path), "utf8");
  const passages = path.endsWith(".md") ? readMarkdown(source) : readSource(path, source);
  return { path, lines: source.split("\n").length - 1, findings: findOddProse(source, passages) };
}

const areaOf = (path: string): string => /^packages\/[^/]+|^[^/]+/u.exec(path)?.[0] ?? path;

/** Prints odd words per 10,000 lines of TypeScript, by package and in all. */
function printCounts(files: readonly CheckedFile[]): void {
  const sources = files.filter(({ path }) => !path.endsWith(".md"));
  const groups = Map.groupBy(sources, ({ path }) => areaOf(path));
  for (const [area, group] of [...groups, ["all", sources] as const]) {
    const lines = group.reduce((sum, file) => sum + file.lines, 0);
    const odd = group.reduce((sum, file) => sum + file.findings.filter((finding) => finding.odd).length, 0);
    const rate = ((odd / lines) * 10_000).toFixed(1);
    const findings = group.reduce((sum, file) => sum + file.findings.length, 0);
    print(
      `${area.padEnd(22)} ${rate.padStart(6)} per 10,000 lines (${odd} odd words in ${lines}; ${findings} findings)`,
    );
  }
}

const args = process.argv.slice(2);
const folders = args.filter((arg) => !arg.startsWith("--"));
// Deleted and new files too: what is in the working copy counts, not the last commit.
const listed = execFileSync(
  "git",
  [
    "ls-files",
    "--cached",
    "--others",
    "--exclude-standard",
    "--deduplicate",
    "--",
    ...(folders.length > 0 ? folders : ["."]),
  ],
  { cwd: ROOT, encoding: "utf8", maxBuffer: 2 ** 26 },
);
const deleted = new Set(
  execFileSync("git", ["ls-files", "--deleted"], { cwd: ROOT, encoding: "utf8" }).split("\n"),
);
const files = listed
  .split("\n")
  .filter((path) => /\.(?:tsx?|md)$/u.test(path) && !SKIPPED.test(path) && !deleted.has(path))
  .map((path) => check(path));

/** Phrases left per area. The check fails if an area has more than that; `--record` lowers the numbers. */
const REMAINING = resolve(ROOT, ".ci/prose/remaining.json");
const counts: Record<string, number> = Object.fromEntries(
  [...Map.groupBy(files, ({ path }) => areaOf(path))]
    .map(([area, group]) => [area, group.flatMap(({ findings }) => findings).length] as const)
    .filter(([, count]) => count > 0),
);

if (args.includes("--count")) {
  printCounts(files);
} else if (args.includes("--record")) {
  writeFileSync(REMAINING, `${JSON.stringify(counts, null, 2)}\n`);
} else {
  // Named folders are checked for the person who rewrites them: every phrase counts.
  const allowed =
    folders.length > 0 ? {} : (JSON.parse(readFileSync(REMAINING, "utf8")) as Record<string, number>);
  for (const [area, count] of Object.entries(counts)) {
    const limit = allowed[area] ?? 0;
    if (count <= limit) continue;
    for (const { path, findings } of files.filter((file) => areaOf(file.path) === area)) {
      for (const { line, text, say } of findings) print(`${path}:${line}: "${text}": say ${say}`);
    }
    print(`${area}: ${count} phrases${limit > 0 ? `, at most ${limit} are left` : ""}.`);
    process.exitCode = 1;
  }
}
