/** Where a package comes from. */
export type Source =
  /** An index of packages; the constraint is a specifier. */
  | { kind: "index"; constraint: string | null }
  | { kind: "git"; url: string; ref: string | null }
  /** A folder or archive on disk, relative to the file. */
  | { kind: "path"; path: string }
  /** An archive at a place that names no repository. */
  | { kind: "url"; url: string }
  /** Another package of the same workspace. */
  | { kind: "local" };

/** One line that asks for a package. */
export interface Requirement {
  /** Which group it stands in: `dependencies`, `requirements`, … */
  group: string;
  line: number;
  /** As written, without comment, hashes and options. */
  raw: string;
  /** Normalized; null where only the package itself knows it (`git+https://…` alone). */
  name: string | null;
  source: Source;
  /** The placeholder that someone fills in later, else null. */
  unbound: string | null;
  /** Whether `tool.uv.sources` has a say in where it comes from. */
  isRedirectable: boolean;
}

/** What a repository calls one of its own packages. */
export interface Package {
  name: string;
  line: number;
  version: string | null;
  /** It is an application that nobody can install. */
  isVirtual: boolean;
}

export interface PypiFacts {
  package: Package | null;
  requirements: Requirement[];
  /** uv's: by normalized name, where the packages come from. */
  sources: { name: string; source: Source }[];
  isUvWorkspace: boolean;
  /** Where the tables of packages say from where they come. */
  locationLines: number[];
  /** Entries that cannot be read; the others of the file are none the worse. */
  problems: { line: number; message: string }[];
}

export const emptyFacts = (): PypiFacts => ({
  package: null,
  requirements: [],
  sources: [],
  isUvWorkspace: false,
  locationLines: [],
  problems: [],
});

/** A file that is something else altogether needs to say so a few times only. */
const MAX_PROBLEMS = 20;

export function addProblem(facts: PypiFacts, line: number, message: string): void {
  if (facts.problems.length < MAX_PROBLEMS) facts.problems.push({ line, message });
}
