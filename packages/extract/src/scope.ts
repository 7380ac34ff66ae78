/**
 * Scopes connect what a repository declares with what it publishes. A scope is one of the repository's artifacts
 * (`npm_package:@acme/ui`) or a unit: something that is built from a file or folder, but not published by a name that a
 * file states (`unit:docker:services/api/Dockerfile`). A change of a declared artifact reaches the users of the
 * declaration's scope, and of every scope that the scope is built into.
 */
import { posix } from "node:path";
import type { ArtifactType } from "@knockon/contract/vocabulary/artifact-type";
import type { Role } from "@knockon/contract/vocabulary/role";
import type {
  Composition,
  Declaration,
  ExtractedDeclaration,
  OwnUse,
  ProducedArtifact,
} from "./ecosystem.ts";

export const scopeOf = ({ artifactType, name }: Pick<ProducedArtifact, "artifactType" | "name">): string =>
  `${artifactType}:${name}`;

/** `place` is a file or folder. The root folder is `.`. */
export const unitScope = (ecosystem: string, place: string): string => `unit:${ecosystem}:${place}`;

/** The scope of one file, which others fetch by its URL. */
export const fileScope = (path: string): string => unitScope("file", path);

/** The fields of a declaration that fetches one file of a repository instead of what the repository publishes. */
export const fileUse = (path: string | null | undefined): Pick<Declaration, "targetScope"> =>
  path === null || path === undefined ? {} : { targetScope: fileScope(path) };

/** The scope of a folder with Terraform files, whose module has another scope if it has variables or outputs. */
export const moduleFolderScope = (folder: string): string => unitScope("terraform", folder);

/** The set of scopes (see `everyScope` in the graph) that the build of a repository's clone contains. */
export const BUILT = "*:git_repository";

/** Returns what a declaration of a repository uses, given its scope. A Dockerfile builds a clone and deploys nothing from it. */
export const cloneUse = (
  { dependencyType, targetScope }: Pick<Declaration, "dependencyType" | "targetScope">,
  scope: string | null,
): Pick<Declaration, "targetScope"> =>
  dependencyType === "git_repository" &&
  targetScope === undefined &&
  scope?.startsWith("unit:docker:") === true
    ? { targetScope: BUILT }
    : {};

/** Code that another repository's pipeline runs. Its declarations run there. */
const CALLABLE: ReadonlySet<ArtifactType> = new Set<ArtifactType>([
  "github_action",
  "reusable_workflow",
  "gitlab_component",
  "gitlab_ci_file",
  "azure_pipelines_template",
  "jenkins_library",
  "circleci_orb",
  "bitbucket_pipe",
  "buildkite_plugin",
  "tekton_task",
  "pre_commit_hook",
  "devcontainer_feature",
]);

/** The ecosystems whose manifests describe the package of their folder, with the type of that package. */
export const PACKAGE_TYPES: ReadonlyMap<string, ArtifactType> = new Map([
  ["bazel", "bazel_module"],
  ["cargo", "rust_crate"],
  ["composer", "composer_package"],
  ["conan", "conan_package"],
  ["cran", "r_package"],
  ["gem", "ruby_gem"],
  ["golang", "go_module"],
  ["gradle", "maven_artifact"],
  ["hex", "hex_package"],
  ["maven", "maven_artifact"],
  ["npm", "npm_package"],
  ["nuget", "nuget_package"],
  ["pub", "dart_package"],
  ["puppet", "puppet_module"],
  ["pypi", "python_package"],
  ["sbt", "maven_artifact"],
  ["swift", "swift_package"],
  ["vcpkg", "vcpkg_port"],
]);

/** Finds the scope of each declaration of a repository. */
export class Scopes {
  readonly #callableByFile = new Map<string, string>();
  readonly #byFile = new Map<string, string>();
  readonly #byFolder = new Map<string, string>();
  /** The packages with a manifest in a folder. */
  readonly #packages = new Map<string, Set<string>>();

