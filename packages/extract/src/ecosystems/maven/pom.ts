/** What a pom.xml says, nothing bound yet. */
export interface Pom {
  groupId: string | null;
  artifactId: string | null;
  version: string | null;
  /** The line of its artifactId. */
  line: number;
  parent: Parent | null;
  properties: Property[];
  profiles: Profile[];
  registryUrl: string | null;
}

export interface Parent {
  groupId: string | null;
  artifactId: string | null;
  version: string | null;
  /** Empty where the file says that the parent is not beside it. */
  relativePath: string;
  line: number;
}

export interface Property {
  name: string;
  value: string;
  /** The place of its profile in the file; null outside profiles. */
  profile: number | null;
}

export interface Profile {
  isActiveByDefault: boolean;
}

/** Which part of a pom.xml asks for an artifact. */
export type UseRule =
  | "parent"
  | "dependency"
  | "managed_dependency"
  | "bom"
  | "plugin"
  | "managed_plugin"
  | "plugin_dependency"
  | "annotation_processor"
  | "artifact_item"
  | "extension"
  | "core_extension";

/** One element that asks for an artifact. */
export interface Use {
  rule: UseRule;
  /** The line of its artifactId. */
  line: number;
  groupId: string;
  artifactId: string;
  version: string | null;
  /** `type:classifier`: what management tells apart beside the artifact. */
  variant: string;
  profile: number | null;
}

export interface MavenFacts {
  /** Null for `.mvn/extensions.xml`. */
  pom: Pom | null;
  uses: Use[];
  /** Elements that cannot be read; the others of the file are none the worse. */
  problems: { line: number; message: string }[];
}
