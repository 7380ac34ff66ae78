import { findPlaceholder } from "../../document/templated-yaml.ts";
import {
  invalidSyntax,
  type Composition,
  type Declaration,
  type Facts,
  type LinkInput,
  type LinkResult,
  type ProducedArtifact,
  type RepositoryIdentity,
  type TreeEntry,
} from "../../ecosystem.ts";
import { parseGitUrl } from "../../git-url.ts";
import { imageDeclaration, parseImageReference } from "../../image-reference.ts";
import { artifactName, gitName, pathName } from "../../name.ts";
import { scopeOf, unitScope } from "../../scope.ts";
import type { BitbucketFacts, Use } from "./read.ts";

const ID = "bitbucketpipelines";
const HOST = "bitbucket.org";
const DOCKER = "docker://";

export function linkBitbucketFiles({ repository, files, tree }: LinkInput<BitbucketFacts>): LinkResult {
  const artifacts = files.flatMap((file) => artifactsOf(file, repository));
  const compositions = pipeCompositions(artifacts, tree);
  const result: LinkResult = { declarations: [], artifacts, problems: [], compositions };
  const own = new Set([...ownNames(repository), ...artifacts.flatMap(({ announces }) => announces)]);
  for (const { path, facts } of files) {
    for (const use of facts.uses.filter((each) => !isLocalImport(each))) {
      const found = findDeclaration(path, use, repository);
      if (!found)
        result.problems.push(invalidSyntax(ID, path, { line: use.line, message: invalidReference(use) }));
      else if (!found.lookups.some((name) => own.has(name))) result.declarations.push(found);
    }
  }
  return result;
}

/** A pipe runs its image, which is built from the Dockerfile at the root. */
function pipeCompositions(artifacts: readonly ProducedArtifact[], tree: readonly TreeEntry[]): Composition[] {
  const [pipe, image] = artifacts.map(scopeOf);
  if (pipe === undefined || image === undefined) return [];
  const isBuilt = tree.some(({ path }) => path === "Dockerfile");
  return [
    { outer: pipe, inner: image },
    ...(isBuilt ? [{ outer: image, inner: unitScope("docker", "Dockerfile") }] : []),
  ];
}

const invalidReference = ({ rule, text }: Use): string =>
  `"${text.slice(0, 100)}" is not a valid ${rule.slice(rule.indexOf(".") + 1)} reference.`;

function ownNames({ fullPath, cloneUrl }: RepositoryIdentity): string[] {
  const location = parseGitUrl(cloneUrl ?? "")?.location;
  return [pathName(fullPath), ...(location === undefined ? [] : [gitName(location)])];
}

/** Returns undefined for an invalid reference. */
function findDeclaration(file: string, use: Use, repository: RepositoryIdentity): Declaration | undefined {
  if (use.rule === "bitbucketpipelines.import") return importDeclaration(file, use, repository);
  if (use.rule === "bitbucketpipelines.image") return findImage(file, use, use.text);
  if (!use.text.startsWith(DOCKER)) return pipeDeclaration(file, use);
  const found = findImage(file, use, use.text.slice(DOCKER.length));
  return found && { ...found, rawReference: use.text };
}

const findImage = (sourceFile: string, { line, rule }: Use, text: string): Declaration | undefined =>
  imageDeclaration({ ecosystem: ID, sourceFile, sourceLine: line, rule }, text);

const PIPE = /^(?<name>[\w.-]+\/[\w.-]+)(?::(?<version>\S+))?$/;

/** A pipe's name is also its repository's path. */
function pipeDeclaration(file: string, use: Use): Declaration | undefined {
  const { name, version = null } = PIPE.exec(use.text)?.groups ?? {};
  if (name === undefined) return undefined;
  const path = name.toLowerCase();
  return {
    ...common(file, use),
    dependencyType: "bitbucket_pipe",
    artifact: path,
    versionConstraint: version,
    lookups: [artifactName("bitbucket_pipe", path), gitName(`${HOST}/${path}`), pathName(path)],
  };
}

const FILE = /\.ya?ml$/;
const IMPORT = /^(?<repository>[\w.-]+(?:\/[\w.-]+)?):(?<ref>[^:]+)(?::[^:]+)*$/;

/**
 * Parses `repository:ref`, followed by a file or a pipeline. The repository belongs to the same workspace unless it
 * states one.
 */
function importDeclaration(
  file: string,
  use: Use,
  { fullPath, cloneUrl }: RepositoryIdentity,
): Declaration | undefined {
  const { repository, ref = null } = IMPORT.exec(use.text)?.groups ?? {};
  if (repository === undefined) return undefined;
  const own = parseGitUrl(cloneUrl ?? "");
  const workspace = fullPath.slice(0, fullPath.lastIndexOf("/") + 1);
  const path = (repository.includes("/") ? repository : workspace + repository).toLowerCase();
  return {
    ...common(file, use),
    dependencyType: "git_repository",
    artifact: own ? `${own.location.slice(0, -own.path.length)}${path}` : path,
    versionConstraint: ref,
    lookups: [pathName(path)],
  };
}

/** A source in the repository itself is a file path. */
const isLocalImport = ({ rule, text }: Use): boolean =>
  rule === "bitbucketpipelines.import" && !text.includes(":") && FILE.test(text);

const common = (sourceFile: string, { line, text, rule }: Use) => ({
  ecosystem: ID,
  sourceFile,
  sourceLine: line,
  rawReference: text,
  versioning: "git" as const,
  unbound: findPlaceholder(text),
  versionComment: null,
  evidence: { class: "manifest" as const, rule },
});

/** A pipe is produced twice: as a pipe with the repository's name, and as its image. */
function artifactsOf(
  { path, facts: { pipe } }: Facts<BitbucketFacts>,
  { fullPath }: RepositoryIdentity,
): ProducedArtifact[] {
  const image = pipe ? parseImageReference(pipe.image) : undefined;
  if (!pipe || !image) return [];
  const shared = {
    ecosystem: ID,
    version: image.tag,
    registryUrl: null,
    sourceFile: path,
    sourceLine: pipe.line,
    evidence: { class: "manifest" as const, rule: "bitbucketpipelines.pipe_manifest" },
  };
  const name = fullPath.toLowerCase();
  return [
    { ...shared, artifactType: "bitbucket_pipe", name, announces: [artifactName("bitbucket_pipe", name)] },
    {
      ...shared,
      artifactType: "container_image",
      name: image.name,
      announces: [artifactName("container_image", image.name)],
    },
  ];
}
