/** One port that a manifest names. */
export interface Port {
  rule: string;
  name: string;
  line: number;
  /** As the scheme reads it: `>=1.2.3#1`, or a version alone where an override sets it. */
  constraint: string | null;
}

/** A registry of ports: a git repository as of a commit. */
export interface Registry {
  repository: string | null;
  line: number;
  baseline: string | null;
}

export interface VcpkgFacts {
  package: { name: string; line: number; version: string | null } | null;
  ports: Port[];
  registries: Registry[];
  problems: { line: number; message: string }[];
}
