import type { ArtifactType } from "@knockon/contract/vocabulary/artifact-type";
import type { Evidence } from "@knockon/contract/vocabulary/evidence";
import type { SourceFile } from "./source-file.ts";

/** How an ecosystem orders and matches versions; `graph` has one module per scheme. */
export type VersioningScheme =
  | "ansible"
  | "bazel"
  | "cargo"
  | "circleci"
  | "composer"
  | "conan"
  | "docker"
  | "git"
  | "go"
  | "gradle"
  | "helm"
  | "hex"
  | "maven"
  | "npm"
  | "nuget"
  | "pep440"
  | "pub"
  | "ruby"
  | "swift"
  | "terraform"
  | "vcpkg";

/**
 * One use of one artifact: a line in a file of the scanned repository.
 * Two uses on two lines are two declarations, even of the same thing.
 */
export interface Declaration {
  ecosystem: string;
  dependencyType: ArtifactType;
  sourceFile: string;
  /** 1-based. */
  sourceLine: number;
  /** The whole reference as written (after substitution of what the repository itself binds). */
  rawReference: string;
  /** The artifact's canonical name, without version: `ghcr.io/acme/base`, `acme/actions/setup`. */
  artifact: string;
  /** The constraint as written; null when there is none. */
  versionConstraint: string | null;
  versioning: VersioningScheme;
  /** The binding that was sought and not found (`ARG BASE`), else null. Makes the state `unresolved`. */
  unbound: string | null;
  /** The version a comment states beside a digest or commit (`# v4.1.0`), else null. */
  versionComment: string | null;
  /** What resolution looks for, best first. See `name.ts`. */
  lookups: string[];
  evidence: Evidence;
}

/** Something this repository publishes for others. */
export interface ProducedArtifact {
  ecosystem: string;
  artifactType: ArtifactType;
  name: string;
  version: string | null;
  registryUrl: string | null;
  sourceFile: string;
  sourceLine: number | null;
  /** The names under which others may ask for it. See `name.ts`. */
  announces: string[];
  /**
   * No file says that it is published, let alone under this name. Whoever asks by one of `announces` finds the
   * repository, and keeps the name asked for; until then there is no such artifact.
   */
  assumed?: true;
  evidence: Evidence;
}

/** Something that could not be read, told to the user: never a thrown error, never silence (but see `test-input.ts`). */
export interface Problem {
  file: string | null;
  line: number | null;
  code: ProblemCode;
  message: string;
}

export type ProblemCode =
  | "invalid_syntax"
  | "timeout"
  | "out_of_memory"
  | "extractor_error"
  | "blob_missing"
  | "truncated";

/** A convention of an org's own. The expressions are in RE2's syntax. */
export interface HeuristicPattern {
  name: string;
  /** Its group `name` is what the text refers to, its group `version`, if there is one, at which version. */
  pattern: string;
  artifactType: ArtifactType;
  /** What the path of a file must contain; any file without it. */
  path?: string | undefined;
}

/** What is known of the repository besides its files. */
export interface RepositoryIdentity {
  /** `org/repo` within its host. */
  fullPath: string;
  cloneUrl: string | null;
  /** Those of its org; none without it. */
  heuristicPatterns?: readonly HeuristicPattern[];
}

export interface TreeEntry {
  path: string;
  /** Git's mode, octal as a string: `100644`, `100755`, `120000` (symlink), `160000` (submodule). */
  mode: string;
  oid: string;
}

export interface Facts<F> {
  path: string;
  facts: F;
}

export interface LinkInput<F> {
  repository: RepositoryIdentity;
  /** The facts of this ecosystem, ordered by path. */
  files: readonly Facts<F>[];
  /** Every entry of the commit, also those that were skipped. */
  tree: readonly TreeEntry[];
}

export interface LinkResult {
  declarations: Declaration[];
  artifacts: ProducedArtifact[];
  problems: Problem[];
  /** Lines that say more of what another line declares (`git = "…"` of a table): nothing is declared on them again. */
  readLines?: FileLine[];
}

export interface FileLine {
  file: string;
  line: number;
}

/**
 * One packaging or delivery format, in two pure phases. `read` sees one file and nothing else, so its facts can
 * be cached by blob; `link` sees all facts of the repository and binds names across its files.
 * Neither performs I/O, reads ambient state or throws for bad input: `read` throws only `SyntaxProblem`.
 */
export interface Ecosystem<F> {
  /** Follows the purl types where one fits: `docker`, `githubactions`, `terraform`, `golang`, `npm`. */
  id: string;
  /** The ecosystem for the files of one repository, where what is known of it decides how they are read. */
  forRepository?(repository: RepositoryIdentity): Ecosystem<F>;
  /** Is this file this ecosystem's? Judge the path first: it is called for every text file. */
  claims(file: { path: string; text: string }): boolean;
  /** Facts are plain JSON. */
  read(file: SourceFile): F;
  link(input: LinkInput<F>): LinkResult;
}

/** Keeps an ecosystem's fact type to itself while the registry holds all of them. */
export interface AnyEcosystem {
  id: string;
  forRepository?(repository: RepositoryIdentity): AnyEcosystem;
  claims(file: { path: string; text: string }): boolean;
  read(file: SourceFile): unknown;
  link(input: LinkInput<never>): LinkResult;
}

/** The file cannot be parsed. The core turns it into a `Problem` of code `invalid_syntax`. */
export class SyntaxProblem extends Error {
  readonly line: number | null;
  constructor(message: string, line: number | null) {
    super(message);
    this.line = line;
  }
}
