import type { ArtifactType } from "@knockon/contract/vocabulary/artifact-type";
import type { Evidence } from "@knockon/contract/vocabulary/evidence";
import type { Role } from "@knockon/contract/vocabulary/role";
import type { ValuesFile } from "./chart-values.ts";
import type { OwnedFiles } from "./codeowners/find-owners.ts";
import type { Argument, ArtifactInterface, OpenKinds } from "./interface.ts";
import type { SourceFile } from "./source-file.ts";

/** How versions are ordered and matched. The `graph` package has one module per scheme. */
export type VersioningScheme =
  | "ansible"
  | "bazel"
  | "cargo"
  | "circleci"
  | "composer"
  | "conan"
  | "cran"
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
  | "puppet"
  | "ruby"
  | "swift"
  | "terraform"
  | "vcpkg";

/** One use of one artifact on one line of a file. The same artifact on two lines is two declarations. */
export interface Declaration {
  ecosystem: string;
  dependencyType: ArtifactType;
  sourceFile: string;
  /** 1-based. */
  sourceLine: number;
  /** The whole reference as written, with variables that the repository binds interpolated. */
  rawReference: string;
  /** The artifact's canonical name without a version: `ghcr.io/acme/base`, `acme/actions/setup`. */
  artifact: string;
  /** The constraint as written, or null. */
  versionConstraint: string | null;
  versioning: VersioningScheme;
  /** The variable without a known value (`BASE` of `ARG BASE`), or null. Makes the state `unresolved`. */
  unbound: string | null;
  /** The version in a comment next to a digest or commit (`# v4.1.0`), or null. */
  versionComment: string | null;
  /** The names to look up, best first. See `name.ts`. */
  lookups: string[];
  evidence: Evidence;
  /** What the manifest's section says that the artifact is needed for. The file's path can override it: see `role.ts`. */
  role?: Role;
  /** The scope (see `scope.ts`), where it is not the artifact of this file or the nearest one above it. */
  scope?: string | null;
  /** The scope of the producer that is used, where the producer is found by its repository: see `fileScope`. */
  targetScope?: string;
  /** The name of the one package that is used, where the producer is found by its repository, which may have several. */
  targetName?: string;
  /** The version that a lock file holds the declaration to. */
  locked?: Lock | null;
  /** Where other files of the repository may state the version. Only before `RepositoryExtraction.finish`. */
  inheritedVersion?: InheritedVersion;
  /** A use by name in a command. It counts only if another repository of the workspace publishes the name. */
  requiresProducer?: true;
  /** What the consumer passes to and reads from the artifact. Absent if the ecosystem does not read it. */
  arguments?: Argument[];
  /** Kinds of which the consumer may pass or read more than `arguments`. */
  openArguments?: OpenKinds;
  /** Values files of the repository that are passed to a chart. Only before `RepositoryExtraction.finish`. */
  valuesFiles?: string[];
}

/** A version that a declaration takes over from other declarations. Unknown unless all of them state the same. */
export interface InheritedVersion {
  /** The field that would state it. */
  field: string;
  /** The constraints that the ecosystem found. */
  constraints: string[];
  /** Uses that any ecosystem may have found. */
  uses: { file: string; artifact: string }[];
}

/** What a lock file holds a declaration to. */
export interface Lock {
  /** Null if the lock file exists, but was not read or has no readable entry. */
  version: string | null;
  file: string;
  /** 1-based line of the entry, or null. */
  line: number | null;
}

/** A declaration with everything that follows from its file and repository. */
export interface ExtractedDeclaration extends Omit<Declaration, "inheritedVersion" | "valuesFiles"> {
  role: Role;
  /** The scope that is built from the declaring file, or null: a change of the artifact ends here. */
  scope: string | null;
  locked: Lock | null;
}

/** One scope that is built into another of the same repository. */
export interface Composition {
  outer: string;
  inner: string;
}

/** An artifact that the repository publishes. */
export interface ProducedArtifact {
  ecosystem: string;
  artifactType: ArtifactType;
  name: string;
  version: string | null;
  registryUrl: string | null;
  sourceFile: string;
  sourceLine: number | null;
  /** The names that declarations look it up by. See `name.ts`. */
  announces: string[];
  /**
   * The artifact follows from a convention: no file names it. It exists only once a declaration looks up one of
   * `announces`, and then has the name that the declaration uses.
   */
  assumed?: true;
  evidence: Evidence;
}

/** Something that could not be read, reported to the user. Broken test data is not reported: see `isTestInput`. */
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

/** A custom pattern of an org, in RE2 syntax. */
export interface HeuristicPattern {
  name: string;
  /** The group `name` matches the artifact, the optional group `version` its version. */
  pattern: string;
  artifactType: ArtifactType;
  /** Only files whose path contains this text are searched. */
  path?: string | undefined;
}

