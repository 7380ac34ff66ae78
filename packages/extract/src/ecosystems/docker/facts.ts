import type { Expanded } from "./expand-variables.ts";
import type { ComputedMatrix, MatrixList } from "./matrix-data.ts";
import type { SyncRun } from "./mirror-commands.ts";
import type { Stage } from "./stages.ts";
import type { InputValue, LocalCall } from "./workflow-calls.ts";

/** The facts of one file, as plain JSON. */
export interface DockerFacts {
  kind: FileKind;
  uses: ImageUse[];
  builds: ImageBuild[];
  /** The stages of a Dockerfile. */
  stages: Stage[];
  /** The Dockerfiles that the file builds images from. */
  dockerfiles: DockerfileUse[];
  problems: LineProblem[];
  /** The images of a list that is mirrored. */
  mirrors: MirroredImage[];
  /** The commands that mirror lists. */
  syncs: SyncRun[];
  /** The calls of a workflow or action to others in the same repository. */
  calls: LocalCall[];
  /** The default values of the inputs of a workflow or action. */
  defaults: InputValue[];
  /** The matrices that the jobs of a workflow compute. */
  matrices: ComputedMatrix[];
  /** The lists of a JSON file from which a matrix may be computed. */
  lists: MatrixList[];
  /** Whether a command pushes the images that compose builds. */
  pushesCompose: boolean;
  /** Set for a Makefile. */
  make: MakeFacts | null;
  /** Set for an `.env` file: values by name. */
  environment: Record<string, Expanded> | null;
}

export type FileKind =
  | "dockerfile"
  | "compose"
  | "environment"
  | "bake"
  | "workflow"
  | "makefile"
  | "script"
  | "pipeline"
  | "goreleaser"
  | "buildtool"
  | "skaffold"
  | "ko"
  | "chartpress"
  | "mirror"
  | "matrix_data";

/** The Makefiles of one folder share their variables. */
export interface MakeFacts {
  /** The first value of each name, as written. */
  variables: Record<string, string>;
  /** Recipes that build or push images, with make variables in shell notation: `${X}`. */
  recipes: { line: number; script: string }[];
}

/** An image that the file uses. */
export interface ImageUse {
  line: number;
  /** The reference with its variables interpolated. Unbound variables stay as written. */
  text: string;
  unbound: string | null;
  rule: string;
  /** The index of the stage of a Dockerfile that uses the image. Absent outside of stages. */
  stage?: number;
}

/** A build of a Dockerfile. */
export interface DockerfileUse {
  /** The names of the resulting image, as in `ImageBuild`. */
  images: string[];
  /** Paths of the Dockerfile in the repository, most likely first. May contain expressions, as `images`. */
  paths: string[];
  /** The stage to build, or null for the last one. */
  target: string | null;
}

/** An image that the file builds. `text` may contain expressions that only depend on the repository. */
export interface ImageBuild {
  line: number;
  text: string;
  rule: string;
  /** The image that it is a copy of. */
  source?: string;
}

/** An image of a list that is mirrored to a registry. */
export interface MirroredImage {
  line: number;
  /** The reference of the original, without a tag if all or some tags are copied. */
  source: string;
  /** The range of the copied tags, or null. */
  semver: string | null;
  /** The reference of the copy, or null if it depends on the command. */
  target: string | null;
}

/** The rule for the image of a service without `build`. */
export const COMPOSE_IMAGE = "docker.compose_image";

/** The rule for an image that an action builds, of which only the last part of the name is known. */
export const NAMED_IMAGE = "docker.image_name";

/** The rule for an image that compose builds, which may not be pushed. */
export const COMPOSE_BUILD = "docker.compose_build";

/** An error in one line of a file that can otherwise be read. */
export interface LineProblem {
  line: number;
  message: string;
}

export const emptyFacts = (kind: FileKind): DockerFacts => ({
  kind,
  uses: [],
  builds: [],
  stages: [],
  dockerfiles: [],
  problems: [],
  mirrors: [],
  syncs: [],
  calls: [],
  defaults: [],
  matrices: [],
  lists: [],
  pushesCompose: false,
  make: null,
  environment: null,
});

/** Returns the build of an image that a script pushes, given the line of the script. */
export const imageBuild = (
  { text, source, index }: { text: string; source: string | null; index: number },
  line: number,
  rule: string,
): ImageBuild => ({ line: line + index, text, rule, ...(source === null ? {} : { source }) });
