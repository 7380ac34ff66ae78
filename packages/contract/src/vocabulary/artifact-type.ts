/**
 * What an artifact is, after the specification's "kinds". A declaration's and an edge's
 * `dependency_type` uses the same words.
 */
export const ARTIFACT_TYPES = [
  "container_image",
  "npm_package",
  "python_package",
  "go_module",
  "maven_artifact",
  "rust_crate",
  "nuget_package",
  "composer_package",
  "ruby_gem",
  "terraform_module",
  "terraform_provider",
  "helm_chart",
  "kustomization",
  "github_action",
  "reusable_workflow",
  "circleci_orb",
  "gitlab_component",
  "gitlab_ci_file",
  "azure_pipelines_template",
  "azure_pipelines_task",
  "jenkins_library",
  "bitbucket_pipe",
  "buildkite_plugin",
  "ansible_collection",
  "ansible_role",
  "pre_commit_hook",
  "devcontainer_feature",
  "tekton_task",
  "bazel_module",
  "nix_flake",
  "swift_package",
  "dart_package",
  "conan_package",
  "vcpkg_port",
  "project_template",
  "git_repository",
] as const;

export type ArtifactType = (typeof ARTIFACT_TYPES)[number];
