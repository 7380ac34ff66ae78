import type { LockFacts } from "../../lock-file.ts";

/** The element or file that declares a dependency. */
export type UseRule =
  | "package_reference"
  | "package_version"
  | "global_package_reference"
  | "package_download"
  | "cli_tool_reference"
  | "sdk"
  | "packages_config"
  | "nuspec_dependency"
  | "tool";

export interface Use {
  rule: UseRule;
  line: number;
  id: string;
  version: string | null;
  /** Whether the item modifies another one (`Update`). Without a version it declares nothing. */
  isUpdate: boolean;
  isConditional: boolean;
  /** Whether the consumers of the project do not get the package: analyzers and build tools. */
  isPrivate: boolean;
  /** Whether a condition selects test projects. */
  isForTests: boolean;
}

/** A `ProjectReference`, as written. */
export interface ProjectUse {
  path: string;
  isForTests: boolean;
}

export interface Property {
  /** In lower case: property names are case-insensitive. */
  name: string;
  value: string;
  isConditional: boolean;
  /** Whether the only condition is that the property has no value yet. */
  isDefault: boolean;
}

export interface NugetFacts {
  uses: Use[];
  properties: Property[];
  /** The values of `<Import Project="…">`. */
  imports: string[];
  projects: ProjectUse[];
  /** `Sdk` of the root element, `""` if it has none; null for files that are not MSBuild's. */
  sdk: string | null;
  /** The line of the root element. */
  line: number;
  /** The package a `.nuspec` describes. */
  nuspec: { id: string; version: string | null; line: number } | null;
  /** Null for other files than lock files. */
  lock: LockFacts | null;
  /** Invalid elements. They do not affect the file's other elements. */
  problems: { line: number; message: string }[];
}

export const emptyFacts = (): NugetFacts => ({
  uses: [],
  properties: [],
  imports: [],
  projects: [],
  lock: null,
  sdk: null,
  line: 1,
  nuspec: null,
  problems: [],
});

/** A package ID, or any text with an MSBuild placeholder. */
const ID = /^[\w.-]+$|[$@%]\(/;
const MAX_LENGTH = 256;

/** Adds a dependency, or a problem if the ID is invalid. */
export function addUse(
  facts: NugetFacts,
  use: Pick<Use, "rule" | "line" | "id" | "version"> & Partial<Use>,
): void {
  if (use.id.length > MAX_LENGTH || !ID.test(use.id)) {
    facts.problems.push({ line: use.line, message: `"${use.id.slice(0, 100)}" is not a valid package ID.` });
  } else {
    facts.uses.push({
      isUpdate: false,
      isConditional: false,
      isPrivate: false,
      isForTests: false,
      ...use,
      version: use.version?.trim() || null,
    });
  }
}
