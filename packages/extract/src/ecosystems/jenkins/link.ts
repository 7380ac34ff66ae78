import { posix } from "node:path";
import { findPlaceholder } from "../../document/templated-yaml.ts";
import {
  invalidSyntax,
  type Declaration,
  type Facts,
  type LinkInput,
  type LinkResult,
  type ProducedArtifact,
  type RepositoryIdentity,
  type TreeEntry,
} from "../../ecosystem.ts";
import { interfaceOf } from "../../interface.ts";
import { parseGitUrl } from "../../git-url.ts";
import {
  conventionalNames,
  imageDeclaration,
  imageNames,
  parseImageReference,
  pushedNames,
} from "../../image-reference.ts";
import { artifactName, conventionName, gitName, pathName } from "../../name.ts";
import { scopeOf } from "../../scope.ts";
import { libraryMembers, unreadStep } from "./interface.ts";
import type { JenkinsFacts, Use } from "./uses.ts";

const ID = "jenkins";

export function linkJenkinsFiles({ repository, files, tree }: LinkInput<JenkinsFacts>): LinkResult {
  const unread = unreadVariables(files, tree);
  const artifacts = libraryOf([...files.map(({ path }) => path), ...unread], repository);
  const steps = files
    .map(({ path }) => path)
    .filter(isLibraryVariable)
    .map(stepName);
  const own = new Set([...ownNames(repository), ...artifacts.flatMap(({ announces }) => announces)]);
  const library = artifacts.map(scopeOf)[0];
  const declarations = files.flatMap(({ path, facts }) => {
    const scope = library !== undefined && isPartOfLibrary(path) ? { scope: library } : {};
    return facts.uses.flatMap((use) =>
      declarationOf(path, use, repository).map((each) => ({ ...each, ...scope })),
    );
  });
  return {
    declarations: declarations.filter(({ lookups }) => !lookups.some((name) => own.has(name))),
    artifacts: [...artifacts, ...pushedImagesOf(files)],
    compositions:
      library === undefined ? [] : steps.map((name) => ({ outer: stepScope(name), inner: library })),
    interfaces: artifacts.map((artifact) =>
      interfaceOf(
        artifact,
        libraryMembers([
          ...files.flatMap(({ path, facts: { step } }) => (step ? [{ file: path, step }] : [])),
          ...unread.map((path) => ({ file: path, step: unreadStep(stepName(path)) })),
        ]),
      ),
    ),
    problems: files.flatMap(({ path, facts }) => facts.problems.map((each) => invalidSyntax(ID, path, each))),
    readLines: files.flatMap(({ path, facts }) =>
      facts.uses.flatMap(({ remote }) => (remote ? [{ file: path, line: remote.line }] : [])),
    ),
  };
}

/** Returns the steps that were not read, such as a link to a renamed one. Their paths alone define them. */
function unreadVariables(files: readonly Facts<JenkinsFacts>[], tree: readonly TreeEntry[]): string[] {
  const read = new Set(files.map(({ path }) => path));
  return tree.flatMap(({ path }) => (isLibraryVariable(path) && !read.has(path) ? [path] : []));
}

function ownNames({ fullPath, cloneUrl }: RepositoryIdentity): string[] {
  const location = parseGitUrl(cloneUrl ?? "")?.location;
  return [pathName(fullPath), ...(location === undefined ? [] : [gitName(location)])];
}

function declarationOf(sourceFile: string, use: Use, repository: RepositoryIdentity): Declaration[] {
  if (use.rule === "jenkins.library") return libraryDeclaration(sourceFile, use, repository);
  if (use.rule === "jenkins.step") return [stepDeclaration(sourceFile, use, repository)];
  if (use.rule === "jenkins.git" || use.rule === "jenkins.checkout") return gitDeclaration(sourceFile, use);
  const found = imageDeclaration(
    { ecosystem: ID, sourceFile, sourceLine: use.line, rule: use.rule },
    use.text,
  );
  return found ? [found] : [];
}

const LIBRARY = /^(?<name>[^@\s]+)(?:@(?<version>\S+))?$/;

function libraryDeclaration(sourceFile: string, use: Use, repository: RepositoryIdentity): Declaration[] {
  const { name, version = null } = LIBRARY.exec(use.text)?.groups ?? {};
  if (name === undefined) return [];
  const remote = use.remote === null ? undefined : parseGitUrl(use.remote.text);
  const isHidden = findPlaceholder(name) !== null;
  const byName = isHidden || use.remote !== null ? [] : libraryLookups(name, repository);
  return [
    {
      ...common(sourceFile, use),
      dependencyType: "jenkins_library",
      rawReference: use.text,
      artifact: remote?.location ?? name,
      versionConstraint: version,
      unbound: findPlaceholder(remote ? use.text : `${use.text} ${use.remote?.text ?? ""}`),
      lookups: remote ? [gitName(remote.location)] : byName,
      ...use.call,
    },
  ];
}

/** A step of a library that Jenkins loads for all pipelines. */
const stepDeclaration = (sourceFile: string, use: Use, repository: RepositoryIdentity): Declaration => ({
  ...common(sourceFile, use),
  dependencyType: "jenkins_library",
  rawReference: use.text,
  artifact: use.text,
  versionConstraint: null,
  unbound: null,
  lookups: [stepLookup(use.text, repository)],
  ...use.call,
});

