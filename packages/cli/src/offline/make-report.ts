import type { ExtractedDeclaration, ProducedArtifact } from "@knockon/extract/ecosystem";
import { parseGitUrl } from "@knockon/extract/git-url";
import { fromThousandths } from "@knockon/graph/confidence";
import { packGraph } from "@knockon/graph/pack-graph";
import { getEdge } from "@knockon/graph/packed-graph";
import { compareOrdinal } from "@knockon/graph/ordinal";
import { collectNamespaces, namespacesOf, ownNamespacesOf } from "@knockon/graph/resolve/namespace";
import { indexProducers, type ProducerIndex } from "@knockon/graph/resolve/producer-index";
import { resolveAll } from "@knockon/graph/resolve/resolve";
import { directoryNamedBy, directoryOf, publishedVersions } from "@knockon/graph/versions/published-versions";
import { latestOf } from "@knockon/graph/versions/standing";
import { schemeOfType } from "@knockon/extract/version";
import type {
  Report,
  ReportArtifact,
  ReportDeclaration,
  ReportOwnership,
  ReportRepository,
} from "./report.ts";
import { keepGraph } from "./report-graph.ts";
import { usesOf } from "./report-uses.ts";
import type { ScannedRepository } from "./scan-folder.ts";

interface Options {
  extractSeconds: number;
  withOwnership: boolean;
  /** What the scan left out. */
  warnings?: readonly string[];
}

/** Resolves the declarations of scanned repositories against each other. Full paths stand in for repository IDs. */
export function makeReport(
  scanned: readonly ScannedRepository[],
  { extractSeconds, withOwnership, warnings = [] }: Options,
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
  const own = collectNamespaces(index.repositories.values().map(ownNamespacesOf));
  const declarations: ReportDeclaration[] = [];
  for (const { fullPath, extraction } of scanned) {
    for (const { declaration, resolution } of resolveAll(index, extraction.declarations, fullPath)) {
      const { targetRepositoryId: target, artifactName, artifact, state, confidence } = resolution;
      const isExternal = target === null && !namespacesOf(declaration).some((one) => own.has(one));
      declarations.push({
        ...declarationFields(fullPath, declaration),
        artifact: artifactName,
        version_constraint_state: state,
        target_repository: target,
        target_scope: target === null ? null : artifact,
        confidence: fromThousandths(confidence),
        reason: isExternal ? "external" : resolution.reason,
        ...(target !== null && argumentFields(declaration)),
      });
    }
  }
  const compositions = scanned.flatMap(({ fullPath, extraction }) =>
    extraction.compositions.map((one) => ({ repository: fullPath, ...one })),
  );
  const graph = packGraph(
    scanned.map((one) => one.fullPath),
    usesOf({ declarations, compositions }),
  );
  const report: Report = {
    format_version: 2,
    repositories: scanned.map(presentRepository),
    artifacts: listArtifacts(
      scanned.flatMap(productionsOf),
      declarations,
      index,
      new Map(scanned.map(({ fullPath, tags }) => [fullPath, tags])),
    ),
    declarations: declarations.toSorted(compareDeclarations),
    compositions: compositions.toSorted(compareCompositions),
    artifact_files: scanned.flatMap(artifactFilesOf).toSorted(compareArtifactFiles),
    interfaces: scanned
      .flatMap(({ fullPath, extraction }) =>
        (extraction.interfaces ?? []).map((one) => ({ repository: fullPath, ...one })),
      )
      .toSorted((a, b) => compareOrdinal(a.repository, b.repository) || compareOrdinal(a.scope, b.scope)),
    edges: Array.from(graph.columns.source.keys(), (at) => getEdge(graph, at)).map((edge) => ({
      source: edge.source,
      target: edge.target,
      dependency_type: edge.dependencyType,
      version_constraint: edge.versionConstraint,
      confidence: fromThousandths(edge.confidence),
    })),
    ...(warnings.length > 0 && { warnings: [...warnings] }),
    ...(withOwnership && { ownership: scanned.flatMap(presentOwnership) }),
    timings: {
      scanned_at: new Date().toISOString(),
      extract_seconds: extractSeconds,
      resolve_seconds: (performance.now() - startedAt) / 1000,
      files: scanned.reduce((sum, one) => sum + one.counts.files, 0),
      bytes: scanned.reduce((sum, one) => sum + one.counts.bytes, 0),
    },
  };
  keepGraph(report, graph);
  return report;
}

function artifactFilesOf({ fullPath, extraction }: ScannedRepository): Report["artifact_files"] {
  const files = new Map(
    extraction.artifacts.map((one) => [`${one.artifactType}:${one.name}`, one.sourceFile]),
  );
  return [...files].map(([artifact, source_file]) => ({ repository: fullPath, artifact, source_file }));
}

const compareArtifactFiles = (
  a: Report["artifact_files"][number],
  b: Report["artifact_files"][number],
): number => compareOrdinal(a.repository, b.repository) || compareOrdinal(a.artifact, b.artifact);

