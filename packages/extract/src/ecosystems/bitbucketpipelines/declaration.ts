import { findPlaceholder } from "../../document/templated-yaml.ts";
import type { Declaration, RepositoryIdentity } from "../../ecosystem.ts";
import { parseGitUrl } from "../../git-url.ts";
import { imageDeclaration } from "../../image-declaration.ts";
import { artifactName, gitName, pathName } from "../../name.ts";
import type { Use } from "./read.ts";

const HOST = "bitbucket.org";
const DOCKER = "docker://";

/** Undefined for what names nothing of its kind. */
export function findDeclaration(
  file: string,
  use: Use,
  repository: RepositoryIdentity,
): Declaration | undefined {
  if (use.rule === "bitbucketpipelines.import") return importDeclaration(file, use, repository);
  if (use.rule === "bitbucketpipelines.image") return image(file, use, use.text);
  if (!use.text.startsWith(DOCKER)) return pipeDeclaration(file, use);
  const found = image(file, use, use.text.slice(DOCKER.length));
  return found && { ...found, rawReference: use.text };
}

const image = (sourceFile: string, { line, rule }: Use, text: string): Declaration | undefined =>
  imageDeclaration({ ecosystem: "bitbucketpipelines", sourceFile, sourceLine: line, rule }, text);

const PIPE = /^(?<name>[\w.-]+\/[\w.-]+)(?::(?<version>\S+))?$/;

/** A pipe is called as its repository. */
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

/** `repository:ref` with a file or a pipeline behind it; the repository is one of the workspace. */
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

/** A source that lies in the repository itself is the path of a file. */
export const isLocalImport = ({ rule, text }: Use): boolean =>
  rule === "bitbucketpipelines.import" && !text.includes(":") && FILE.test(text);

const common = (sourceFile: string, { line, text, rule }: Use) => ({
  ecosystem: "bitbucketpipelines",
  sourceFile,
  sourceLine: line,
  rawReference: text,
  versioning: "git" as const,
  unbound: findPlaceholder(text),
  versionComment: null,
  evidence: { class: "manifest" as const, rule },
});