/** Jenkins allows `*` or a remote before a branch. */
const ANY_REMOTE = /^(?:\*|origin)\//;

function gitDeclaration(sourceFile: string, use: Use): Declaration[] {
  const git = parseGitUrl(use.text);
  const unbound = findPlaceholder(`${use.text} ${use.ref ?? ""}`);
  if (!git && findPlaceholder(use.text) === null) return [];
  return [
    {
      ...common(sourceFile, use),
      dependencyType: "git_repository",
      rawReference: use.ref === null ? use.text : `${use.text}@${use.ref}`,
      artifact: git?.location ?? use.text,
      versionConstraint: use.ref?.replace(ANY_REMOTE, "") || null,
      unbound,
      lookups: git ? [gitName(git.location)] : [],
    },
  ];
}

const common = (sourceFile: string, { line, rule }: Use) => ({
  ecosystem: ID,
  sourceFile,
  sourceLine: line,
  versioning: "git" as const,
  versionComment: null,
  evidence: { class: "manifest" as const, rule },
});

/** The name of the library is configured in Jenkins, so it is assumed. */
function libraryOf(paths: readonly string[], repository: RepositoryIdentity): ProducedArtifact[] {
  const variable = paths.find(isLibraryVariable);
  if (variable === undefined) return [];
  return [
    {
      ecosystem: ID,
      artifactType: "jenkins_library",
      name: repository.fullPath.slice(repository.fullPath.lastIndexOf("/") + 1),
      version: null,
      registryUrl: null,
      sourceFile: variable,
      sourceLine: 1,
      announces: [
        ...libraryNames(repository),
        ...paths.filter(isLibraryVariable).map((path) => stepLookup(stepName(path), repository)),
      ],
      assumed: true,
      evidence: { class: "manifest", rule: "jenkins.vars" },
    },
  ];
}

/** Returns each image that a pipeline pushes, once. The library of a step knows the namespace of its image. */
function pushedImagesOf(files: readonly Facts<JenkinsFacts>[]): ProducedArtifact[] {
  const images = files.flatMap(({ path, facts }) =>
    facts.pushes.map(({ rule, name, line }): ProducedArtifact => {
      const isStep = rule === "jenkins.push_step";
      return {
        ecosystem: ID,
        artifactType: "container_image",
        name,
        version: null,
        registryUrl: null,
        sourceFile: path,
        sourceLine: line,
        announces: isStep ? stepImageNames(name) : pushedNames(name),
        ...(isStep ? { assumed: true as const } : {}),
        evidence: { class: "manifest", rule },
      };
    }),
  );
  return [...new Map(images.toReversed().map((image) => [image.name, image])).values()].toReversed();
}

/** A name with a slash is complete, or the path in the registry of the library. */
const stepImageNames = (name: string): string[] =>
  name.includes("/")
    ? [
        ...conventionalNames(name),
        ...(parseImageReference(name)
          ? [artifactName("container_image", parseImageReference(name)?.name ?? name)]
          : []),
      ]
    : imageNames(name);

const VARIABLE = /^vars\/[^/]+\.groovy$/;

/** Whether a file defines a step of a shared library, which makes the repository one. */
export const isLibraryVariable = (path: string): boolean => VARIABLE.test(path);

/** Whether a file is a step or class of a library, in a repository with steps. */
export const isPartOfLibrary = (path: string): boolean =>
  isLibraryVariable(path) || (path.startsWith("src/") && path.endsWith(".groovy"));

const PREFIX = /^jenkins-(?=.)/;

const normalize = (name: string): string => name.toLowerCase().replace(/[_.]/g, "-");

/** The repository of a library is configured in Jenkins. By convention it has the same name, and often the same owner. */
function libraryLookups(name: string, { fullPath }: RepositoryIdentity): string[] {
  const library = normalize(name);
  return [`${ownerOf(fullPath)}${library}`, library].map((each) => conventionName("jenkins_library", each));
}

/** Returns the assumed names of a repository's library: `jenkins-shared` and `shared` for `jenkins-shared`. */
function libraryNames({ fullPath }: RepositoryIdentity): string[] {
  const name = normalize(fullPath.slice(fullPath.lastIndexOf("/") + 1));
  const names = new Set([name, name.replace(PREFIX, "")]);
  return [...names].flatMap((each) =>
    [`${ownerOf(fullPath)}${each}`, each].map((whole) => conventionName("jenkins_library", whole)),
  );
}

export const stepName = (path: string): string => posix.basename(path, ".groovy");

const stepScope = (name: string): string => scopeOf({ artifactType: "jenkins_library", name });

/** Steps are only looked up at the same owner: their names are short. */
const stepLookup = (name: string, { fullPath }: RepositoryIdentity): string =>
  conventionName("jenkins_library", `${ownerOf(fullPath)}vars/${name}`);

/** Returns the owner with a trailing slash, or an empty string for a path of one segment. */
const ownerOf = (fullPath: string): string => fullPath.slice(0, fullPath.lastIndexOf("/") + 1).toLowerCase();
