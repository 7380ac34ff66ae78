import { describe, expect, it } from "vitest";
import { renderImpact } from "../output/render-impact.ts";
import { offlineImpact } from "./offline-impact.ts";
import type { ImpactQuery } from "../commands/impact.ts";
import type { Report, ReportDeclaration } from "./report.ts";

const QUERY = {
  maxDepth: 1,
  minConfidence: 0.4,
  through: "artifacts" as const,
  version: undefined,
  paths: [],
  roles: undefined,
};

/** A use of the npm package that `acme/base` produces. */
const ranged = (name: string, versionConstraint: string): ReportDeclaration => ({
  ...mention(1, 0.5),
  repository: name,
  ecosystem: "npm",
  dependency_type: "npm_package",
  source_file: "package.json",
  raw_reference: `"base": "${versionConstraint}"`,
  artifact: "base",
  version_constraint: versionConstraint,
  version_constraint_state: "range",
  confidence: 0.98,
  evidence: { class: "manifest", rule: "npm.dependency" },
  versioning: "npm",
  role: "runtime",
  target_scope: "npm_package:base",
});

it("says what one release reaches where version ranges exclude each other", () => {
  const names = ["acme/a", "acme/b", "acme/c"];
  const declarations = names.map((name, at) => ranged(name, at === 0 ? "^1.0.0" : "^2.0.0"));
  const ranges = { ...report, repositories: [...names, "acme/base"].map(repository), declarations };
  const rendered = (query: Partial<ImpactQuery>) =>
    renderImpact(offlineImpact(ranges, "acme/base", { ...QUERY, ...query }), { paths: [], roles: undefined });
  expect(rendered({ withReleases: true })).toContain(
    "When: 3 on their next run. 3 of those on the next run get it only if a version admits it or a file changes.\nNo release is in all of their version ranges: 2.0.0 reaches 2, 1.0.0 reaches 1 on the next run (--version).\n",
  );
  for (const query of [{ withReleases: true, version: "2.0.0" }, {}])
    expect(rendered(query)).not.toContain("No release");
});

const mention = (line: number, confidence: number): ReportDeclaration => ({
  repository: "acme/app",
  ecosystem: "references",
  dependency_type: "git_repository",
  source_file: confidence > 0.3 ? "tools.ts" : "README.md",
  source_line: line,
  raw_reference: "https://github.com/acme/base",
  artifact: "github.com/acme/base",
  version_constraint: null,
  version_comment: null,
  version_constraint_state: "absent",
  target_repository: "acme/base",
  confidence,
  evidence: { class: confidence > 0.3 ? "unclassified" : "prose", rule: "references.url" },
  reason: null,
  versioning: "git",
  role: confidence > 0.3 ? "build" : "runtime",
  scope: null,
  target_scope: "*",
  locked: null,
});

const repository = (fullPath: string) => ({
  full_path: fullPath,
  clone_url: null,
  commit_sha: null,
  status: "scanned" as const,
  problems: [],
});

const report: Report = {
  format_version: 2,
  repositories: [repository("acme/app"), repository("acme/base")],
  artifacts: [],
  declarations: [
    ...Array.from({ length: 30 }, (_, index) => mention(index + 1, 0.5)),
    mention(7, 0.7),
    mention(8, 0.3),
  ],
  compositions: [],
  interfaces: [],
  artifact_files: [],
  edges: [],
  timings: { extract_seconds: 0, resolve_seconds: 0, files: 0, bytes: 0 },
};

describe("offlineImpact", () => {
  it("lists at most 20 declarations per role above the floor, highest confidence first, and counts the others", () => {
    const [affected] = offlineImpact(report, "acme/base", QUERY).affected;
    expect(affected).toMatchObject({ confidence: 0.7, repository: { full_path: "acme/app" } });
    const [role] = affected?.roles ?? [];
    expect(role?.evidence).toHaveLength(20);
    expect(role?.evidence[0]).toMatchObject({ source_file: "tools.ts", source_line: 7 });
    expect(role?.more).toBe(11);
  });

  it("renders what to do if the server has no graph", () => {
    const impact = { ...offlineImpact(report, "acme/app", QUERY), complete: false };
    expect(renderImpact(impact, QUERY)).toMatch(
      /^The dependents of acme\/app are unknown: no scan .*\nScan the organization again: .*\n$/u,
    );
    const failed = { ...impact, unresolved: { ...impact.unresolved, failed_repositories: 1 } };
    expect(renderImpact(failed, QUERY)).toMatch(
      /^No repository gets [^]*Incomplete: 1 repository could not be read\.\n$/u,
    );
  });

  it("compares a use of a repository or file with the repository's latest tag", () => {
    const clockOf = (constraint: string, targetScope: string) => {
      const tagged = { ...mention(1, 0.85), version_constraint: constraint, target_scope: targetScope };
      const repositories = [
        repository("acme/app"),
        { ...repository("acme/base"), tags: ["v2", "v2.1.0", "v3.0.0"] },
      ];
      const declarations = [{ ...tagged, version_constraint_state: "floating" as const }];
      return offlineImpact({ ...report, repositories, declarations }, "acme/base", QUERY).affected[0]?.clock;
    };
    for (const scope of ["*", "unit:file:install.sh"]) {
      expect(clockOf("v2", scope)).toBe("bump");
      expect(clockOf("v3", scope)).toBe("next_run");
      expect(clockOf("main", scope)).toBe("next_run");
    }
  });

  it("renders five declarations and the number of others", () => {
    const lines = renderImpact(offlineImpact(report, "acme/base", QUERY), QUERY).split("\n");
    const shown = lines.filter((line) => line.includes("https://github.com/acme/base"));
    expect(shown).toHaveLength(5);
    expect(shown[0]).toContain("tools.ts:7");
    expect(lines).toContain("      and 26 more");
  });
});
