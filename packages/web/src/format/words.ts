import type { Adoption } from "@knockon/contract/resources/impact";
import type { UnresolvedReason } from "@knockon/contract/vocabulary/evidence";
import { formatCount } from "./format.ts";

/** Names that are not written as they stand in a term. */
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

/** `github_action` as people read it: `GitHub action`. */
export const inWords = (term: string): string =>
  term
    .split("_")
    .map((word) => NAMES[word] ?? word)
    .join(" ");

/** Its first letter as a sentence or a heading begins. */
export const sentenceCase = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** `npm_package` where it stands alone: `npm package`, but `Container image`. */
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

/** Why a declaration leads to no repository of the workspace: in a few words, and in a sentence. */
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

/** A bus factor in words: on how many people half of the work rests. */
export const restsOn = (busFactor: number): string =>
  busFactor === 1 ? "1 person" : `${formatCount(busFactor)} people`;
