import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { Report } from "@knockon/cli/offline/report";
import { runNode, type Cost } from "./run-measured.ts";

const KNOCKON = fileURLToPath(new URL("../bin/knockon.js", import.meta.resolve("@knockon/cli/knockon")));

/** `knockon scan` as a user runs it, one repository at a time. */
export const runScan = (path: string): Promise<Cost> => runNode([KNOCKON, "scan", path, "--jobs", "1"]);

/** The same with everything it found. */
export async function runScanWithReport(
  path: string,
  reportFile: string,
): Promise<{ cost: Cost; report: Report }> {
  const cost = await runNode([KNOCKON, "scan", path, "--jobs", "1", "--json", reportFile]);
  return { cost, report: JSON.parse(await readFile(reportFile, "utf8")) as Report };
}
