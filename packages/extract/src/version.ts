import type { ArtifactType } from "@knockon/contract/vocabulary/artifact-type";
import type { VersioningScheme } from "./ecosystem.ts";

/** Types that are versioned by the tags of their repository have the scheme `git`. */
const SCHEMES: Record<ArtifactType, VersioningScheme> = {
  ansible_collection: "ansible",
  ansible_role: "git",
  azure_pipelines_task: "git",
  azure_pipelines_template: "git",
  bazel_module: "bazel",
  bitbucket_pipe: "git",
  buildkite_plugin: "git",
  circleci_orb: "circleci",
  composer_package: "composer",
  conan_package: "conan",
  container_image: "docker",
  dart_package: "pub",
  devcontainer_feature: "docker",
  git_repository: "git",
  github_action: "git",
  gitlab_ci_file: "git",
  gitlab_component: "git",
  go_module: "go",
  graphql_schema: "git",
  helm_chart: "helm",
  hex_package: "hex",
  jenkins_library: "git",
  kustomization: "git",
  maven_artifact: "maven",
  nix_flake: "git",
  npm_package: "npm",
  nuget_package: "nuget",
  openapi_document: "git",
  pre_commit_hook: "git",
  project_template: "git",
  protobuf_module: "git",
  puppet_module: "puppet",
  python_package: "pep440",
  r_package: "cran",
  reusable_workflow: "git",
  ruby_gem: "ruby",
  rust_crate: "cargo",
  swift_package: "swift",
  tekton_task: "git",
  terraform_module: "terraform",
  terraform_provider: "terraform",
  vagrant_box: "ruby",
  vcpkg_port: "vcpkg",
};

export const schemeOfType = (type: ArtifactType): VersioningScheme => SCHEMES[type];

const CONTENT_HASH = /(?:^|@)(?:[\da-f]{40}|[\da-f]{64}|sha\d{3}:[\da-f]+)$/i;
const VERSION = /^(?:tag=)?(?<version>v\d[\w.+-]*|\d+\.[\w.+-]+)/;

/** Returns the version in a comment such as `# v4.1.0` next to a commit or digest, or null. */
export function versionCommentOf(constraint: string | null, comment: string | null): string | null {
  if (constraint === null || comment === null || !CONTENT_HASH.test(constraint)) return null;
  return VERSION.exec(comment)?.groups?.["version"] ?? null;
}
