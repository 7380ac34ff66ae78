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

/** One place that asks for an artifact. Texts have `${name}` where something is put in. */
export interface Use {
  rule: UseRule;
  line: number;
  /** `group:name:version`, `id:version` of a plugin, or only `${name}` of something that holds one. */
  coordinates: string;
  /** A version that is stated apart from the coordinates, else null. */
  version: string | null;
}

/** A name and its text; `.name` is seen only in its own file. */
export interface Assignment {
  name: string;
  value: string;
  line: number;
}

/** A project's own, which an outer project gives only through `allprojects` and `subprojects`: `allprojects.group`. */
export const isOfProject = (name: string): boolean => /^(?:group|version|archivesName)$/.test(name);

/** What its archives are called has several spellings: `archivesBaseName`, `base.archivesName`. */
export const unaliased = (name: string): string =>
  /^(?:base\.)?archives(?:Base)?Name$/.test(name) ? "archivesName" : name;

/** What a publication says of itself; null where it leaves that to its project. */
export interface Publication {
  /** Of the script's own project, or of every other one below it. */
  of: "own" | "subprojects" | "allprojects";
  group: string | null;
  name: string | null;
  version: string | null;
  line: number;
}

export interface GradleFacts {
  assignments: Assignment[];
  uses: Use[];
  /** Scripts that this one applies, as written. */
  applied: string[];
  /** Plugins that this script applies to its own project, by id. */
  plugins: string[];
  /** Paths of projects that a settings script includes, without the first colon. */
  includes: string[];
  /** What a settings script says of one of its projects: another name, another folder. */
  renamed: { project: string; key: "name" | "projectDir"; value: string }[];
  /** Version catalogs by the name that scripts use, and the file where they stand, if in one. */
  catalogs: { name: string; file: string | null }[];
  /** Plugins that this script publishes. */
  pluginIds: { id: string; line: number }[];
  publications: Publication[];
  /** What Jib makes images from. */
  baseImages: { text: string; line: number }[];
  /** Entries that cannot be read; the others of the file are none the worse. */
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
