import type { z } from "zod";
import type { Artifact, ArtifactConsumers, ArtifactVersion, ListedArtifact } from "../resources/artifact.ts";
import type { LineOwner } from "../resources/fields.ts";
import type { DependencyGraph } from "../resources/graph.ts";
import type { Impact } from "../resources/impact.ts";
import type {
  Dependency,
  Dependent,
  RepositoryContext,
  RepositoryProblem,
  UnresolvedDeclaration,
} from "../resources/repository.ts";
import {
  ARTIFACT_ID,
  CONSUMER_ID,
  DECLARATION_ID,
  EDGE_ID,
  ORG_ID,
  PRODUCER_ID,
  SCAN_ID,
  UNRESOLVED_ID,
} from "./ids.ts";
import { consumer, producer, repository, scan } from "./organization.ts";

const OWNER: LineOwner = { names: ["@acme/storefront"], source: "codeowners" };

/** The reference of `acme/billing` to the image, as in every response that contains it. */
const USE = {
  source_file: "Dockerfile",
  source_line: 5,
  raw_reference: "ghcr.io/acme/base-image:1.5.1",
  version_constraint: "1.5.1",
  version_constraint_state: "pinned",
  confidence: 0.95,
  locked: null,
  owner: OWNER,
} as const;

const TIMED_USE = { ...USE, clock: "bump" } as const;

const NO_ROLES = {
  runtime: 0,
  build: 0,
  ci: 0,
  dev: 0,
  test: 0,
  example: 0,
  fixture: 0,
  documentation: 0,
  vendored: 0,
} as const;

export const artifact: Artifact = {
  id: ARTIFACT_ID,
  connected_org_id: ORG_ID,
  artifact_type: "container_image",
  name: "ghcr.io/acme/base-image",
  version: "2.0.0",
  registry_url: null,
  source_repository_id: PRODUCER_ID,
  created_at: "2026-03-02T09:40:00.000Z",
  updated_at: "2026-05-12T06:01:58.000Z",
  consumer_count: 1,
  dependent_count: 1,
  is_first_party: true,
  is_orphan: false,
  source_repository: producer,
};

export const listedArtifact: ListedArtifact = {
  ...artifact,
  last_activity_at: "2026-05-11T16:20:44.000Z",
};

export const artifactVersion: z.infer<typeof ArtifactVersion> = {
  version: "2.0.0",
  consumer_count: 0,
  is_latest: true,
  published_at: null,
};

export const artifactConsumers: z.infer<typeof ArtifactConsumers> = {
  artifact,
  consumers: [
    {
      repository: consumer,
      is_latest: false,
      standing: "lagging",
      source_file: USE.source_file,
      source_line: USE.source_line,
      version_constraint: USE.version_constraint,
      import_count: 1,
      version_constraint_state: USE.version_constraint_state,
    },
  ],
  consumers_on_latest: 0,
  consumers_lagging: 1,
  latest_version: "2.0.0",
  total_consumers: 1,
  state_breakdown: { digest: 0, pinned: 1, range: 0, floating: 0, absent: 0, unresolved: 0 },
};

export const dependent: Dependent = {
  id: DECLARATION_ID,
  source_repository_id: PRODUCER_ID,
  artifact_id: ARTIFACT_ID,
  dependency_type: "container_image",
  ...USE,
  role: "runtime",
  scope: "unit:docker:Dockerfile",
  evidence: { class: "manifest", rule: "docker.from" },
  target_repository_id: CONSUMER_ID,
  target_repository: consumer,
};

const unresolved = {
  id: UNRESOLVED_ID,
  artifact_id: null,
  dependency_type: "container_image",
  version_constraint: "3.21",
  version_constraint_state: "pinned",
  source_file: "Dockerfile",
  source_line: 1,
  raw_reference: "ghcr.io/acme/alpine:3.21",
  confidence: 0.9,
  role: "runtime",
  scope: "unit:docker:Dockerfile",
  locked: null,
  evidence: { class: "manifest", rule: "docker.from" },
  target_repository_id: null,
  target_repository: null,
  reason: "no_producer",
  owner: OWNER,
} as const;

