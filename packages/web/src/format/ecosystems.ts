import type { ArtifactType } from "@knockon/contract/vocabulary/artifact-type";

/** Ecosystems with the name that their users know, the types of their artifacts, and the color token. */
export const ECOSYSTEMS = {
  docker: { name: "Docker", color: "eco-blue", types: ["container_image"] },
  npm: { name: "npm", color: "eco-magenta", types: ["npm_package"] },
  python: { name: "Python", color: "eco-green", types: ["python_package"] },
  go: { name: "Go", color: "eco-cyan", types: ["go_module"] },
  jvm: { name: "Maven", color: "eco-brown", types: ["maven_artifact"] },
  rust: { name: "Rust", color: "eco-brown", types: ["rust_crate"] },
  dotnet: { name: "NuGet", color: "eco-plum", types: ["nuget_package"] },
  php: { name: "Composer", color: "eco-plum", types: ["composer_package"] },
  ruby: { name: "Ruby", color: "eco-pink", types: ["ruby_gem"] },
  elixir: { name: "Hex", color: "eco-plum", types: ["hex_package"] },
  terraform: { name: "Terraform", color: "eco-violet", types: ["terraform_module", "terraform_provider"] },
  kubernetes: {
    name: "Kubernetes",
    color: "eco-indigo",
    types: ["helm_chart", "kustomization", "tekton_task"],
  },
  github: { name: "GitHub Actions", color: "eco-teal", types: ["github_action", "reusable_workflow"] },
  gitlab: { name: "GitLab CI", color: "eco-teal", types: ["gitlab_component", "gitlab_ci_file"] },
  pipelines: {
    name: "Other pipelines",
    color: "eco-teal",
    types: [
      "circleci_orb",
      "azure_pipelines_template",
      "azure_pipelines_task",
      "jenkins_library",
      "bitbucket_pipe",
      "buildkite_plugin",
    ],
  },
  ansible: { name: "Ansible", color: "eco-lime", types: ["ansible_collection", "ansible_role"] },
  puppet: { name: "Puppet", color: "eco-lime", types: ["puppet_module"] },
  vagrant: { name: "Vagrant", color: "eco-blue", types: ["vagrant_box"] },
  tooling: { name: "Tooling", color: "eco-steel", types: ["pre_commit_hook", "devcontainer_feature"] },
  bazel: { name: "Bazel", color: "eco-green", types: ["bazel_module"] },
  nix: { name: "Nix", color: "eco-steel", types: ["nix_flake"] },
  swift: { name: "Swift", color: "eco-pink", types: ["swift_package"] },
  dart: { name: "Dart", color: "eco-cyan", types: ["dart_package"] },
  r: { name: "R", color: "eco-steel", types: ["r_package"] },
  schemas: {
    name: "Schemas",
    color: "eco-magenta",
    types: ["graphql_schema", "openapi_document", "protobuf_module"],
  },
  cpp: { name: "C and C++", color: "eco-steel", types: ["conan_package", "vcpkg_port"] },
  git: { name: "Git", color: "slate", types: ["git_repository", "project_template"] },
} as const satisfies Record<string, { name: string; color: string; types: readonly ArtifactType[] }>;

export type Ecosystem = keyof typeof ECOSYSTEMS;

const BY_TYPE = new Map<ArtifactType, Ecosystem>(
  (Object.keys(ECOSYSTEMS) as Ecosystem[]).flatMap((ecosystem) =>
    ECOSYSTEMS[ecosystem].types.map((type) => [type, ecosystem] as const),
  ),
);

/** Returns the ecosystem of an artifact type. */
export const ecosystemOf = (type: ArtifactType): Ecosystem => BY_TYPE.get(type) ?? "git";

/** Returns the color of an ecosystem as a CSS value, the same on every page. */
export const ecosystemColor = (ecosystem: Ecosystem): string => `var(--color-${ECOSYSTEMS[ecosystem].color})`;
