import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeReport } from "@knockon/cli/offline/make-report";
import { offlineImpact } from "@knockon/cli/offline/offline-impact";
import type { Report } from "@knockon/cli/offline/report";
import { scanFolder } from "@knockon/cli/offline/scan-folder";
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
