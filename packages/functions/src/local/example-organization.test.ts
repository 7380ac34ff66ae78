import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
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
  const pieces = shown.split(/^ *…\n/mu);
  expect(pieces.length).toBeGreaterThan(2);
  let rest = renderImpact(impactOf("acme/base-image"), QUERY);
  for (const piece of pieces) {
    expect(rest).toContain(piece);
    rest = rest.slice(rest.indexOf(piece) + piece.length);
  }
  expect(rest).toBe("");
});
