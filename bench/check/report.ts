import type { Report, ReportDeclaration } from "@knockon/cli/offline/report";
import { randomNumbers } from "../measure/numbers.ts";

/** The repository that is changed. It is the first of the report. */
export const PRODUCER = "acme/ci";
const WORKFLOWS = 100;
const DECLARATIONS_PER_REPOSITORY = 20;

/** Generates the report of an organization: each repository calls a workflow of the producer and uses packages of others. */
export function makeReport(repositories: number): Report {
  const random = randomNumbers(1);
  const below = (limit: number): number => Math.floor(random() * limit);
  const paths = [PRODUCER, ...Array.from({ length: repositories - 1 }, (_, index) => `acme/r${index}`)];
  const declarations = paths
    .slice(1)
    .flatMap((repository) => [
      callOf(repository, below(WORKFLOWS)),
      ...Array.from({ length: DECLARATIONS_PER_REPOSITORY - 1 }, (_, line) =>
        packageOf(repository, paths[1 + Math.floor((paths.length - 1) * random() ** 4)] ?? "", line + 1),
      ),
    ]);
  return {
    format_version: 2,
    repositories: paths.map((path) => ({
      full_path: path,
      clone_url: null,
      commit_sha: "0".repeat(40),
      tags: ["v1.0.0", "v1.1.0"],
      status: "scanned",
      problems: [],
    })),
    artifacts: [],
    declarations,
    compositions: [],
    artifact_files: Array.from({ length: WORKFLOWS }, (_, index) => ({
      repository: PRODUCER,
      artifact: `reusable_workflow:${workflowOf(index)}`,
      source_file: `.github/workflows/w${index}.yml`,
    })),
    interfaces: [],
    edges: [],
    timings: {
      scanned_at: "2026-01-02T03:04:05Z",
      extract_seconds: 1,
      resolve_seconds: 1,
      files: 1,
      bytes: 1,
    },
  };
}

const workflowOf = (index: number): string => `${PRODUCER}/.github/workflows/w${index}.yml`;

const callOf = (repository: string, index: number): ReportDeclaration => ({
  repository,
  ecosystem: "githubactions",
  dependency_type: "reusable_workflow",
  source_file: ".github/workflows/ci.yml",
  source_line: 4,
  raw_reference: `${workflowOf(index)}@main`,
  artifact: workflowOf(index),
  version_constraint: "main",
  version_comment: null,
  version_constraint_state: "floating",
  versioning: "git",
  target_repository: PRODUCER,
  confidence: 1,
  evidence: { class: "manifest", rule: "githubactions.job_uses" },
  reason: null,
  role: "ci",
  scope: null,
  target_scope: `reusable_workflow:${workflowOf(index)}`,
  locked: null,
  arguments: [{ kind: "secret", name: "OLD", file: ".github/workflows/ci.yml", line: 6 }],
});

const packageOf = (repository: string, target: string, line: number): ReportDeclaration => ({
  repository,
  ecosystem: "npm",
  dependency_type: "npm_package",
  source_file: "package.json",
  source_line: line,
  raw_reference: `@acme/${target}`,
  artifact: `@acme/${target}`,
  version_constraint: "^1.0.0",
  version_comment: null,
  version_constraint_state: "range",
  versioning: "npm",
  target_repository: target,
  confidence: 1,
  evidence: { class: "manifest", rule: "npm.dependency" },
  reason: null,
  role: "runtime",
  scope: `npm_package:@acme/${repository}`,
  target_scope: `npm_package:@acme/${target}`,
  locked: null,
});
