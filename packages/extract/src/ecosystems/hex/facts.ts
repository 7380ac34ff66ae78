/** One tuple that asks for a package. Texts have `${name}` where something is put in. */
export interface Dependency {
  line: number;
  /** The application, and the package's name where it is another. */
  app: string;
  package: string | null;
  constraint: string | null;
  git: string | null;
  /** Branch, tag or commit. */
  ref: string | null;
  /** Relative to the file. */
  path: string | null;
}

export interface HexFacts {
  app: { name: string; line: number } | null;
  /** The name that the package is published under, where it is not the application's. */
  packageName: string | null;
  version: string | null;
  dependencies: Dependency[];
  /** Where options say which repository packages come from. */
  gitLines: number[];
  /** What module attributes hold, as far as it is text. */
  attributes: Record<string, string>;
}
