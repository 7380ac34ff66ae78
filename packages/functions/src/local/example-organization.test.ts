import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { makeReport } from "@knockon/cli/offline/make-report";
import { offlineImpact } from "@knockon/cli/offline/offline-impact";
import type { Report } from "@knockon/cli/offline/report";
import { scanFolder } from "@knockon/cli/offline/scan-folder";
import { renderImpact } from "@knockon/cli/output/render-impact";
import { CLOCKS } from "@knockon/contract/vocabulary/clock";
import { ROLES } from "@knockon/contract/vocabulary/role";
import { afterAll, beforeAll, expect, it } from "vitest";
import { makeExampleOrganization } from "./example-organization.ts";

let folder: string;
let report: Report;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "knockon-examples-"));
  const scanned = await scanFolder(await makeExampleOrganization(folder), {
    jobs: 2,
    withOwnership: false,
    heuristicPatterns: [],
    onProgress: () => {},
  });
  report = makeReport(scanned, { extractSeconds: 0, withOwnership: false });
});

afterAll(() => rm(folder, { recursive: true }));

const QUERY = {
  maxDepth: 3,
  minConfidence: 0.4,
  through: "artifacts",
  version: undefined,
  paths: [],
  roles: undefined,
} as const;

const impactOf = (repository: string) => offlineImpact(report, repository, QUERY);

it("has a declaration with a producer for each role", () => {
  const resolved = report.declarations.filter((one) => one.target_repository !== null);
  const roles = new Set(resolved.map(({ role }) => role));
  expect(ROLES.filter((role) => !roles.has(role))).toEqual([]);
});

it("has an impact with each clock", () => {
  const affected = report.repositories.flatMap(({ full_path }) => impactOf(full_path).affected);
  const clocks = new Set(affected.map(({ clock }) => clock));
  expect(CLOCKS.filter((clock) => !clocks.has(clock))).toEqual([]);
});

it("gives the output that the README shows", async () => {
  const readme = await readFile(new URL("../../../../README.md", import.meta.url), "utf8");
  const [, shown = ""] = /^\$ npx knockon impact acme\/base-image .*\n([^]*?)^```$/mu.exec(readme) ?? [];
  expect(shown.split(ELLIPSIS).length).toBeGreaterThan(2);
  expectShown(renderImpact(impactOf("acme/base-image"), QUERY), shown);
});

it("gives the output that docs/checks.md shows", { timeout: 60_000 }, async () => {
  const checkout = join(folder, "checkout");
  await makeExampleOrganization(join(checkout, ".knockon/examples"));
  const guide = await readFile(new URL("../../../../docs/checks.md", import.meta.url), "utf8");
  const blocks = [...guide.matchAll(/^```console\n([^]*?)^```$/gmu)].map(([, block = ""]) => block);
  const steps = blocks.flatMap((block) => block.split(/^\$ /mu).slice(1));
  expect(steps.filter((step) => step.includes("knockon check"))).toHaveLength(2);
  for (const step of steps) {
    const [command = "", ...shown] = step.trimEnd().split("\n");
    const script = `npx() { shift; "${process.execPath}" "${KNOCKON}" "$@"; }\n${command}`;
    const { stdout } = await promisify(execFile)("bash", ["-c", script], { cwd: checkout });
    expectShown(stdout, shown.map((line) => `${line}\n`).join(""));
  }
});

const KNOCKON = new URL("../../../cli/bin/knockon.js", import.meta.url).pathname;
const ELLIPSIS = /^ *…\n/mu;

/** Expects the whole output, in which an ellipsis stands for any lines. */
function expectShown(output: string, shown: string): void {
  const pieces = shown.split(ELLIPSIS).map((piece) => RegExp.escape(piece));
  expect(output).toMatch(new RegExp(`^${pieces.join("(?:.*\\n)*?")}$`, "u"));
}
