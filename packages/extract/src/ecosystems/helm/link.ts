import { posix } from "node:path";
import { parseGitUrl } from "../../git-url.ts";
import { imageDeclaration } from "../../image-reference.ts";
import {
  invalidSyntax,
  type Declaration,
  type Facts,
  type FileLine,
  type LinkInput,
  type LinkResult,
} from "../../ecosystem.ts";
import { producedCharts } from "./artifacts.ts";
import {
  findHelmfileChart,
  findReference,
  repositoryUrls,
  type BoundChart,
  type RepositoryUrls,
} from "./bind.ts";
import { chartFolders, isInTemplates } from "./chart-folders.ts";
import type { ChartUse, HelmFacts } from "./facts.ts";
import { hasVersion } from "./images.ts";

const NO_URLS: RepositoryUrls = new Map();

export function link(input: LinkInput<HelmFacts>): LinkResult {
  const folders = chartFolders(input.tree);
  const files = input.files.flatMap((file) => findOfHelm(file, folders) ?? []);
  const urls = repositoryUrls(files.map(({ facts }) => facts));
  const own = parseGitUrl(input.repository.cloneUrl ?? "")?.location;
  const libraries = new Set(
    files.filter(({ facts }) => facts.chart?.isLibrary).map(({ path }) => posix.dirname(path)),
  );
  return {
    declarations: files.flatMap((file) =>
      distinct([
        ...chartDeclarations(file, urls, folders),
        ...file.facts.helmfiles.flatMap((use) => helmfileDeclaration(file.path, use)),
        ...imageDeclarations(file, libraries),
      ])
        .filter(({ artifact }) => artifact !== own)
        .toSorted((a, b) => a.sourceLine - b.sourceLine),
    ),
    artifacts: producedCharts(input.repository, files, folders),
    problems: files.flatMap(({ path, facts: { problem } }) =>
      problem === null ? [] : [invalidSyntax("helm", path, problem)],
    ),
    readLines: linesOfRepositories(files),
  };
}

/** Where the repositories stand from which some chart is: what they name is what that chart declares. */
function linesOfRepositories(files: readonly Facts<HelmFacts>[]): FileLine[] {
  const used = new Set(files.flatMap(({ facts }) => facts.charts.flatMap(aliasesOf)));
  return files.flatMap(({ path, facts }) =>
    facts.repositories.filter(({ name }) => used.has(name)).map(({ line }) => ({ file: path, line })),
  );
}

/** `acme/web` of a release; `@acme` of a dependency. */
const aliasesOf = ({ name, repository }: ChartUse): string[] =>
  repository === null ? name.split("/", 1) : [repository.replace(/^(?:@|alias:)/, "")];

/**
 * Requirements are a chart's that lie beside a Chart.yaml. Values may lie with whoever deploys the chart: but other tools
 * have files of that name, too, so that of those only whole images count, and no problem.
 */
function findOfHelm(file: Facts<HelmFacts>, folders: ReadonlySet<string>): Facts<HelmFacts> | undefined {
  const { path, facts } = file;
  if (facts.kind === "helmfile") return file;
  if (isInTemplates(path, folders)) return undefined;
  if (folders.has(posix.dirname(path))) return file;
  if (facts.kind !== "values") return undefined;
  return { path, facts: { ...facts, problem: null, images: facts.images.filter(hasVersion) } };
}

function chartDeclarations(
  { path, facts }: Facts<HelmFacts>,
  urls: RepositoryUrls,
  folders: ReadonlySet<string>,
): Declaration[] {
  const own = repositoryUrls([facts]);
  const isRelease = facts.kind === "helmfile";
  const isFolder = ({ name }: ChartUse): boolean => folders.has(posix.join(posix.dirname(path), name));
  const bind = isRelease ? findHelmfileChart : findReference;
  return facts.charts
    .filter((use) => !isRelease || !isFolder(use))
    .flatMap((use) => {
      const bound = bind(use, own, urls);
      return bound ? [declarationOf(path, use, bound)] : [];
    });
}

const declarationOf = (sourceFile: string, use: ChartUse, bound: BoundChart): Declaration => ({
  ecosystem: "helm",
  dependencyType: "helm_chart",
  sourceFile,
  sourceLine: bound.chart.isOnGitHost ? use.repositoryLine : use.line,
  rawReference: bound.raw,
  artifact: bound.chart.artifact,
  versionConstraint: bound.constraint,
  versioning: bound.chart.isGit ? "git" : "helm",
  unbound: bound.unbound,
  versionComment: null,
  lookups: bound.chart.lookups,
  evidence: { class: "manifest", rule: use.rule },
});

function helmfileDeclaration(
  sourceFile: string,
  { text, line }: { text: string; line: number },
): Declaration[] {
  const use = {
    rule: "helm.helmfile",
    name: text,
    repository: null,
    version: null,
    line,
    repositoryLine: line,
  };
  const bound = /^git(?:\+|::)/i.test(text) ? findHelmfileChart(use, NO_URLS, NO_URLS) : undefined;
  return bound ? [{ ...declarationOf(sourceFile, use, bound), dependencyType: "git_repository" }] : [];
}

function imageDeclarations({ path, facts }: Facts<HelmFacts>, libraries: ReadonlySet<string>): Declaration[] {
  const rule = facts.kind === "helmfile" ? "helm.release_image" : "helm.values_image";
  // Nobody can install a library: values beside its own only try it out.
  const isTrial = libraries.has(posix.dirname(path)) && posix.basename(path) !== "values.yaml";
  return facts.images.flatMap(({ text, line }) => {
    const found = imageDeclaration({ ecosystem: "helm", sourceFile: path, sourceLine: line, rule }, text);
    if (!found) return [];
    return [isTrial ? { ...found, evidence: { ...found.evidence, class: "prose" as const } } : found];
  });
}

/** A YAML anchor brings one line into many places; it stays one use. */
const distinct = (declarations: readonly Declaration[]): Declaration[] => [
  ...new Map(
    declarations.map((each) => [
      [each.sourceLine, each.rawReference, each.versionConstraint].join("\0"),
      each,
    ]),
  ).values(),
];
