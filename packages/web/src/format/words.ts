/** Names that are not written as they stand in a term. */
const NAMES: Readonly<Record<string, string>> = {
  ci: "CI",
  circleci: "CircleCI",
  github: "GitHub",
  gitlab: "GitLab",
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
