import type { ArtifactType } from "@knockon/contract/vocabulary/artifact-type";
import type { Effect, InterfaceType, MemberKind } from "@knockon/contract/vocabulary/interface";

/** How a consumer fails that does not fit one kind of member. */
export interface MemberRule {
  /** It passes or reads a name that no longer exists. Absent if the name is ignored then. */
  removed?: Effect;
  /** It does not pass a name that is now required. Absent if the tool does not require any, or if only generated code can pass it. */
  required?: Effect;
  /** It passes a name to an artifact that rejects unknown names: see `ArtifactInterface.strict`. */
  rejected?: Effect;
}

export interface ArtifactRule {
  /** It names an artifact that no longer exists. Absent if releases stay available. */
  removed?: Effect;
  /** Consumers use its names in other files too, which may have to change if it is moved. */
  isMerged?: true;
  /** Code that is generated from the whole document may use each of its names. */
  isGenerated?: true;
  members: Partial<Record<MemberKind, MemberRule>>;
}

/** GitLab merges included files into one pipeline, which it checks as a whole. */
const GITLAB_FILE: ArtifactRule = {
  removed: "does_not_start",
  isMerged: true,
  members: {
    input: { removed: "does_not_start", required: "does_not_start" },
    job: { removed: "does_not_start" },
    variable: { removed: "silent" },
  },
};

/** How a consumer fails, by what it uses. docs/breaks.md has the sources. */
export const EFFECT_RULES: Partial<Record<ArtifactType, ArtifactRule>> = {
  github_action: {
    removed: "does_not_start",
    members: {
      // The runner prints "Unexpected input(s)". It does not check `required`, but actions that require an input end without it.
      input: { removed: "warns", required: "fails" },
      // An expression without a value is empty.
      output: { removed: "silent" },
    },
  },
  ansible_role: {
    // Variables are global: any role can read them.
    isMerged: true,
    // No task reads the variable. Options in `meta/argument_specs.yml` reject unknown parameters and require names.
    members: { variable: { removed: "silent", rejected: "fails", required: "fails" } },
  },
  ansible_collection: {
    members: {
      // "couldn't resolve module/action"
      module: { removed: "fails" },
      role: { removed: "fails" },
    },
  },
  container_image: {
    members: {
      // "apt-get: not found"
      distribution: { removed: "fails" },
      // "failed to compute cache key: not found"
      file: { removed: "fails" },
      // Package managers need root.
      user: { removed: "fails" },
    },
  },
  go_module: {
    members: {
      // The compiler prints "undefined", or "no required module provides package".
      name: { removed: "fails" },
    },
  },
  npm_package: {
    members: {
      // ERR_PACKAGE_PATH_NOT_EXPORTED
      subpath: { removed: "fails" },
      // "sh: acme: not found"
      command_name: { removed: "fails" },
      // EBADENGINE. Consumers with Yarn 1 or engine-strict state that they fail.
      engine: { removed: "warns" },
      // ERESOLVE. Consumers with another package manager state that they only warn.
      peer: { removed: "fails" },
    },
  },
  python_package: {
    members: {
      // ImportError or ModuleNotFoundError.
      name: { removed: "fails" },
    },
  },
  reusable_workflow: {
    removed: "does_not_start",
    members: {
      input: { removed: "does_not_start", required: "does_not_start" },
      secret: { removed: "does_not_start", required: "does_not_start" },
      output: { removed: "silent" },
    },
  },
  terraform_module: {
    removed: "fails",
    members: {
      variable: { removed: "fails", required: "fails" },
      output: { removed: "fails" },
      // "no available releases match the given constraints", or "Unsupported Terraform Core version".
      provider: { removed: "fails" },
    },
  },
  gitlab_component: GITLAB_FILE,
  gitlab_ci_file: GITLAB_FILE,
  circleci_orb: {
    members: {
      command: { removed: "does_not_start" },
      job: { removed: "does_not_start" },
      executor: { removed: "does_not_start" },
      parameter: { removed: "does_not_start", required: "does_not_start" },
    },
  },
  jenkins_library: {
    members: {
      step: { removed: "fails" },
      // A map may have more keys than a step reads.
      parameter: { removed: "silent" },
    },
  },
  azure_pipelines_template: {
    removed: "does_not_start",
    members: { parameter: { removed: "does_not_start", required: "does_not_start" } },
  },
  graphql_schema: {
    // The URL of the document is not found.
    removed: "fails",
    isGenerated: true,
    // "Cannot query field", "Unknown type", or "argument … is required, but it was not provided".
    members: { definition: { removed: "fails" }, field: { removed: "fails", required: "fails" } },
  },
  openapi_document: {
    removed: "fails",
    isGenerated: true,
    // A resolver of references prints that the pointer does not exist.
    members: { definition: { removed: "fails" }, operation: { removed: "fails" }, parameter: {} },
  },
  protobuf_module: {
    isGenerated: true,
    members: {
      // "… is not defined", or "File not found".
      definition: { removed: "fails" },
      field: { removed: "fails" },
      file: { removed: "fails" },
      operation: { removed: "fails" },
    },
  },
  helm_chart: {
    // The templates of the new version do not read the value. A schema may require others.
    members: { value: { removed: "silent", rejected: "fails", required: "fails" } },
  },
} satisfies Record<InterfaceType, ArtifactRule>;

export const typeOf = (scope: string): ArtifactType => scope.slice(0, scope.indexOf(":")) as ArtifactType;

/** How a use fails without a name. Undefined if that is unknown for the kind. */
export const effectOf = (
  rule: MemberRule | undefined,
  own: Effect | undefined,
  isRejected: boolean,
): Effect | undefined => rule && (own ?? (isRejected ? rule.rejected : undefined) ?? rule.removed);
