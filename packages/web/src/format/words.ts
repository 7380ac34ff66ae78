import type { Adoption } from "@knockon/contract/resources/impact";
import type { UnresolvedReason } from "@knockon/contract/vocabulary/evidence";
import { formatCount } from "./format.ts";

/** Names with their own capitalization. */
const NAMES: Readonly<Record<string, string>> = {
  ci: "CI",
  circleci: "CircleCI",
  github: "GitHub",
  gitlab: "GitLab",
  npm: "npm",
  nuget: "NuGet",
  python: "Python",
  ruby: "Ruby",
  rust: "Rust",
  go: "Go",
  maven: "Maven",
  terraform: "Terraform",
  helm: "Helm",
  jenkins: "Jenkins",
  ansible: "Ansible",
  azure: "Azure",
  bitbucket: "Bitbucket",
  buildkite: "Buildkite",
  bazel: "Bazel",
  nix: "Nix",
  swift: "Swift",
  dart: "Dart",
  conan: "Conan",
  composer: "Composer",
  tekton: "Tekton",
};

/** `github_action` → `GitHub action`. */
export const inWords = (term: string): string =>
  term
    .split("_")
    .map((word) => NAMES[word] ?? word)
    .join(" ");

/** Capitalizes the first letter. */
export const sentenceCase = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** `container_image` → `Container image`, `npm_package` → `npm package`. */
export const inHeading = (term: string): string => {
  const words = inWords(term);
  return (term.split("_")[0] ?? "") in NAMES ? words : sentenceCase(words);
};

export const ADOPTION_WORD: Record<Adoption, string> = {
  immediate: "on next run",
  on_update: "on next update",
  pinned: "when bumped",
  unknown: "unknown",
};

/** Why a declaration has no producer. */
export const REASON_WORDS: Record<UnresolvedReason, { short: string; long: string }> = {
  no_producer: {
    short: "external",
    long: "No repository in this workspace produces it.",
  },
  unbound: {
    short: "unset variable",
    long: "Uses a variable that nothing in the repository sets.",
  },
  ambiguous: {
    short: "ambiguous",
    long: "More than one repository in this workspace produces this name.",
  },
};

/** A bus factor in words, such as `2 people`. */
export const peopleCount = (busFactor: number): string =>
  busFactor === 1 ? "1 person" : `${formatCount(busFactor)} people`;
