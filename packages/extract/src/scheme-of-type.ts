import type { ArtifactType } from "@knockon/contract/vocabulary/artifact-type";
import type { VersioningScheme } from "./ecosystem.ts";

const SCHEMES: Partial<Record<ArtifactType, VersioningScheme>> = {
  ansible_collection: "ansible",
  bazel_module: "bazel",
  circleci_orb: "circleci",
  composer_package: "composer",
  conan_package: "conan",
  container_image: "docker",
  dart_package: "pub",
  devcontainer_feature: "docker",
  go_module: "go",
  helm_chart: "helm",
  hex_package: "hex",
  maven_artifact: "maven",
  npm_package: "npm",
  nuget_package: "nuget",
  python_package: "pep440",
  ruby_gem: "ruby",
  rust_crate: "cargo",
  swift_package: "swift",
  terraform_module: "terraform",
  terraform_provider: "terraform",
  vcpkg_port: "vcpkg",
};

/** How versions of a thing are written, where nothing but its type is known; as git's tags where it has no scheme of its own. */
export const schemeOfType = (type: ArtifactType): VersioningScheme => SCHEMES[type] ?? "git";
