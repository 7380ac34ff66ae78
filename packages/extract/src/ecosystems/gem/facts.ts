/** Where a gem comes from; null fields say nothing. Texts have `${name}` where something is put in. */
export interface Source {
  /** A repository's URL, as `git:` or a shorthand gives it. */
  git: string | null;
  /** Branch, tag or commit. */
  ref: string | null;
  /** Relative to the file. */
  path: string | null;
}

/** One line that asks for a gem. */
export interface Dependency extends Source {
  rule: "gem" | "dependency" | "development_dependency";
  line: number;
  name: string;
  /** `~> 1.2, >= 1.2.3` */
  constraint: string | null;
}

export interface GemFacts {
  /** What a gemspec is about; null in a Gemfile. */
  gem: { name: string; version: string | null; line: number } | null;
  dependencies: Dependency[];
  /** Where options and blocks say which repository gems come from. */
  gitLines: number[];
  /** What names of the file hold, as far as it is text; null where several texts. */
  assigned: Record<string, string | null>;
}
