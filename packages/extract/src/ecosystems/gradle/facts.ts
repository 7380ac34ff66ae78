export type UseRule =
  | "dependency"
  | "platform"
  | "constraint"
  | "buildscript"
  | "plugin"
  | "plugin_module"
  | "bom"
  | "managed_dependency"
  | "forced"
  | "catalog_library"
  | "catalog_plugin"
  | "catalog";

/** One use of an artifact. Texts have `${name}` for interpolated values. */
export interface Use {
  rule: UseRule;
  line: number;
  /** `group:name:version`, `id:version` for a plugin, or `${name}` for a variable with one of these. */
  coordinates: string;
  /** A version stated apart from the coordinates, or null. */
  version: string | null;
}

/** A name with its value. The name `.x` is only visible in its own file. */
export interface Assignment {
  name: string;
  value: string;
  line: number;
}

/** Whether a property belongs to one project. Outer scripts set it as `allprojects.group` or `subprojects.group`. */
export const isProjectProperty = (name: string): boolean => /^(?:group|version|archivesName)$/.test(name);

/** Normalizes the spellings of `archivesName`: `archivesBaseName`, `base.archivesName`. */
export const normalizedName = (name: string): string =>
  /^(?:base\.)?archives(?:Base)?Name$/.test(name) ? "archivesName" : name;

/** A publication. A field is null if the project's value applies. */
export interface Publication {
  /** The projects that publish it: that of the script, or those below it. */
  of: "own" | "subprojects" | "allprojects";
  group: string | null;
  name: string | null;
  version: string | null;
  line: number;
}

export interface GradleFacts {
  assignments: Assignment[];
  uses: Use[];
  /** Paths of applied scripts, as written. */
  applied: string[];
  /** IDs of plugins that the script applies to its own project. */
  plugins: string[];
  /** Paths of projects included by a settings script, without the first colon. */
  includes: string[];
  /** Names and folders that a settings script sets for projects. */
  renamed: { project: string; key: "name" | "projectDir"; value: string }[];
  /** Version catalogs by name, and their file if they have one. */
  catalogs: { name: string; file: string | null }[];
  /** IDs of plugins that the script publishes. */
  pluginIds: { id: string; line: number }[];
  publications: Publication[];
  /** Base images of Jib. */
  baseImages: { text: string; line: number }[];
  /** Entries that cannot be read. The other entries of the file are unaffected. */
  problems: { line: number; message: string }[];
}

export const emptyFacts = (): GradleFacts => ({
  assignments: [],
  uses: [],
  applied: [],
  plugins: [],
  includes: [],
  renamed: [],
  catalogs: [],
  pluginIds: [],
  publications: [],
  baseImages: [],
  problems: [],
});

/** Where a statement is. */
export interface Place {
  /** The names of the blocks around it, outermost first. */
  blocks: readonly string[];
  /** The path of the Kotlin object around it, or empty. */
  owner: string;
}
