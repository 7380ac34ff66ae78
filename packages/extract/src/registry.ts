import { composer } from "./ecosystems/composer/index.ts";
import { docker } from "./ecosystems/docker/index.ts";
import { githubactions } from "./ecosystems/githubactions/index.ts";
import { golang } from "./ecosystems/golang/index.ts";
import { maven } from "./ecosystems/maven/index.ts";
import { npm } from "./ecosystems/npm/index.ts";
import { nuget } from "./ecosystems/nuget/index.ts";
import { terraform } from "./ecosystems/terraform/index.ts";
import type { AnyEcosystem } from "./ecosystem.ts";
import { references } from "./references/index.ts";

/** In order of authority: a line that an earlier one declared is not declared again by a later one. */
export const ECOSYSTEMS: readonly AnyEcosystem[] = [
  composer,
  docker,
  githubactions,
  golang,
  maven,
  npm,
  nuget,
  terraform,
  references,
];

/** Raise it with every change in what the extractors find: snapshots made under another key are read again. */
export const EXTRACTION_KEY = "2";
