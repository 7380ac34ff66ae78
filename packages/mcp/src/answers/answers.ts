import type { z } from "zod";
import type { Page } from "@knockon/contract/client";
import type { Artifact, ArtifactConsumers } from "@knockon/contract/resources/artifact";
import type { ArtifactInterface, Check, CheckRequest } from "@knockon/contract/resources/check";
import type { RepositoryReference } from "@knockon/contract/resources/fields";
import type { Impact } from "@knockon/contract/resources/impact";
import type { DependencyGraph } from "@knockon/contract/resources/graph";
import type {
  Dependency,
  Dependent,
  RepositoryProblem,
  UnresolvedDeclaration,
} from "@knockon/contract/resources/repository";
import type { Unnamed } from "@knockon/contract/resources/unnamed";
import type { UnresolvedReason } from "@knockon/contract/vocabulary/evidence";
import type { Role } from "@knockon/contract/vocabulary/role";

/**
 * The questions that the tools and the command line ask, in the resources of the API. `apiAnswers` asks a service, and `knockon mcp --in` reads
 * the report of a scan, in which full paths stand in for repository IDs.
 */
export interface Answers {
  describeGraph(): Promise<GraphState>;
  /** Returns the repositories with a URL or full path: none, one, or several of different hosts. */
  findRepositories(name: string): Promise<RepositoryReference[]>;
  /** Returns repositories by part of their path, at most MAX_NAMES. */
  listRepositories(part?: string): Promise<RepositoryReference[]>;
  /** Returns artifacts by part of their name. */
  listArtifacts(query: ArtifactQuery): Promise<Page<KnownArtifact[]>>;
  /** Returns a declaration of an artifact for each repository that uses it, ordered by repository. Empty if the plan excludes it. */
  listConsumers(artifactId: string): Promise<{ items: KnownConsumer[]; unnamed?: Unnamed | undefined }>;
  /** Returns the artifacts that a repository produces, at most 500. */
  listProducts(repositoryId: string): Promise<KnownArtifact[]>;
  getInterface(artifactId: string): Promise<ArtifactInterface>;
  /** Returns the impact with all affected repositories. */
  getImpact(query: ImpactQuery): Promise<Impact>;
  /** Returns all declarations of a repository. */
  listDependencies(repositoryId: string): Promise<KnownDependency[]>;
  /** Returns the declarations of other repositories that use a repository, ordered by repository, file and line. */
  listDependents(
    repositoryId: string,
    roles?: readonly Role[],
  ): Promise<Omit<Page<KnownDependent[]>, "total">>;
  /** Returns declarations without a producer: by default, dependencies on something of the own organizations. */
  listUnresolved(query: UnresolvedQuery): Promise<Page<KnownUnresolved[]>>;
  /** Returns the problems of the last scans, ordered by repository, file and line within each organization. */
  listProblems(): Promise<RepositoryProblem[]>;
  /** Returns what is around a root in either direction, or everything. */
  getGraph(query: GraphQuery): Promise<KnownGraph>;
  checkChange(repositoryId: string, change: ChangeRequest): Promise<Check>;
}

export interface GraphState {
  /** End of the oldest of the last scans. Null if an organization was never scanned. */
  scanned_at: string | null;
  /** False if the graph may lack edges. */
  complete: boolean;
  /** URL of the workspace in the web application. Null offline. */
  web: string | null;
}

export interface ArtifactQuery {
  q?: string;
  artifact_type?: Artifact["artifact_type"];
  limit: number;
  offset: number;
}

export type KnownArtifact = Pick<
  Artifact,
  "id" | "artifact_type" | "name" | "version" | "dependent_count" | "source_repository"
>;

export type KnownConsumer = Pick<
  z.output<typeof ArtifactConsumers>["consumers"][number],
  "repository" | "source_file" | "source_line" | "version_constraint"
>;

export type KnownDependency = Omit<Dependency, OwnIds>;

type OwnIds = "id" | "source_repository_id" | "target_repository_id";

export type KnownDependent = Omit<Dependent, OwnIds>;

export type KnownUnresolved = Omit<UnresolvedDeclaration, OwnIds>;

export interface UnresolvedQuery {
  reason?: UnresolvedReason | undefined;
  role?: readonly Role[] | undefined;
  artifact_type?: Artifact["artifact_type"] | undefined;
  limit: number;
}

export interface GraphQuery {
  /** The ID of a repository. */
  root?: string | undefined;
  depth: number;
  min_confidence: number;
}

export interface KnownGraph {
  /** Ordered by path. */
  nodes: RepositoryReference[];
  /** Repositories that the graph leaves out. */
  unnamed?: Unnamed | undefined;
  /** From consumers to producers. */
  edges: Omit<DependencyGraph["edges"][number], "id">[];
}

export interface ImpactQuery {
  root: { repository_id: string } | { artifact_id: string };
  max_depth: number;
  min_confidence: number;
  role?: readonly Role[] | undefined;
  path?: readonly string[] | undefined;
  /** Only this repository among the affected. The answer is then about it. */
  affected_id?: string | undefined;
  /** The version that the root would release. */
  version?: string | undefined;
}

export type ChangeRequest = z.input<typeof CheckRequest>;

/** Limits the names that an unknown one is compared with. */
export const MAX_NAMES = 5000;
