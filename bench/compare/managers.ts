/**
 * The managers whose files our ecosystems read. Not the one for submodules, which needs a git repository, nor the one for
 * Jenkins, which reads the plugins of a server.
 */
export const MANAGERS = [
  "ansible",
  "ansible-galaxy",
  "argocd",
  "azure-pipelines",
  "bazel",
  "bazel-module",
  "bitbucket-pipelines",
  "buildkite",
  "bundler",
  "cargo",
  "circleci",
  "composer",
  "conan",
  "copier",
  "crossplane",
  "devcontainer",
  "docker-compose",
  "dockerfile",
  "flux",
  "github-actions",
  "gitlabci",
  "gitlabci-include",
  "gomod",
  "gradle",
  "helm-requirements",
  "helm-values",
  "helmfile",
  "helmv3",
  "kubernetes",
  "kustomize",
  "maven",
  "mix",
  "nix",
  "npm",
  "nuget",
  "pep621",
  "pep723",
  "pip_requirements",
  "pip_setup",
  "pipenv",
  "poetry",
  "pre-commit",
  "pub",
  "setup-cfg",
  "swift",
  "tekton",
  "terraform",
  "terragrunt",
] as const;
export type Manager = (typeof MANAGERS)[number];

const YAML = { managerFilePatterns: ["/\\.ya?ml$/"] };

/** Some look at no file, and some do nothing, unless they are told to. */
export const MANAGER_SETTINGS: Partial<Record<Manager, object>> = {
  argocd: YAML,
  "azure-pipelines": { enabled: true },
  crossplane: YAML,
  flux: YAML,
  kubernetes: YAML,
  nix: { enabled: true },
  "pre-commit": { enabled: true },
  tekton: YAML,
};
