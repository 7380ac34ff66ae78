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

/** Returns the versioning scheme of an artifact type: `git` (tags) by default. */
export const schemeOfType = (type: ArtifactType): VersioningScheme => SCHEMES[type] ?? "git";

const CONTENT_HASH = /(?:^|@)(?:[\da-f]{40}|[\da-f]{64}|sha\d{3}:[\da-f]+)$/i;
const VERSION = /^(?:tag=)?(?<version>v\d[\w.+-]*|\d+\.[\w.+-]+)/;

/** Returns the version in a comment such as `# v4.1.0` next to a commit or digest, or null. */
export function versionCommentOf(constraint: string | null, comment: string | null): string | null {
  if (constraint === null || comment === null || !CONTENT_HASH.test(constraint)) return null;
  return VERSION.exec(comment)?.groups?.["version"] ?? null;
}
