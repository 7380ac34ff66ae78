/** Which element or file asks for a package. */
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
  /** It changes what others ask for (`Update`), hence states nothing where it has no version. */
  isUpdate: boolean;
  isConditional: boolean;
}

export interface Property {
  /** Lower case: MSBuild knows no other difference. */
  name: string;
  value: string;
  isConditional: boolean;
  /** The condition is only that it has no value yet. */
  isDefault: boolean;
}

export interface NugetFacts {
  uses: Use[];
  properties: Property[];
  /** What `<Import Project="…">` names. */
  imports: string[];
  /** The root's `Sdk`; empty where it has none, null for what is no MSBuild file. */
  sdk: string | null;
  /** Line of the root. */
  line: number;
  /** What a `.nuspec` describes. */
  nuspec: { id: string; version: string | null; line: number } | null;
  /** Elements that cannot be read; the others of the file are none the worse. */
  problems: { line: number; message: string }[];
}

export const emptyFacts = (): NugetFacts => ({
  uses: [],
  properties: [],
  imports: [],
  sdk: null,
  line: 1,
  nuspec: null,
  problems: [],
});

/** Or anything with a placeholder of MSBuild's. */
const ID = /^[\w.-]+$|[$@%]\(/;
const MAX_LENGTH = 256;

/** Adds a use; a problem if no package can be called so. */
export function addUse(
  facts: NugetFacts,
  use: Pick<Use, "rule" | "line" | "id" | "version"> & Partial<Use>,
): void {
  if (use.id.length > MAX_LENGTH || !ID.test(use.id)) {
    facts.problems.push({ line: use.line, message: `"${use.id.slice(0, 100)}" names no package.` });
  } else {
    facts.uses.push({ isUpdate: false, isConditional: false, ...use, version: use.version?.trim() || null });
  }
}
