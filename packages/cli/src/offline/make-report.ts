import type { Declaration } from "@knockon/extract/ecosystem";
import { parseGitUrl } from "@knockon/extract/git-url";
import { fromThousandths } from "@knockon/graph/confidence";
import { buildEdges, type ResolvedDeclaration } from "@knockon/graph/edges";
import { compareOrdinal } from "@knockon/graph/ordinal";
import { indexProducers } from "@knockon/graph/resolve/producer-index";
import { resolve } from "@knockon/graph/resolve/resolve";
import { listArtifacts } from "./list-artifacts.ts";
import type { Report, ReportDeclaration, ReportOwnership, ReportRepository } from "./report.ts";
import type { ScannedRepository } from "./scan-folder.ts";

/** Resolves what was scanned among itself. Repositories go by their full path. */
export function makeReport(
  scanned: readonly ScannedRepository[],
  { extractSeconds, withOwnership }: { extractSeconds: number; withOwnership: boolean },
): Report {
  const startedAt = performance.now();
  const index = indexProducers(
    scanned.map((one) => ({
      id: one.fullPath,
      fullPath: one.fullPath,
      cloneUrl: one.cloneUrl,
      host: parseGitUrl(one.cloneUrl ?? "")?.host ?? "",
      hostAliases: [],
      aliases: [],
      archived: one.archived,
      isFork: one.isFork,
      artifacts: one.extraction.artifacts,
    })),
  );
  const declarations: ReportDeclaration[] = [];
  const resolved: ResolvedDeclaration[] = [];
  for (const { fullPath, extraction } of scanned) {
    for (const declaration of extraction.declarations) {
      const resolution = resolve(index, declaration, fullPath);
      const { targetRepositoryId: target, artifactName, state, confidence, reason } = resolution;
      const { dependencyType, versionConstraint, versioning } = declaration;
      declarations.push({
        ...declarationFields(fullPath, declaration),
        artifact: artifactName,
        version_constraint_state: state,
        target_repository: target,
        confidence: fromThousandths(confidence),
        reason,
      });
      if (target !== null) {
        resolved.push({
          source: fullPath,
          target,
          dependencyType,
          versionConstraint,
          confidence,
          versioning,
          state,
        });
      }
    }
  }
  return {
    format_version: 1,
    repositories: scanned.map(presentRepository),
    artifacts: listArtifacts(scanned.flatMap(productionsOf), declarations, index),
    declarations: declarations.toSorted(compareDeclarations),
    edges: buildEdges(resolved).map((edge) => ({
      source: edge.source,
      target: edge.target,
      dependency_type: edge.dependencyType,
      version_constraint: edge.versionConstraint,
      confidence: fromThousandths(edge.confidence),
    })),
    ...(withOwnership && { ownership: scanned.flatMap(presentOwnership) }),
    timings: {
      extract_seconds: extractSeconds,
      resolve_seconds: (performance.now() - startedAt) / 1000,
      files: scanned.reduce((sum, one) => sum + one.counts.files, 0),
      bytes: scanned.reduce((sum, one) => sum + one.counts.bytes, 0),
    },
  };
}

/** Those that a manifest or a build step says it publishes. */
const productionsOf = ({ fullPath, extraction }: ScannedRepository) =>
  extraction.artifacts
    .filter(({ assumed }) => !assumed)
    .map((artifact) => ({ ...artifact, repository: fullPath }));

const declarationFields = (repository: string, declaration: Declaration) => ({
  repository,
  ecosystem: declaration.ecosystem,
  dependency_type: declaration.dependencyType,
  source_file: declaration.sourceFile,
  source_line: declaration.sourceLine,
  raw_reference: declaration.rawReference,
  artifact: declaration.artifact,
  version_constraint: declaration.versionConstraint,
  version_comment: declaration.versionComment,
  evidence: declaration.evidence,
});

const presentRepository = (one: ScannedRepository): ReportRepository => ({
  full_path: one.fullPath,
  clone_url: one.cloneUrl,
  commit_sha: one.commitSha,
  status: one.status,
  problems: [
    ...wholeProblem("unreadable", one.error),
    ...wholeProblem("history_unreadable", one.historyError),
    ...one.extraction.problems.toSorted(
      (a, b) => compareOrdinal(a.file ?? "", b.file ?? "") || (a.line ?? 0) - (b.line ?? 0),
    ),
  ],
});

/** A problem of the repository, and of no file. */
const wholeProblem = (code: string, message: string | null) =>
  message === null ? [] : [{ file: null, line: null, code, message }];

function presentOwnership({ fullPath, ownership }: ScannedRepository): ReportOwnership[] {
  if (!ownership) return [];
  const { busFactor, topAuthor, contributors } = ownership;
  return [
    {
      repository: fullPath,
      bus_factor: busFactor,
      top_author: topAuthor?.name ?? null,
      top_author_share: topAuthor?.share ?? 0,
      human_author_count: contributors.length,
      contributors: contributors.map(({ name, commitCount, share }) => ({
        name,
        commit_count: commitCount,
        share,
      })),
    },
  ];
}

const compareDeclarations = (a: ReportDeclaration, b: ReportDeclaration): number =>
  compareOrdinal(a.repository, b.repository) ||
  compareOrdinal(a.source_file, b.source_file) ||
  a.source_line - b.source_line ||
  compareOrdinal(a.dependency_type, b.dependency_type) ||
  compareOrdinal(a.raw_reference, b.raw_reference) ||
  compareOrdinal(a.version_constraint ?? "", b.version_constraint ?? "") ||
  compareOrdinal(a.evidence.rule, b.evidence.rule);
