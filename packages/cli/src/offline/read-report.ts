import { UsageError } from "../arguments.ts";
import { readBytes } from "../input.ts";
import { openIndexed } from "./report-file.ts";
import { useIndex } from "./report-graph.ts";
import type { Report } from "./report.ts";

/** The lists of a report. Earlier versions did not write all of them. */
const LISTS = [
  "repositories",
  "artifacts",
  "declarations",
  "compositions",
  "artifact_files",
  "interfaces",
  "edges",
] as const satisfies (keyof Report)[];

/** Reads the file, or standard input for `-`, that `knockon scan --json` wrote. Throws UsageError. */
export const readReport = async (file: string): Promise<Report> => decodeReport(file, await readBytes(file));

/** Decodes the bytes of a report. `file` is for errors. Throws UsageError. */
export function decodeReport(file: string, bytes: Buffer): Report {
  const indexed = openIndexed(bytes);
  if (indexed) {
    useIndex(indexed);
    return indexed.report;
  }
  const report = parseReport(bytes.toString("utf8"));
  if (report?.format_version === 2) {
    if (LISTS.every((key) => Array.isArray(report[key]))) return report as Report;
    throw new UsageError(
      `"${file}" was written by an earlier version of Knockon. Create it again with "knockon scan PATH --json FILE".`,
    );
  }
  if (report?.format_version === 1) {
    throw new UsageError(
      `"${file}" has format version 1, without roles and clocks. Create it again with "knockon scan PATH --json FILE".`,
    );
  }
  throw new UsageError(`"${file}" is not a Knockon report. Create one with "knockon scan PATH --json FILE".`);
}

/** Returns undefined if the text is not JSON. */
function parseReport(text: string): Partial<Record<keyof Report, unknown>> | null | undefined {
  try {
    return JSON.parse(text) as Partial<Record<keyof Report, unknown>> | null;
  } catch {
    return undefined;
  }
}