  constructor(artifacts: readonly ProducedArtifact[]) {
    for (const artifact of artifacts) {
      const { artifactType, ecosystem, sourceFile, assumed } = artifact;
      const scope = scopeOf(artifact);
      if (CALLABLE.has(artifactType)) setIfAbsent(this.#callableByFile, sourceFile, scope);
      if (assumed || ecosystem === "docker") continue;
      setIfAbsent(this.#byFile, `${ecosystem}\0${sourceFile}`, scope);
      const folder = posix.dirname(sourceFile);
      setIfAbsent(this.#byFolder, `${ecosystem}\0${folder}`, scope);
      if (PACKAGE_TYPES.has(ecosystem))
        this.#packages.set(folder, (this.#packages.get(folder) ?? new Set()).add(scope));
    }
  }

  /** Returns null for declarations that end where they are: in pipelines, tests, tooling and examples. */
  find(declaration: Declaration, role: Role): string | null {
    const { scope, sourceFile, ecosystem } = declaration;
    const callable = this.#callableByFile.get(sourceFile);
    const isBuilt = role === "runtime" || role === "build";
    if (callable !== undefined && (isBuilt || role === "ci")) return scope === undefined ? callable : scope;
    // An ecosystem only gives a scope to a pipeline that others call.
    if (role === "ci") return scope ?? null;
    if (!isBuilt) return null;
    if (scope !== undefined) return scope;
    return (
      (isSchema(declaration) ? this.#packageAround(sourceFile) : undefined) ?? this.of(ecosystem, sourceFile)
    );
  }

  /** Returns the package that a file is part of: the one with a manifest in the nearest folder that has any. Undefined if it has several. */
  #packageAround(sourceFile: string): string | undefined {
    for (let folder = posix.dirname(sourceFile); ; folder = posix.dirname(folder)) {
      const packages = this.#packages.get(folder);
      if (packages || folder === ".") return packages?.size === 1 ? [...packages].join("") : undefined;
    }
  }

  /** Returns the scope of a file that others call, build or run, or null if it is another kind of file. */
  ofProgram(sourceFile: string): string | null {
    if (DOCKERFILE.test(sourceFile)) return unitScope("docker", sourceFile);
    return this.#callableByFile.get(sourceFile) ?? (SCRIPT.test(sourceFile) ? fileScope(sourceFile) : null);
  }

  /** Returns the scope that is built from a file: its artifact, that of the nearest manifest above it, or a unit. */
  of(ecosystem: string, sourceFile: string): string {
    const own = this.#byFile.get(`${ecosystem}\0${sourceFile}`);
    if (own !== undefined) return own;
    if (ecosystem === "docker") return unitScope(ecosystem, sourceFile);
    const folder = posix.dirname(sourceFile);
    return this.#nearest(ecosystem, folder) ?? unitScope(ecosystem, folder);
  }

  /** Returns the artifact of the nearest manifest in or above a folder. */
  #nearest(ecosystem: string, folder: string): string | undefined {
    const isNested = PACKAGE_TYPES.has(ecosystem) || ecosystem === "helm";
    for (let at = folder; ; at = posix.dirname(at)) {
      const scope = this.#byFolder.get(`${ecosystem}\0${at}`);
      if (scope !== undefined || at === "." || !isNested) return scope;
    }
  }
}

/** The name of a schema, from which a build generates code. */
const SCHEMA_FILE =
  /\.(?:proto|thrift|avsc|fbs|capnp|graphqls?|gql|xsd|wsdl)$|(?:^|[/:])(?:[^/]*[-_.])?(?:openapi|swagger|asyncapi)(?:[-_.][^/]*)?\.(?:ya?ml|json)$/i;

/** Whether a declaration names a schema of another repository. The package around it contains what is generated from that. */
const isSchema = ({ dependencyType, targetScope }: Declaration): boolean =>
  dependencyType === "graphql_schema" ||
  dependencyType === "openapi_document" ||
  (targetScope !== undefined && SCHEMA_FILE.test(targetScope));

const setIfAbsent = (map: Map<string, string>, key: string, value: string): void => {
  if (!map.has(key)) map.set(key, value);
};

/** The name of a Dockerfile. */
export const DOCKERFILE =
  /(?:^|\/)(?:(?:Docker|Container)file(?:[._-][^/]*)?|[^/]*\.(?:docker|container)file)$/i;

/** The name of a script. */
const SCRIPT = /(?:^|\/)[^./]+$|\.(?:sh|bash|zsh|ps1)$/i;

/**
 * Returns the compositions of programs that fetch something from the repository that they are in. A release is assumed to contain the
 * packages of the root folder, or the only package.
 */
export function composeOwnUses(
  uses: readonly OwnUse[],
  scopes: Scopes,
  declarations: readonly ExtractedDeclaration[],
  artifacts: readonly ProducedArtifact[],
): Composition[] {
  if (uses.length === 0) return [];
  const packages = findPackages(declarations, artifacts);
  const released = packages.length === 1 ? packages : packages.filter(({ folder }) => folder === ".");
  return uses.flatMap(({ file, fetched }) => {
    const outer = scopes.ofProgram(file);
    if (outer === null) return [];
    const inner = fetched === null ? released.map(({ scope }) => scope) : [fileScope(fetched)];
    return inner.map((each) => ({ outer, inner: each }));
  });
}

/** The rule for an image that a list mirrors. No Dockerfile of the repository is built into it. */
export const MIRROR_RULE = "docker.mirror";

/** A scope that is built from the files of a folder. */
interface Place {
  scope: string;
  folder: string;
}

/**
 * Returns which scopes are built into which. An image is assumed to contain the packages in the Dockerfile's folder and
 * below, except those with a nearer Dockerfile; or, if there are none, those of the nearest folder above that has some.
 * An image contains the Dockerfile in `own` or else the one that its name points to, or every Dockerfile if none is named
 * like it.
 */
export function composeScopes(
  declarations: readonly ExtractedDeclaration[],
  artifacts: readonly ProducedArtifact[],
  dockerfiles: readonly string[],
  own: readonly Composition[],
): Composition[] {
  const packages = findPackages(declarations, artifacts);
  const compositions = new Map<string, Composition>();
  const compose = (outer: string, inner: string): void => {
    if (outer !== inner) compositions.set(`${outer}\0${inner}`, { outer, inner });
  };
  for (const { outer, inner } of own) compose(outer, inner);
  const linked = new Set(
    own.flatMap(({ outer, inner }) => (inner.startsWith("unit:docker:") ? [outer] : [])),
  );
  for (const dockerfile of dockerfiles) {
    for (const { scope } of packagesOf(dockerfile, dockerfiles, packages))
      compose(unitScope("docker", dockerfile), scope);
  }
  for (const artifact of artifacts) {
    const { artifactType, ecosystem, evidence } = artifact;
    const isImage =
      artifactType === "container_image" && ecosystem === "docker" && evidence.rule !== MIRROR_RULE;
    if (isImage && !linked.has(scopeOf(artifact))) {
      for (const dockerfile of dockerfilesOf(artifact.name, dockerfiles))
        compose(scopeOf(artifact), unitScope("docker", dockerfile));
    }
    if (artifact.artifactType === "pre_commit_hook") {
      for (const each of packages) if (each.folder === ".") compose(scopeOf(artifact), each.scope);
    }
    if (artifact.artifactType === "github_action" || artifact.artifactType === "azure_pipelines_task") {
      const folder = posix.dirname(artifact.sourceFile);
      for (const each of packages) if (each.folder === folder) compose(scopeOf(artifact), each.scope);
      for (const each of dockerfiles)
        if (posix.dirname(each) === folder) compose(scopeOf(artifact), unitScope("docker", each));
    }
  }
  return [...compositions.values()];
}

function findPackages(
  declarations: readonly ExtractedDeclaration[],
  artifacts: readonly ProducedArtifact[],
): Place[] {
  const places = new Map<string, Place>();
  for (const artifact of artifacts) {
    const scope = scopeOf(artifact);
    if (PACKAGE_TYPES.has(artifact.ecosystem))
      places.set(scope, { scope, folder: posix.dirname(artifact.sourceFile) });
  }
  for (const { scope, ecosystem, sourceFile } of declarations) {
    if (scope?.startsWith("unit:") && PACKAGE_TYPES.has(ecosystem))
      places.set(scope, { scope, folder: posix.dirname(sourceFile) });
  }
  return [...places.values()];
}

const isBelow = (path: string, folder: string): boolean =>
  folder === "." || `${path}/`.startsWith(`${folder}/`);

function packagesOf(
  dockerfile: string,
  dockerfiles: readonly string[],
  packages: readonly Place[],
): readonly Place[] {
  const own = posix.dirname(dockerfile);
  const others = new Set(dockerfiles.map((path) => posix.dirname(path)).filter((folder) => folder !== own));
  for (let folder = own; ; folder = posix.dirname(folder)) {
    const below = packages.filter((each) => isBelow(each.folder, folder));
    const found = below.filter((each) => folder !== own || !hasNearer(each.folder, own, others));
    if (found.length > 0) return found;
    if (below.length > 0 || folder === ".") return below;
  }
}

/** Whether one of the other folders is between `folder` and `own`. */
function hasNearer(folder: string, own: string, others: ReadonlySet<string>): boolean {
  for (let at = folder; at !== own && at !== "."; at = posix.dirname(at)) if (others.has(at)) return true;
  return false;
}

/** `ghcr.io/acme/shop-api` is built from `services/api/Dockerfile` or `Dockerfile.api` if there is one of them. */
function dockerfilesOf(image: string, dockerfiles: readonly string[]): readonly string[] {
  if (dockerfiles.length < 2) return dockerfiles;
  const words = new Set(
    image
      .slice(image.lastIndexOf("/") + 1)
      .toLowerCase()
      .split(/[^a-z\d]+/),
  );
  const named = dockerfiles.filter((path) => {
    const { base, dir } = posix.parse(path.toLowerCase());
    const suffix = base.replace(/^(?:docker|container)file[._-]?|[._-]?(?:docker|container)file$/g, "");
    const name = suffix === "" ? dir.slice(dir.lastIndexOf("/") + 1) : suffix;
    return name !== "" && name.split(/[^a-z\d]+/).every((word) => words.has(word));
  });
  return named.length > 0 ? named : dockerfiles;
}
