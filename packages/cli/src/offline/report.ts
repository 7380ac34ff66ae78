import type { ArtifactType } from "@knockon/contract/vocabulary/artifact-type";
import type { Evidence, UnresolvedReason } from "@knockon/contract/vocabulary/evidence";
import type { Role } from "@knockon/contract/vocabulary/role";
import type { VersionConstraintState } from "@knockon/contract/vocabulary/version-constraint-state";
import type { Composition, Lock, VersioningScheme } from "@knockon/extract/ecosystem";
import type { OwnedFiles } from "@knockon/extract/codeowners/find-owners";
import type { Argument, ArtifactInterface, OpenKinds } from "@knockon/extract/interface";

/** The output of `knockon scan --json`. Everything is sorted: equal commits give equal bytes, except for `timings`. */
export interface Report {
  format_version: 2;
  repositories: ReportRepository[];
  artifacts: ReportArtifact[];
  declarations: ReportDeclaration[];
  /** Which scopes of a repository are built into which. */
  compositions: (Composition & { repository: string })[];
  /** The file that each artifact of a repository is built from, including artifacts that only a naming convention suggests. */
  artifact_files: { repository: string; artifact: string; source_file: string }[];
  /** What the artifacts of each repository offer by name. */
  interfaces: (ArtifactInterface & { repository: string })[];
  edges: ReportEdge[];
  /** What the scan left out, one line each. Only if there is any. */
  warnings?: string[];
  /** Only with `--ownership`. */
  ownership?: ReportOwnership[];
  timings: {
    scanned_at?: string;
    extract_seconds: number;
    resolve_seconds: number;
    files: number;
    bytes: number;
  };
}

export interface ReportRepository {
  full_path: string;
  clone_url: string | null;
  commit_sha: string | null;
  /** Sorted. */
  tags?: string[];
  status: "scanned" | "skipped" | "failed";
  problems: { file: string | null; line: number | null; code: string; message: string }[];
  /** The files of declarations by their owners in CODEOWNERS. Only if any has an owner. */
  owners?: OwnedFiles[];
}

export interface ReportArtifact {
  artifact_type: ArtifactType;
  name: string;
  version: string | null;
  /** Null if no scanned repository produces the artifact. */
  source_repository: string | null;
}

export interface ReportDeclaration {
  repository: string;
  ecosystem: string;
  dependency_type: ArtifactType;
  source_file: string;
  source_line: number;
  raw_reference: string;
  artifact: string;
  version_constraint: string | null;
  /** The version in a comment next to a digest or commit. */
  version_comment: string | null;
  version_constraint_state: VersionConstraintState;
  versioning: VersioningScheme;
  target_repository: string | null;
  confidence: number;
  evidence: Evidence;
  reason: UnresolvedReason | null;
  role: Role;
  /** What is built from the declaring file, or null: see `extract/src/scope.ts`. */
  scope: string | null;
  /** What is declared: a scope of the target repository, or a set of them. Null without a target. */
  target_scope: string | null;
  locked: Lock | null;
  /** What the consumer passes to and reads from the artifact. Only with a target. */
  arguments?: Argument[];
  /** Kinds of names of which it may pass or read more, each with the reason. Only with a target. */
  open_arguments?: OpenKinds;
}

export interface ReportEdge {
  source: string;
  target: string;
  dependency_type: ArtifactType;
  version_constraint: string | null;
  confidence: number;
}

export interface ReportOwnership {
  repository: string;
  bus_factor: number;
  top_author: string | null;
  top_author_share: number;
  human_author_count: number;
  contributors: { name: string; commit_count: number; share: number }[];
}
