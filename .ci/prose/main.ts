// Checks the English of sources and documents: `npm run check:prose`. `-- --count` counts odd words by package.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { findOddProse, type Finding } from "./find-odd-prose.ts";
import { readMarkdown, readSource } from "./passages.ts";

/** Writes a line to standard output. */
const print = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const ROOT = resolve(import.meta.dirname, "../..");

/** Test data, copied repositories, and the table of phrases itself. */
const SKIPPED = /(?:^|\/)fixtures\/|^examples\/|^\.ci\/prose\/(?:patterns|prose\.test)\.ts$/u;

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

if (args.includes("--count")) {
  printCounts(files);
} else {
  for (const { path, findings } of files) {
    for (const { line, text, say } of findings) print(`${path}:${line}: "${text}": say ${say}`);
  }
  const total = files.reduce((sum, { findings }) => sum + findings.length, 0);
  if (total > 0) {
    print(`${total} phrases in ${files.filter(({ findings }) => findings.length > 0).length} files.`);
    process.exitCode = 1;
  }
}
