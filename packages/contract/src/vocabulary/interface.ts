import type { ArtifactType } from "./artifact-type.ts";

/**
 * What the interface of an artifact consists of. A consumer passes or reads a member by its name:
 * - `input`, `secret`, `output`: actions, reusable workflows, GitLab components; `output` also Terraform modules
 * - `variable`: Terraform modules, GitLab templates, Ansible roles
 * - `provider`: a provider that a Terraform module requires, or `terraform` itself, with its versions
 * - `value`: a key path of a Helm chart's values, such as `ingress.hosts`
 * - `job`, `command`, `executor`: GitLab templates and CircleCI orbs
 * - `parameter`: Azure templates, jobs and commands of orbs (`build.image`), steps of Jenkins libraries (`deploy.env`)
 * - `step`: Jenkins libraries
 * - `user`, `distribution`, `file`: container images; `file` also protobuf modules
 * - `role`, `module`: Ansible collections
 * - `subpath`, `command_name`, `engine`, `peer`: npm packages
 * - `definition`: a type, message or component of a schema: `User`, `acme.pets.v1.Pet`, `#/components/schemas/Pet`
 * - `field`: a field of a type (`User.email`), its arguments (`Query.user(id:)`), the values of an enum
 * - `operation`: an operation of an OpenAPI document (`GET /pets/{id}`), a method of a protobuf service
 * - `name`: exported names of Go modules and Python packages, such as `pkg/retry.Do`
 */
export const MEMBER_KINDS = [
  "input",
  "secret",
  "output",
  "variable",
  "provider",
  "value",
  "job",
  "command",
  "executor",
  "parameter",
  "step",
  "user",
  "distribution",
  "file",
  "role",
  "module",
  "subpath",
  "command_name",
  "engine",
  "peer",
  "name",
  "definition",
  "field",
  "operation",
] as const;

export type MemberKind = (typeof MEMBER_KINDS)[number];

/** Kinds whose members name a range of versions. A consumer uses them in a version: `node 18`. */
export const VERSIONED_KINDS = ["engine", "peer", "provider"] as const satisfies readonly MemberKind[];

export type VersionedKind = (typeof VERSIONED_KINDS)[number];

export const isVersioned = (kind: MemberKind): kind is VersionedKind =>
  (VERSIONED_KINDS as readonly MemberKind[]).includes(kind);

/**
 * How a consumer fails, worst first for its owner, because a silent change is noticed last:
 * - `silent`: it runs with the wrong value, and nothing says so
 * - `does_not_start`: the pipeline is rejected before its first step
 * - `fails`: the run or build ends with an error
 * - `warns`: it runs and prints a warning
 */
export const EFFECTS = ["silent", "does_not_start", "fails", "warns"] as const;

export type Effect = (typeof EFFECTS)[number];

/** Types of artifacts whose interfaces scans read. */
export const READ_BY_SCANS = [
  "github_action",
  "reusable_workflow",
  "terraform_module",
  "helm_chart",
  "container_image",
  "npm_package",
  "gitlab_component",
  "gitlab_ci_file",
  "circleci_orb",
  "jenkins_library",
  "azure_pipelines_template",
  "ansible_collection",
] as const satisfies readonly ArtifactType[];

/** Types of which only a comparison of two commits reads them. */
export const READ_BY_CHECKS = [
  "go_module",
  "python_package",
  "ansible_role",
  "graphql_schema",
  "openapi_document",
  "protobuf_module",
] as const satisfies readonly ArtifactType[];

export type InterfaceType = (typeof READ_BY_SCANS | typeof READ_BY_CHECKS)[number];
