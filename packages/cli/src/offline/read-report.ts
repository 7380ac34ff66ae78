import { readFile } from "node:fs/promises";
import { UsageError } from "../arguments.ts";
import type { Report } from "./report.ts";

/** Reads the file that `knockon scan --json` wrote. Throws UsageError. */
export async function readReport(file: string): Promise<Report> {
  const text = await readFile(file, "utf8");
  const report = parseReport(text);
  if (report?.format_version === 2) return report as Report;
  if (report?.format_version === 1) {
    throw new UsageError(
      `"${file}" has format version 1, without roles and clocks. Create it again with "knockon scan PATH --json FILE".`,
    );
  }
  throw new UsageError(`"${file}" is not a Knockon report. Create one with "knockon scan PATH --json FILE".`);
}

/** Returns undefined if the text is not JSON. */
function parseReport(text: string): { format_version?: number } | null | undefined {
  try {
    return JSON.parse(text) as { format_version?: number } | null;
  } catch {
    return undefined;
  }
}
