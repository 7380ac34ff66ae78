import type { Page } from "@knockon/contract/client";
import type { ArtifactInterface } from "@knockon/contract/resources/check";
import { parseGitUrl } from "@knockon/extract/git-url";
import type { ArtifactInterface as ExtractedInterface } from "@knockon/extract/interface";
import { DEPENDENCY_ROLES, isMention } from "@knockon/contract/vocabulary/role";
import { fromThousandths, toFloor } from "@knockon/graph/confidence";
import { compareOrdinal } from "@knockon/graph/ordinal";
import { edgeTraits } from "@knockon/graph/impact/edge-traits";
import { findNode, getEdge, getUse } from "@knockon/graph/packed-graph";
import { surroundingsOf } from "@knockon/graph/surroundings";
import { diffInterfaces } from "@knockon/graph/interface/diff-interfaces";
import type {
  Answers,
  ArtifactQuery,
  ChangeRequest,
  KnownArtifact,
  KnownDependency,
} from "@knockon/mcp/answers/answers";
import { offlineCheck } from "../check/offline-check.ts";
import { lineOwners } from "../offline/line-owners.ts";
import { offlineImpact, reference } from "../offline/offline-impact.ts";
import { declarationsTo, graphOf } from "../offline/report-graph.ts";
import { latestReleases } from "../offline/releases.ts";
import type { Report, ReportDeclaration, ReportRepository } from "../offline/report.ts";

/** Answers from a report. Full paths stand in for repository IDs, and `type:name` for artifact IDs. */
export function offlineAnswers(report: Report): Answers {
  const ownerOf = lineOwners(report);
  let listed: KnownArtifact[] | undefined;
  // Only some questions need the declarations of all repositories.
  const artifactsOf = (): KnownArtifact[] => (listed ??= listArtifacts(report));

  return {
    async describeGraph() {
      return {
        scanned_at: report.timings.scanned_at ?? null,
        complete: report.repositories.every(({ status }) => status !== "failed"),
        web: null,
      };
    },

    async findRepositories(name) {
      return findRepositories(report, name).map((one) => reference(one.full_path));
    },

    async listRepositories(part = "") {
      return report.repositories
        .filter((one) => contains(one.full_path, part))
        .map((one) => reference(one.full_path));
    },

    async listArtifacts({ q = "", artifact_type: type, limit, offset }: ArtifactQuery) {
      const found = artifactsOf().filter(
        (one) => contains(one.name, q) && (type === undefined || one.artifact_type === type),
      );
      return { items: found.slice(offset, offset + limit), total: found.length } satisfies Page<unknown>;
    },

    async listConsumers(artifactId) {
      const { source_repository: source } = getById(artifactsOf(), artifactId);
      const first = new Map<string, ReportDeclaration>();
      for (const one of report.declarations) {
        const isUse =
          `${one.dependency_type}:${one.artifact}` === artifactId &&
          one.repository !== one.target_repository &&
          one.repository !== source?.full_path;
        if (isUse && !first.has(one.repository)) first.set(one.repository, one);
      }
      const items = [...first.values()]
        .map(({ repository, source_file, source_line, version_constraint }) => ({
          repository: reference(repository),
          source_file,
          source_line,
          version_constraint,
        }))
        .toSorted((a, b) => compareOrdinal(a.repository.full_path, b.repository.full_path));
      return { items };
    },

    async listProducts(repositoryId) {
      return artifactsOf().filter((one) => one.source_repository?.id === repositoryId);
    },

    async getInterface(artifactId) {
      const { artifact_type, name, source_repository: source } = getById(artifactsOf(), artifactId);
      const found = report.interfaces.find(
        (one) => one.scope === artifactId && one.repository === source?.full_path,
      );
      return {
        artifact_type,
        name,
        file: found?.file ?? null,
        line: found?.line ?? null,
        members: (found?.members ?? []).map(({ acceptsAny, ...one }) => ({
          ...one,
          ...(acceptsAny && { accepts_any: acceptsAny }),
        })),
        open: found?.open ?? {},
        strict: found?.strict ?? [],
      } satisfies ArtifactInterface;
    },

    async getImpact({ root, max_depth, min_confidence, role, path = [], version, affected_id }) {
      const artifact = "artifact_id" in root ? getById(artifactsOf(), root.artifact_id) : undefined;
      const repository = "artifact_id" in root ? artifact?.source_repository?.full_path : root.repository_id;
      const impact = offlineImpact(report, repository ?? "", {
        maxDepth: max_depth,
        minConfidence: min_confidence,
        through: "artifacts",
        roles: role,
        paths: path,
        version,
        artifact: artifact?.id,
      });
      if (affected_id === undefined) return impact;
      return { ...impact, affected: impact.affected.filter((one) => one.repository.id === affected_id) };
    },

    async listDependencies(repositoryId) {
      return report.declarations
        .filter((one) => one.repository === repositoryId)
        .map((one) => ({ ...presentDependency(one), owner: ownerOf(one.repository, one.source_file) }));
    },

    async listDependents(repositoryId, roles) {
      const items = declarationsTo(report, new Set([repositoryId]))
        .filter((one) => one.repository !== repositoryId && (!roles || roles.includes(one.role)))
        .map(({ repository, ...one }) => {
          const { reason: _, ...declaration } = presentDependency({ repository, ...one });
          return {
            ...declaration,
            target_repository: reference(repository),
            owner: ownerOf(repository, one.source_file),
          };
        });
      return { items };
    },

    async listUnresolved({ reason, role = DEPENDENCY_ROLES, artifact_type: type, limit }) {
      const found = report.declarations.filter(
        (one) =>
          one.target_repository === null &&
          (reason === undefined ? one.reason !== "external" : one.reason === reason) &&
          role.includes(one.role) &&
          (type === undefined || one.dependency_type === type),
      );
      const items = found.slice(0, limit).map((one) => ({
        ...presentDependency(one),
        target_repository: null,
        source_repository: reference(one.repository),
        owner: ownerOf(one.repository, one.source_file),
      }));
      return { items, total: found.length };
    },

    listProblems: async () =>
      report.repositories.flatMap(({ full_path: repository, problems }) =>
        problems.map((problem) => ({ ...problem, repository: reference(repository) })),
      ),

    async getGraph({ root, depth, min_confidence: minConfidence }) {
      const graph = graphOf(report);
      const node = root === undefined ? undefined : findNode(graph, root);
      const floor = node === undefined ? 0 : toFloor(minConfidence);
      const around = node === undefined ? undefined : surroundingsOf(graph, node, depth, floor);
      const edges = around?.edges ?? [...graph.columns.source.keys()];
      const releaseOf = latestReleases(report);
      const traits = edgeTraits(graph, floor, (use) => {
        const { target, artifact } = getUse(graph, use);
        return releaseOf(target, artifact);
      });
      return {
        nodes: (around?.nodes ?? [...graph.nodes.keys()]).map((at) => reference(graph.nodes[at] ?? "")),
        edges: edges.map((edge) => {
          const { source, target, dependencyType, versionConstraint, confidence } = getEdge(graph, edge);
          return {
            source,
            target,
            dependency_type: dependencyType,
            version_constraint: versionConstraint,
            confidence: fromThousandths(confidence),
            ...traits(edge),
          };
        }),
      };
    },

    async checkChange(repositoryId, change) {
      const [root] = findRepositories(report, repositoryId);
      if (!root) throw new Error(`The report has no repository ${repositoryId}.`);
      return offlineCheck(report, root, readChange(change), change.min_confidence ?? 0.4);
    },
  };
}