/** The repository that files belong to. */
export interface RepositoryIdentity {
  /** `org/repo` within its host. */
  fullPath: string;
  cloneUrl: string | null;
  /** The kind of its host. If absent, the name of the host decides. */
  platform?: "github" | "gitlab" | undefined;
  /** The patterns of its org. */
  heuristicPatterns?: readonly HeuristicPattern[];
  /** `host/owner` of the repositories that are scanned together, for imports of each other. By default, only its own. */
  owners?: readonly string[];
  /** Also reads the interfaces of sources, such as exported names in Go. Only a comparison of two commits needs them. */
  withSourceInterfaces?: boolean;
}

export interface TreeEntry {
  path: string;
  /** Git's mode as an octal string: `100644`, `100755`, `120000` (symlink), `160000` (submodule). */
  mode: string;
  oid: string;
}

export interface Facts<F> {
  path: string;
  facts: F;
}

export interface LinkInput<F> {
  repository: RepositoryIdentity;
  /** The facts of this ecosystem, sorted by path. */
  files: readonly Facts<F>[];
  /** Every entry of the commit, including skipped ones. */
  tree: readonly TreeEntry[];
}

export interface LinkResult {
  declarations: Declaration[];
  artifacts: ProducedArtifact[];
  problems: Problem[];
  /** Compositions that only the ecosystem knows, such as local modules. */
  compositions?: Composition[];
  /** Files that fetch something of the repository itself, which is not a declaration. */
  ownUses?: OwnUse[];
  /** Lines that are part of a declaration on another line, such as the `git = "…"` of a table. Later ecosystems skip them. */
  readLines?: FileLine[];
  interfaces?: ArtifactInterface[];
  /** Files that declarations of any ecosystem may pass to a chart. */
  valuesFiles?: ValuesFile[];
}

/** A file that fetches another file or a release (null) of the repository that it is in. */
export interface OwnUse {
  file: string;
  fetched: string | null;
}

/** Everything that was extracted from one commit. */
export interface ExtractionResult {
  declarations: ExtractedDeclaration[];
  artifacts: ProducedArtifact[];
  compositions: Composition[];
  problems: Problem[];
  /** Sorted by scope. Absent if there are none. */
  interfaces?: ArtifactInterface[];
  /** The files of declarations and arguments by their owners in CODEOWNERS. Absent if none has an owner. */
  owners?: OwnedFiles[];
}

export interface FileLine {
  file: string;
  line: number;
}

/** What decides which ecosystems read a file. */
export type UnreadFile = Pick<SourceFile, "path" | "text"> & Partial<Pick<SourceFile, "bytes">>;

/**
 * One packaging or delivery format, in two pure phases. `read` extracts facts from one file alone. `link` turns the
 * facts of all files into declarations and artifacts. Neither performs I/O or reads ambient state. For bad input,
 * `read` throws SyntaxProblem and `link` returns problems.
 */
export interface Ecosystem<F> {
  /** Follows the purl types where one fits: `docker`, `githubactions`, `terraform`, `golang`, `npm`. */
  id: string;
  /** The role of declarations without one. `runtime` if absent. */
  role?: Role;
  /** Returns the ecosystem to use for one repository. Absent if it is the same for all. */
  forRepository?(repository: RepositoryIdentity): Ecosystem<F>;
  /** Matches the extensions of all files that the ecosystem may read: see `extensionOf`. Absent if any file may be one. */
  extensions?: RegExp;
  /** Whether the ecosystem reads this file. Called for every text file with such an extension: test the path first. */
  claims(file: UnreadFile): boolean;
  /**
   * Whether a claimed file may belong to another tool. Its invalid parts are only reported if it declares something. False
   * if absent.
   */
  isGuess?(path: string): boolean;
  /** Whether `link` finds artifacts by the tree alone. Otherwise it is not called for a repository without facts. */
  linksTree?: true;
  /**
   * What `link` reads the interface of an artifact from: the file that defines the artifact, or several files of the repository. Absent if
   * it returns no interfaces. A comparison of two commits reads only files that can make a difference.
   */
  interfaceFrom?: "file" | "repository";
  /** Returns facts as plain JSON, or undefined if there is nothing to link. Throws SyntaxProblem. */
  read(file: SourceFile): F | undefined;
  link(input: LinkInput<F>): LinkResult;
}

/** An ecosystem without its fact type, for the registry. */
export interface AnyEcosystem {
  id: string;
  role?: Role;
  forRepository?(repository: RepositoryIdentity): AnyEcosystem;
  extensions?: RegExp;
  claims(file: UnreadFile): boolean;
  isGuess?(path: string): boolean;
  linksTree?: true;
  interfaceFrom?: "file" | "repository";
  read(file: SourceFile): unknown;
  link(input: LinkInput<never>): LinkResult;
}

/** Thrown if a file cannot be parsed. Becomes a `Problem` with the code `invalid_syntax`. */
export class SyntaxProblem extends Error {
  readonly line: number | null;
  constructor(message: string, line: number | null) {
    super(message);
    this.line = line;
  }
}

/** Returns the problem to report for a SyntaxProblem. */
export const invalidSyntax = (
  ecosystem: string,
  file: string | null,
  { line, message }: { line: number | null; message: string },
): Problem => ({ file, line, code: "invalid_syntax", message: `${ecosystem}: ${message}` });
