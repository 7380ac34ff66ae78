import type { Role } from "@knockon/contract/vocabulary/role";
import type { LockFacts } from "../../lock-file.ts";

/** Where a package comes from. */
export type Source =
  /** A package index. The constraint is a PEP 440 specifier. */
  | { kind: "index"; constraint: string | null }
  | { kind: "git"; url: string; ref: string | null }
  /** A folder or archive on disk, relative to the file. */
  | { kind: "path"; path: string }
  /** An archive that is not on a git host. */
  | { kind: "url"; url: string }
  /** Another package of the same workspace. */
  | { kind: "local" };

export interface Requirement {
  /** `dependencies`, `requirements`, … */
  group: string;
  /** The role of the group, else null. */
  role: Role | null;
  line: number;
  /** The text without comments, hashes and options. */
  raw: string;
  /** Normalized; null if the text does not contain it, as in `git+https://…`. */
  name: string | null;
  source: Source;
  /** The first placeholder, else null. */
  unbound: string | null;
  /** What requires it, according to the comment of a compiled file: `-r base.in`, `acme (pyproject.toml)`, `click`. */
  origins?: string[];
  /** The factors (`py310-django`) of the environments of tox that install it, or `=` and the name of one environment. */
  environments?: string[];
  /** Whether `tool.uv.sources` can override the source. */
  isRedirectable: boolean;
}

export interface Package {
  name: string;
  line: number;
  version: string | null;
  /** Whether the project is not a package, such as with Poetry's `package-mode = false`. */
  isVirtual: boolean;
}

export interface PypiFacts {
  package: Package | null;
  requirements: Requirement[];
  /** `tool.uv.sources`, by normalized name. */
  sources: { name: string; source: Source }[];
  isUvWorkspace: boolean;
  /** The files that a requirements file says it was compiled from. */
  compiledFrom: string[];
  /** The files that `-r` and `-c` include, relative to the folder of the file. */
  includes: string[];
  /** The environments of tox that a pipeline names. */
  toxRuns: string[];
  /** The entries of a lock file, else null. */
  lock: LockFacts | null;
  /** The lines of URLs and paths in tables of packages. */
  locationLines: number[];
  /** Invalid entries. They do not affect the file's other entries. */
  problems: { line: number; message: string }[];
}

export const emptyFacts = (): PypiFacts => ({
  package: null,
  requirements: [],
  sources: [],
  isUvWorkspace: false,
  compiledFrom: [],
  includes: [],
  toxRuns: [],
  lock: null,
  locationLines: [],
  problems: [],
});

/** Limits the problems of a file that has another format altogether. */
const MAX_PROBLEMS = 20;

export function addProblem(facts: PypiFacts, line: number, message: string): void {
  if (facts.problems.length < MAX_PROBLEMS) facts.problems.push({ line, message });
}