const compareCompositions = (a: Report["compositions"][number], b: Report["compositions"][number]): number =>
  compareOrdinal(a.repository, b.repository) ||
  compareOrdinal(a.outer, b.outer) ||
  compareOrdinal(a.inner, b.inner);

/** Excludes artifacts that only a naming convention suggests. */
const productionsOf = ({ fullPath, extraction }: ScannedRepository) =>
  extraction.artifacts
    .filter(({ assumed }) => !assumed)
    .map((artifact) => ({ ...artifact, repository: fullPath }));

const declarationFields = (repository: string, declaration: ExtractedDeclaration) => ({
  repository,
  ecosystem: declaration.ecosystem,
  dependency_type: declaration.dependencyType,
  source_file: declaration.sourceFile,
  source_line: declaration.sourceLine,
  raw_reference: declaration.rawReference,
  artifact: declaration.artifact,
  version_constraint: declaration.versionConstraint,
  version_comment: declaration.versionComment,
  versioning: declaration.versioning,
  evidence: declaration.evidence,
  role: declaration.role,
  scope: declaration.scope,
  locked: declaration.locked,
});

const argumentFields = ({ arguments: passed, openArguments }: ExtractedDeclaration) => ({
  ...(passed && { arguments: passed }),
  ...(openArguments && { open_arguments: openArguments }),
});

const presentRepository = (one: ScannedRepository): ReportRepository => ({
  full_path: one.fullPath,
  clone_url: one.cloneUrl,
  commit_sha: one.commitSha,
  tags: one.tags,
  status: one.status,
  problems: [
    ...repositoryProblem("unreadable", one.error),
    ...repositoryProblem("history_unreadable", one.historyError),
    ...one.extraction.problems.toSorted(
      (a, b) => compareOrdinal(a.file ?? "", b.file ?? "") || (a.line ?? 0) - (b.line ?? 0),
    ),
  ],
  ...(one.extraction.owners && { owners: one.extraction.owners }),
});

/** A problem of the repository as a whole. */
const repositoryProblem = (code: string, message: string | null) =>
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

interface Production extends Pick<
  ProducedArtifact,
  "artifactType" | "name" | "version" | "announces" | "sourceFile"
> {
  repository: string;
}

type ReportedUse = Pick<ReportDeclaration, "dependency_type" | "artifact" | "target_repository">;

/**
 * Lists one artifact per type and name. Its source is the producer that resolution prefers or, if no manifest announces
 * the artifact, the repository that its uses resolve to.
 */
export function listArtifacts(
  productions: readonly Production[],
  uses: readonly ReportedUse[],
  index: Pick<ProducerIndex, "producersOf">,
  tags: ReadonlyMap<string, readonly string[]> = new Map(),
): ReportArtifact[] {
  const isPreferred = ({ announces, repository }: Production): boolean =>
    announces.some((name) => index.producersOf(name)[0]?.repository.id === repository);
  const preferredFirst = productions.toSorted((a, b) => Number(isPreferred(b)) - Number(isPreferred(a)));
  const artifacts = new Map<string, ReportArtifact>();
  const directories = new Map<string, string>();
  for (const one of [...preferredFirst.map(produced), ...uses.map(used)]) {
    const key = `${one.artifact_type}\0${one.name}`;
    if ((artifacts.get(key)?.source_repository ?? null) === null) artifacts.set(key, one);
  }
  for (const { artifactType, name, sourceFile } of preferredFirst.toReversed())
    directories.set(`${artifactType}\0${name}`, directoryOf(sourceFile));
  const inUse = new Set(uses.map((one) => `${one.dependency_type}\0${one.artifact}`));
  for (const [key, one] of artifacts) {
    // Only the releases of artifacts in use decide clocks.
    if (!inUse.has(key)) continue;
    const version = releasedVersion(one, directories.get(key), tags);
    artifacts.set(key, { ...one, version });
  }
  return [...artifacts.values()].toSorted(
    (a, b) => compareOrdinal(a.artifact_type, b.artifact_type) || compareOrdinal(a.name, b.name),
  );
}

/** Returns the latest release by manifest and tags, or the version in the manifest. */
function releasedVersion(
  { artifact_type: type, name, version, source_repository: source }: ReportArtifact,
  directory: string | undefined,
  tags: ReadonlyMap<string, readonly string[]>,
): string | null {
  const known = tags.get(source ?? "") ?? [];
  if (source === null || known.length === 0) return version;
  const scheme = schemeOfType(type);
  const released = { name, directory: directory ?? directoryNamedBy(name, source) };
  return (
    latestOf(scheme, publishedVersions(scheme, released, version === null ? [] : [version], known)) ?? version
  );
}

const produced = ({ artifactType, name, version, repository }: Production): ReportArtifact => ({
  artifact_type: artifactType,
  name,
  version,
  source_repository: repository,
});

const used = ({ dependency_type, artifact, target_repository }: ReportedUse): ReportArtifact => ({
  artifact_type: dependency_type,
  name: artifact,
  version: null,
  source_repository: target_repository,
});