export const dependency: Dependency = { ...unresolved, source_repository_id: PRODUCER_ID };

export const unresolvedDeclaration: z.infer<typeof UnresolvedDeclaration> = {
  ...unresolved,
  source_repository_id: PRODUCER_ID,
  source_repository: producer,
};

export const repositoryProblem: RepositoryProblem = {
  repository: producer,
  file: "package.json",
  line: 3,
  code: "invalid_syntax",
  message: "npm: Invalid JSON: ValueExpected.",
};

export const repositoryContext: z.infer<typeof RepositoryContext> = {
  repository,
  dependencies: [dependency],
  dependencies_total: 1,
  dependency_names_total: 1,
  dependents: [dependent],
  dependents_total: 1,
  dependent_repositories_total: 1,
  artifacts: [artifact],
  ownership: null,
  last_scan: scan,
};

export const graph: DependencyGraph = {
  nodes: [
    {
      id: PRODUCER_ID,
      label: "base-image",
      type: "repository",
      metadata: {
        full_path: "acme/base-image",
        connected_org_id: ORG_ID,
        archived: false,
        main_type: "container_image",
        last_scanned_at: "2026-05-12T06:01:31.000Z",
        confidence: 1,
        hops: 0,
        upstream: null,
        downstream: null,
      },
    },
    {
      id: CONSUMER_ID,
      label: "billing",
      type: "repository",
      metadata: {
        full_path: "acme/billing",
        connected_org_id: ORG_ID,
        archived: false,
        main_type: "container_image",
        last_scanned_at: "2026-05-12T06:01:31.000Z",
        confidence: 0.95,
        hops: 1,
        upstream: null,
        downstream: { confidence: 0.95, hops: 1 },
      },
    },
  ],
  edges: [
    {
      id: EDGE_ID,
      source: CONSUMER_ID,
      target: PRODUCER_ID,
      dependency_type: "container_image",
      version_constraint: "1.5.1",
      confidence: 0.95,
      role: "runtime",
      clock: "bump",
    },
  ],
  applied_min_confidence: 0.4,
};

export const impact: Impact = {
  root: producer,
  scan: {
    id: SCAN_ID,
    status: "partial",
    completed_at: "2026-05-12T06:01:58.000Z",
    failed_repos: 1,
  },
  complete: false,
  applied_min_confidence: 0.4,
  max_depth: 3,
  through: "artifacts",
  summary: {
    direct: 1,
    transitive: 0,
    by_dependency_type: { container_image: 1 },
    by_confidence_band: { high: 1, medium: 0, low: 0, mention: 0 },
    by_clock: {
      direct: { next_run: 0, next_update: 0, bump: 1, unknown: 0 },
      transitive: { next_run: 0, next_update: 0, bump: 0, unknown: 0 },
    },
    may_next_run: { direct: 0, transitive: 0 },
    archived: {
      by_clock: {
        direct: { next_run: 0, next_update: 0, bump: 0, unknown: 0 },
        transitive: { next_run: 0, next_update: 0, bump: 0, unknown: 0 },
      },
      may_next_run: { direct: 0, transitive: 0 },
    },
    by_role: { direct: { ...NO_ROLES, runtime: 1 }, transitive: NO_ROLES },
    mentions: 0,
  },
  affected: [
    {
      repository: consumer,
      direct: true,
      hops: 1,
      confidence: 0.95,
      clock: "bump",
      conditional: false,
      archived: false,
      clock_confidence: 0.95,
      clock_repository: consumer,
      clock_evidence: TIMED_USE,
      roles: [{ role: "runtime", clock: "bump", scope: null, evidence: [TIMED_USE], more: 0 }],
      path: [
        {
          source: consumer,
          target: producer,
          dependency_type: "container_image",
          role: "runtime",
          scope: null,
          artifact: { artifact_type: "container_image", name: "ghcr.io/acme/base-image" },
          confidence: 0.95,
        },
      ],
      wave: 1,
      cycle_group: null,
      owner: OWNER,
      ownership: null,
    },
  ],
  waves: [[CONSUMER_ID]],
  choke_points: [],
  unresolved: { failed_repositories: 1, below_floor: 0, paths: [] },
};
