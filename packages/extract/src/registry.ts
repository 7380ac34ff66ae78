import { docker } from "./ecosystems/docker/index.ts";
import { githubactions } from "./ecosystems/githubactions/index.ts";
import { golang } from "./ecosystems/golang/index.ts";
import { kubernetes } from "./ecosystems/kubernetes/index.ts";
import { npm } from "./ecosystems/npm/index.ts";
import { terraform } from "./ecosystems/terraform/index.ts";
import type { AnyEcosystem } from "./ecosystem.ts";
import { references } from "./references/index.ts";

/** In order of authority: a line that an earlier one declared is not declared again by a later one. */
export const ECOSYSTEMS: readonly AnyEcosystem[] = [
  docker,
  githubactions,
  golang,
  kubernetes,
  npm,
  terraform,
  references,
];

/** Raise it with every change in what the extractors find: snapshots made under another key are read again. */
export const EXTRACTION_KEY = "2";
