import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { cacheFolder } from "../folders.ts";
import { isQuiet } from "../output/note.ts";
import { openOutput } from "../output/output-file.ts";
import { progressBar } from "../output/progress-bar.ts";
import { openExtractionCache } from "./extraction-cache.ts";
import { makeReport } from "./make-report.ts";
import { reportTexts } from "./report-file.ts";
import { graphOf } from "./report-graph.ts";
import { scanFolder } from "./scan-folder.ts";
import { summarize } from "./summary.ts";

interface ScanOptions {
  jobs: number;
  ownership: boolean;
  /** File of custom patterns. */
  patterns?: string | undefined;
  /** Reads each repository as it was at this time. */
  at?: Date | undefined;
  /** Whether repositories that did not change since an earlier scan are taken from the cache. */
  isCached: boolean;
  /** File of the report; `-` for standard output. */
  json?: string | undefined;
}

/** Scans a folder or listing file, writes the report if requested, and prints the summary. */
export async function runScan(
  path: string,
  { jobs, ownership, patterns, at, isCached, json: file }: ScanOptions,
): Promise<void> {
  tuneEngine();
  const heuristicPatterns =
    patterns === undefined ? [] : await (await import("./read-patterns.ts")).readPatterns(patterns);
  const output = file === undefined ? undefined : await openOutput(file);
  const startedAt = performance.now();
  const progress = progressBar();
  const warnings: string[] = [];
  const scanned = await scanFolder(path, {
    onWarning: (warning) => warnings.push(warning),
    jobs,
    withOwnership: ownership,
    heuristicPatterns,
    cache: isCached ? await openExtractionCache(join(cacheFolder(), "extractions")) : undefined,
    at,
    onProgress: progress.update,
  }).finally(progress.end);
  const report = makeReport(scanned, {
    warnings,
    extractSeconds: (performance.now() - startedAt) / 1000,
    withOwnership: ownership,
  });
  await output?.write(reportTexts(report, graphOf(report)));
  if (!isQuiet()) (file === "-" ? process.stderr : process.stdout).write(`${summarize(report, scanned)}\n`);
}

/** Of each thread, in MiB, for each of two halves. */
const YOUNG_HALF_MB = 4;
/** In bytes of code. V8's default of 920 compiles many functions again into each of their callers. */
const MAX_INLINED = 100;

/**
 * Keeps the young generation of this thread at its first size, and gives those of the extraction threads theirs at once. By default, V8
 * doubles it, up to 128 MiB, while many objects survive. The results of a scan all do. Also limits what V8 compiles: a scan
 * is short, and compiling took a fifth of its processor time.
 */
function tuneEngine(): void {
  setFlagsFromString("--semi-space-growth-factor=1");
  setFlagsFromString(`--min-semi-space-size=${YOUNG_HALF_MB}`);
  setFlagsFromString(`--max-inlined-bytecode-size-cumulative=${MAX_INLINED}`);
}
