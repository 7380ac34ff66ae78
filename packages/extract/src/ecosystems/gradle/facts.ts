import type { Role } from "@knockon/contract/vocabulary/role";
import type { LockFacts } from "../../lock-file.ts";

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

export type UsedRole = Extract<Role, "runtime" | "build" | "dev" | "test">;

/** The project that a statement configures: that of its script, those below, or the one with the path `:core`. */
export type Projects = "own" | "subprojects" | "allprojects" | `:${string}`;

/** One use of an artifact. Texts have `${name}` for interpolated values. */
export interface Use {
  rule: UseRule;
  line: number;
  /** `group:name:version`, `id:version` for a plugin, or `${name}` for a variable with one of these. */
  coordinates: string;
  /** A version stated apart from the coordinates, or null. */
  version: string | null;
  role: UsedRole;
  of: Projects;
  /** The name of a catalog's entry in scripts, without that of the catalog: `kit.core`, `plugins.kit`. */
  alias?: string;
  /** The catalog, if a settings script defines it. */
  catalog?: string;
}

/** A use of another project, such as `:core`, or of the accessor `projects.core` without its first part. */
export interface ProjectUse {
  project: string;
  role: UsedRole;
  of: Projects;
}

/** A plugin of a catalog that a script applies: `libs.plugins.kit`. */
export interface AliasUse {
  name: string;
  of: Projects;
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
  of: Exclude<Projects, `:${string}`>;
  group: string | null;
  name: string | null;
  version: string | null;
  line: number;
}

export interface GradleFacts {
  assignments: Assignment[];
  uses: Use[];
  projectUses: ProjectUse[];
  aliasUses: AliasUse[];
  /** The entries of a catalog's bundles by the name of the bundle: `bundles.all`. */
  bundles: { name: string; members: string[]; catalog?: string }[];
  /** Null for other files than lock files. */
  lock: LockFacts | null;
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
  projectUses: [],
  aliasUses: [],
  bundles: [],
  lock: null,
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
  /** Whether a source set or a suite of tests is around it. */
  isTest: boolean;
}

/** Returns the projects that a statement in the blocks configures. */
export function projectsAt({ blocks }: Pick<Place, "blocks">): Projects {
  const found = blocks.find(
    (block) => block === "subprojects" || block === "allprojects" || block[0] === ":",
  );
  return (found as Projects | undefined) ?? "own";
}