const contains = (text: string, part: string): boolean => text.toLowerCase().includes(part.toLowerCase());

function getById(artifacts: readonly KnownArtifact[], id: string): KnownArtifact {
  const found = artifacts.find((one) => one.id === id);
  if (!found) throw new Error(`The report has no artifact ${id}.`);
  return found;
}

/** Matches clone URLs first, then full paths regardless of case, as the API does. */
function findRepositories({ repositories }: Report, name: string): ReportRepository[] {
  const url = parseGitUrl(name);
  const located = repositories.filter(
    (one) => url !== undefined && parseGitUrl(one.clone_url ?? "")?.location === url?.location,
  );
  if (located.length > 0) return located;
  const wanted = (url?.path ?? name).toLowerCase();
  return repositories.filter((one) => one.full_path.toLowerCase() === wanted);
}

function listArtifacts({ artifacts, declarations }: Report): KnownArtifact[] {
  const consumers = new Map<string, Set<string>>();
  for (const {
    dependency_type: type,
    artifact,
    role,
    repository,
    target_repository: target,
  } of declarations) {
    if (repository === target || isMention(role)) continue;
    const id = `${type}:${artifact}`;
    const known = consumers.get(id);
    if (known) known.add(repository);
    else consumers.set(id, new Set([repository]));
  }
  return artifacts.map(({ artifact_type, name, version, source_repository: source }) => {
    const id = `${artifact_type}:${name}`;
    const users = [...(consumers.get(id) ?? [])].filter((user) => user !== source);
    return {
      id,
      artifact_type,
      name,
      version,
      consumer_count: users.length,
      source_repository: source === null ? null : reference(source),
    };
  });
}

const presentDependency = (one: ReportDeclaration): Omit<KnownDependency, "owner"> => ({
  artifact_id: `${one.dependency_type}:${one.artifact}`,
  dependency_type: one.dependency_type,
  version_constraint: one.version_constraint,
  version_constraint_state: one.version_constraint_state,
  source_file: one.source_file,
  source_line: one.source_line,
  raw_reference: one.raw_reference,
  confidence: one.confidence,
  role: one.role,
  scope: one.scope,
  locked: one.locked,
  evidence: one.evidence,
  target_repository: one.target_repository === null ? null : reference(one.target_repository),
  reason: one.reason,
});

type WireInterface = ChangeRequest["before"][number];

function readChange({ changed_paths, branches = [], other_branches = [], before, after }: ChangeRequest) {
  return {
    changedPaths: changed_paths,
    branches,
    otherBranches: other_branches,
    interfaces: diffInterfaces(before.map(readInterface), after.map(readInterface)),
  };
}

const readInterface = ({ members, ...rest }: WireInterface): ExtractedInterface => ({
  ...rest,
  members: members.map(({ accepts_any, ...one }) => ({ ...one, ...(accepts_any && { acceptsAny: true }) })),
});
