import type { Expanded } from "./expand-variables.ts";

/** What one file of this ecosystem says, as plain JSON. */
export interface DockerFacts {
  kind: FileKind;
  uses: ImageUse[];
  builds: ImageBuild[];
  complaints: Complaint[];
  /** A command pushes what compose builds. */
  pushesCompose: boolean;
  /** Of a Makefile only. */
  make: MakeFacts | null;
  /** Of an `.env` file only: what it gives each name. */
  environment: Record<string, Expanded> | null;
}

export type FileKind = "dockerfile" | "compose" | "environment" | "bake" | "workflow" | "makefile";

/** What one Makefile adds to the program that the Makefiles of its folder are. */
export interface MakeFacts {
  /** As written, the first of each name. */
  variables: Record<string, string>;
  /** Those that push images, with make's variables in the shell's form: `${X}`. */
  recipes: { line: number; script: string }[];
}

/** An image that the file takes from elsewhere. */
export interface ImageUse {
  line: number;
  /** The reference after substitution; an unbound variable stays as written. */
  text: string;
  unbound: string | null;
  rule: string;
}

/** An image that the file builds under a name. `text` may hold expressions that only the repository binds. */
export interface ImageBuild {
  line: number;
  text: string;
  rule: string;
}

/** Of a service that compose does not build. */
export const COMPOSE_IMAGE = "docker.compose_image";

/** Of what compose builds and, as far as its file says, pushes nowhere. */
export const COMPOSE_BUILD = "docker.compose_build";

/** A place that cannot be understood while the rest of the file can. */
export interface Complaint {
  line: number;
  message: string;
}

export const emptyFacts = (kind: FileKind): DockerFacts => ({
  kind,
  uses: [],
  builds: [],
  complaints: [],
  pushesCompose: false,
  make: null,
  environment: null,
});
