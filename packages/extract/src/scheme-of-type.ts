import type { ArtifactType } from "@knockon/contract/vocabulary/artifact-type";
import type { VersioningScheme } from "./ecosystem.ts";

/** How versions of a thing are usually written, where nothing but its type is known. */
export const SCHEME_OF_TYPE: Readonly<Record<ArtifactType, VersioningScheme>> = {
  ansible_collection: "ansible",
  ansible_role: "git",
  circleci_orb: "circleci",
  composer_package: "composer",
  container_image: "docker",
  devcontainer_feature: "docker",
  git_repository: "git",
  github_action: "git",
  gitlab_ci_file: "git",
  gitlab_component: "git",
  go_module: "go",
  helm_chart: "helm",
  kustomization: "git",
  maven_artifact: "maven",
  npm_package: "npm",
  nuget_package: "nuget",
  pre_commit_hook: "git",
  python_package: "pep440",
  reusable_workflow: "git",
  ruby_gem: "git",
  rust_crate: "cargo",
  tekton_task: "git",
  terraform_module: "terraform",
  terraform_provider: "terraform",
};
