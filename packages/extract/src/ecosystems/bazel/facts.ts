/** A text of a file, with what only running Bazel would fill in as `{NAME}`. */
export interface Text {
  text: string;
  line: number;
}

/** One statement that asks for something. */
export type Use =
  | { kind: "module"; rule: string; name: Text; version: string | null }
  /** `comment` stands beside the ref. */
  | { kind: "git"; rule: string; name: Text; remote: Text | null; ref: string | null; comment: string | null }
  | { kind: "archive"; rule: string; name: Text; urls: Text[] }
  | { kind: "image"; rule: string; image: Text };

export interface BazelFacts {
  /** The module that the file makes of its repository. */
  module: { name: string; line: number; version: string | null } | null;
  uses: Use[];
  /** Modules that are taken from a folder. */
  localModules: { name: string; path: string }[];
}
