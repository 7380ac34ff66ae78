/** What a dependency says of where its crate comes from; null where it says nothing. */
export interface Specification {
  version: string | null;
  git: string | null;
  /** Branch, tag or commit. */
  ref: string | null;
  /** Relative to the manifest that holds it. */
  path: string | null;
  /** The crate's real name, where the key is another. */
  package: string | null;
}

/** One line that asks for a crate. */
export interface Dependency extends Specification {
  /** Which table it stands in: `dependencies`, `dev_dependencies`, … */
  group: string;
  key: string;
  line: number;
  /** `workspace = true`: the rest is written in the workspace's own manifest. */
  isInherited: boolean;
}

export interface CargoFacts {
  package: { name: string; line: number; version: Inheritable; publish: Inheritable } | null;
  /** Null in a manifest that is no root of a workspace. */
  workspace: { version: string | null; publish: string | null } | null;
  dependencies: Dependency[];
  /** Where the addresses of repositories stand. */
  gitLines: number[];
  problems: { line: number; message: string }[];
}

/** A value as written, null for none, or the workspace's. */
export type Inheritable = string | null | { workspace: true };
