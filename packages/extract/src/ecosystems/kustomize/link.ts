import { posix } from "node:path";
import { findChart } from "../../chart-reference.ts";
import { findPlaceholder } from "../../document/templated-yaml.ts";
import {
  invalidSyntax,
  type Composition,
  type Declaration,
  type Facts,
  type LinkInput,
  type LinkResult,
  type Problem,
  type ProducedArtifact,
  type RepositoryIdentity,
  type TreeEntry,
} from "../../ecosystem.ts";
import { parseGitUrl } from "../../git-url.ts";
import { imageDeclaration } from "../../image-reference.ts";
import { isTestInput } from "../../repository-path.ts";
import { fileUse, scopeOf, unitScope } from "../../scope.ts";
import { BaseVersions } from "./base-versions.ts";
import type { ChartUse, ImageUse, KustomizeFacts } from "./read.ts";
import { findRemoteSource } from "./remote-source.ts";

const EXAMPLE = /(?:^|\/)examples?\//;

export function link({ repository, files, tree }: LinkInput<KustomizeFacts>): LinkResult {
  const own = parseGitUrl(repository.cloneUrl ?? "")?.location;
  const result: LinkResult = { declarations: [], artifacts: [], problems: [] };
  const versions = new BaseVersions(files);
  for (const file of files) {
    const declarations = [
      ...file.facts.sources.flatMap((source) => sourceDeclaration(file.path, source)),
      ...file.facts.charts.flatMap((chart) => chartDeclaration(file.path, chart)),
      ...file.facts.images.flatMap((image) => imageDeclarations(file.path, image, versions)),
    ].filter(({ artifact }) => artifact !== own);
    result.declarations.push(...distinct(declarations).toSorted((a, b) => a.sourceLine - b.sourceLine));
    result.artifacts.push(...folderArtifact(repository, file));
    result.problems.push(
      ...file.facts.images
        .filter((image) => !findImage(file.path, image))
        .map((image) => notAnImage(file.path, image)),
    );
  }
  return { ...result, compositions: localCompositions(files, tree, result.artifacts) };
}

/** Returns the local bases and folders of manifests that published kustomizations contain. */
function localCompositions(
  files: readonly Facts<KustomizeFacts>[],
  tree: readonly TreeEntry[],
  artifacts: readonly ProducedArtifact[],
): Composition[] {
  const paths = new Set(tree.map(({ path }) => path));
  const scopes = new Map(
    artifacts.map((artifact) => [posix.dirname(artifact.sourceFile), scopeOf(artifact)]),
  );
  return files.flatMap(({ path, facts }) => {
    const folder = posix.dirname(path);
    const outer = scopes.get(folder);
    if (outer === undefined) return [];
    const inner = facts.sources.flatMap(({ text }) => {
      const target = posix.join(folder, text).replace(/(?<=.)\/$/, "");
      const manifests = paths.has(target) ? [unitScope("kubernetes", posix.dirname(target))] : [];
      return findRemoteSource(text) ? [] : (scopes.get(target) ?? manifests);
    });
    return [...new Set(inner)].filter((each) => each !== outer).map((each) => ({ outer, inner: each }));
  });
}

function sourceDeclaration(
  sourceFile: string,
  { rule, text, line }: KustomizeFacts["sources"][number],
): Declaration[] {
  const source = findRemoteSource(text);
  if (!source) return [];
  const unboundName = findPlaceholder(source.artifact);
  return [
    {
      ecosystem: "kustomize",
      dependencyType: "kustomization",
      sourceFile,
      sourceLine: line,
      rawReference: text,
      artifact: source.artifact,
      versionConstraint: source.constraint,
      versioning: "git",
      unbound: unboundName ?? findPlaceholder(source.constraint ?? ""),
      versionComment: null,
      lookups: unboundName === null ? source.lookups : [],
      evidence: { class: "manifest", rule },
      ...fileUse(source.file),
    },
  ];
}

function chartDeclaration(
  sourceFile: string,
  { name, repository, version, line, repositoryLine }: ChartUse,
): Declaration[] {
  const chart = findChart(name, repository);
  if (!chart) return [];
  const unboundName = findPlaceholder(repository) ?? findPlaceholder(name);
  return [
    {
      ecosystem: "kustomize",
      dependencyType: "helm_chart",
      sourceFile,
      sourceLine: chart.isOnGitHost ? repositoryLine : line,
      rawReference: `${repository.replace(/(?<!\/)\/+$/, "")}/${name}`,
      artifact: chart.artifact,
      versionConstraint: version,
      versioning: "helm",
      unbound: unboundName ?? findPlaceholder(version ?? ""),
      versionComment: null,
      lookups: unboundName === null ? chart.lookups : [],
      evidence: { class: "manifest", rule: "kustomize.helm_chart" },
    },
  ];
}

const findImage = (sourceFile: string, { text, line }: ImageUse): Declaration | undefined =>
  imageDeclaration({ ecosystem: "kustomize", sourceFile, sourceLine: line, rule: "kustomize.image" }, text);

function imageDeclarations(path: string, image: ImageUse, versions: BaseVersions): Declaration[] {
  const declaration = findImage(path, image);
  if (!declaration) return [];
  const isStated = image.hasVersion || declaration.unbound !== null;
  return [isStated ? declaration : { ...declaration, inheritedVersion: versions.of(path, image) }];
}

const notAnImage = (file: string, { text, line }: ImageUse): Problem =>
  invalidSyntax("kustomize", file, {
    line,
    message: `"${text.slice(0, 80)}" is not a valid image reference.`,
  });

/** Announces nothing: consumers find the folder by the repository's URL, which every repository announces. */
function folderArtifact(
  { fullPath }: RepositoryIdentity,
  { path, facts }: Facts<KustomizeFacts>,
): ProducedArtifact[] {
  if (!facts.isKustomization || isTestInput(path) || EXAMPLE.test(path)) return [];
  const folder = posix.dirname(path);
  return [
    {
      ecosystem: "kustomize",
      artifactType: "kustomization",
      name: fullPath + (folder === "." ? "" : `//${folder}`),
      version: null,
      registryUrl: null,
      sourceFile: path,
      sourceLine: facts.line,
      announces: [],
      evidence: { class: "manifest", rule: "kustomize.folder" },
    },
  ];
}

/** Removes duplicates of a line that is repeated by a YAML alias. */
const distinct = (declarations: readonly Declaration[]): Declaration[] => [
  ...new Map(declarations.map((each) => [`${each.sourceLine}\0${each.rawReference}`, each])).values(),
];
