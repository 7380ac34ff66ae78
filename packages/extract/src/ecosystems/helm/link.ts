import { posix } from "node:path";
import { chartNames, repositoryChartName } from "../../chart-reference.ts";
import {
  invalidSyntax,
  type Composition,
  type Declaration,
  type Facts,
  type FileLine,
  type LinkInput,
  type LinkResult,
  type Lock,
  type ProducedArtifact,
  type RepositoryIdentity,
  type TreeEntry,
} from "../../ecosystem.ts";
import { parseGitUrl } from "../../git-url.ts";
import { imageDeclaration } from "../../image-reference.ts";
import { artifactName } from "../../name.ts";
import { namedChartDeclaration } from "../../named-chart.ts";
import { isTestInput } from "../../repository-path.ts";
import { scopeOf, unitScope } from "../../scope.ts";
import {
  findHelmfileChart,
  findReference,
  repositoryUrls,
  type BoundChart,
  type RepositoryUrls,
} from "./bind.ts";
import { locationOfPush } from "./commands.ts";
import { noValues, valuesOf, type ValuesFile } from "../../chart-values.ts";
import { hasVersion } from "./images.ts";
import { chartInterfaces, isValues, subchartValues } from "./interface.ts";
import { boundImages } from "./template-images.ts";
import { chartLocks } from "./lock.ts";
import type { ChartUse, HelmFacts } from "./read.ts";

const NO_URLS: RepositoryUrls = new Map();

export function link(input: LinkInput<HelmFacts>): LinkResult {
  const folders = chartFolders(input.tree);
  const lockOf = chartLocks(input.files, input.tree);
  const files = input.files.flatMap((file) => findChartFile(file, folders) ?? []);
  const filesByPath = new Map(files.map(({ path, facts }) => [path, facts]));
  const scopes = new ChartScopes(files, folders);
  const urls = repositoryUrls(files.map(({ facts }) => facts));
  const own = parseGitUrl(input.repository.cloneUrl ?? "")?.location;
  const releases = new Map(
    files
      .map(({ path, facts }) => [posix.dirname(path), facts.chart?.appVersion] as const)
      .filter(([, appVersion]) => appVersion),
  );
  const libraries = new Set(
    files.filter(({ facts }) => facts.chart?.isLibrary).map(({ path }) => posix.dirname(path)),
  );
  const artifacts = producedCharts(input.repository, files, folders);
  const valuesAt = valuesByFolder(input.files);
  return {
    interfaces: chartInterfaces(input, artifacts, folders),
    valuesFiles: input.files.flatMap(({ path, facts }): ValuesFile[] =>
      isValues(facts) ? [{ path, values: facts.values.members, isTemplate: facts.isPartial }] : [],
    ),
    declarations: files.flatMap((file) =>
      distinct([
        ...chartDeclarations(file, { urls, folders, lockOf, valuesAt }),
        ...file.facts.helmfiles.flatMap((use) => helmfileDeclaration(file.path, use)),
        ...imageDeclarations(withDefaultTag(file, releases), libraries),
        ...templateImages(file, filesByPath),
        ...namedCharts(input.repository, file),
      ])
        .filter(({ artifact }) => artifact !== own)
        .map((each) => ({ ...each, ...scopes.scopeAt(file) }))
        .toSorted((a, b) => a.sourceLine - b.sourceLine),
    ),
    artifacts,
    problems: files.flatMap(({ path, facts: { problem } }) =>
      problem === null ? [] : [invalidSyntax("helm", path, problem)],
    ),
    compositions: [
      ...localCompositions(files, folders, scopes),
      ...templateCompositions(input.tree, folders, scopes),
    ],
    readLines: usedRepositoryLines(files),
  };
}

/** The scopes of charts by folder. */
class ChartScopes {
  readonly #byFolder: ReadonlyMap<string, string>;

  constructor(files: readonly Facts<HelmFacts>[], folders: ReadonlySet<string>) {
    this.#byFolder = new Map(
      files.flatMap((file) =>
        isPublished(file, folders) ? [[posix.dirname(file.path), scopeOfChart(file)]] : [],
      ),
    );
  }

  /** Returns the scope of the chart in or above a folder: a subchart in `charts/` is part of the chart above it. */
  find(folder: string): string | undefined {
    for (let at = folder; ; at = posix.dirname(at)) {
      const scope = this.#byFolder.get(at);
      if (scope !== undefined || at === "." || at === "..") return scope;
    }
  }

  /** A helmfile deploys charts. Nothing is built from it, even if it is in the folder of a chart. */
  scopeAt({ path, facts }: Facts<HelmFacts>): { scope?: string } {
    const scope = facts.kind === "helmfile" ? unitScope("helm", path) : this.find(posix.dirname(path));
    return scope === undefined ? {} : { scope };
  }
}

const scopeOfChart = ({ facts }: Facts<HelmFacts>): string =>
  scopeOf({ artifactType: "helm_chart", name: facts.chart?.name ?? "" });

/** Returns the folders of templates, whose manifests the `kubernetes` ecosystem reads. */
function templateCompositions(
  tree: readonly TreeEntry[],
  folders: ReadonlySet<string>,
  scopes: ChartScopes,
): Composition[] {
  const templates = new Set(
    tree
      .filter(({ path }) => /\.ya?ml$/.test(path) && isInTemplates(path, folders))
      .map(({ path }) => posix.dirname(path)),
  );
  return [...templates].flatMap((folder) => {
    const outer = scopes.find(folder);
    return outer === undefined ? [] : [{ outer, inner: unitScope("kubernetes", folder) }];
  });
}

/** Returns the charts that others contain by `file://`. */
function localCompositions(
  files: readonly Facts<HelmFacts>[],
  folders: ReadonlySet<string>,
  scopes: ChartScopes,
): Composition[] {
  return files
    .filter(({ facts }) => facts.kind !== "helmfile")
    .flatMap(({ path, facts }) =>
      facts.charts.flatMap(({ repository }) => {
        const folder = posix.dirname(path);
        const local = /^file:\/\/(?!\/)(?<path>.+)$/.exec(repository ?? "")?.groups?.["path"];
        const outer = scopes.find(folder);
        const target = posix.join(folder, local ?? "").replace(/(?<=.)\/$/, "");
        const inner = local !== undefined && folders.has(target) ? scopes.find(target) : undefined;
        return outer === undefined || inner === undefined ? [] : [{ outer, inner }];
      }),
    );
}

/** Returns the lines of repositories with a declared chart. They are not declared separately. */
function usedRepositoryLines(files: readonly Facts<HelmFacts>[]): FileLine[] {
  const used = new Set(files.flatMap(({ facts }) => facts.charts.flatMap(aliasesOf)));
  const helmfiles = files.filter(({ facts }) => facts.kind === "helmfile");
  return helmfiles.flatMap(({ path, facts }) =>
    facts.repositories.filter(({ name }) => used.has(name)).map(({ line }) => ({ file: path, line })),
  );
}

/** Returns `acme` for `acme/web` of a release and `@acme` of a dependency. */
const aliasesOf = ({ name, repository }: ChartUse): string[] =>
  repository === null ? name.split("/", 1) : [repository.replace(/^(?:@|alias:)/, "")];

/**
 * Requirements belong to a chart if they are in its folder. Values files in other folders may belong to a deployment or
 * to another tool, so only their images with a version count, and their syntax errors are not reported.
 */
function findChartFile(file: Facts<HelmFacts>, folders: ReadonlySet<string>): Facts<HelmFacts> | undefined {
  const { path, facts } = file;
  if (facts.kind === "helmfile" || facts.kind === "commands" || facts.kind === "site") return file;
  if (isInTemplates(path, folders)) return facts.kind === "template" ? file : undefined;
  if (folders.has(posix.dirname(path))) return file;
  if (facts.kind !== "values") return undefined;
  return { path, facts: { ...facts, problem: null, images: facts.images.filter(hasVersion) } };
}

interface ChartContext {
  urls: RepositoryUrls;
  folders: ReadonlySet<string>;
  lockOf: (path: string, use: ChartUse) => Lock | null;
  valuesAt: ReadonlyMap<string, readonly Facts<HelmFacts>[]>;
}

function chartDeclarations(
  { path, facts }: Facts<HelmFacts>,
  { urls, folders, lockOf, valuesAt }: ChartContext,
): Declaration[] {
  const own = repositoryUrls([facts]);
  const isRelease = facts.kind === "helmfile";
  const isFolder = ({ name }: ChartUse): boolean => folders.has(posix.join(posix.dirname(path), name));
  const bind = isRelease ? findHelmfileChart : findReference;
  const values = valuesAt.get(posix.dirname(path)) ?? [];
  return facts.charts
    .filter((use) => !isRelease || !isFolder(use))
    .flatMap((use) => {
      const bound = bind(use, own, urls);
      if (!bound) return [];
      const passed = use.key === null ? valuesOf(use.passed) : subchartValues(use.key, facts, values);
      return [{ ...declarationOf(path, use, bound), locked: lockOf(path, use), ...passed }];
    });
}

/** Returns the values files of each folder. */
const valuesByFolder = (files: readonly Facts<HelmFacts>[]): Map<string, Facts<HelmFacts>[]> =>
  Map.groupBy(
    files.filter(({ facts }) => isValues(facts)),
    ({ path }) => posix.dirname(path),
  );

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
    key: null,
    passed: noValues(),
  };
  const bound = /^git(?:\+|::)/i.test(text) ? findHelmfileChart(use, NO_URLS, NO_URLS) : undefined;
  return bound ? [{ ...declarationOf(sourceFile, use, bound), dependencyType: "git_repository" }] : [];
}

/** The templates that `helm create` writes use the chart's `appVersion` if the values have no tag. */
function withDefaultTag(
  file: Facts<HelmFacts>,
  releases: ReadonlyMap<string, string | null | undefined>,
): Facts<HelmFacts> {
  const release = releases.get(posix.dirname(file.path));
  if (!release || file.facts.kind !== "values") return file;
  const images = file.facts.images.map((image) =>
    image.isMain && !hasVersion(image) ? { ...image, text: `${image.text}:${release}` } : image,
  );
  return { ...file, facts: { ...file.facts, images } };
}

function imageDeclarations({ path, facts }: Facts<HelmFacts>, libraries: ReadonlySet<string>): Declaration[] {
  const rule = facts.kind === "helmfile" ? "helm.release_image" : "helm.values_image";
  // A library chart cannot be installed: additional values files only serve its tests.
  const isTestOnly = libraries.has(posix.dirname(path)) && posix.basename(path) !== "values.yaml";
  return facts.images.flatMap(({ text, line }) => {
    const found = imageDeclaration({ ecosystem: "helm", sourceFile: path, sourceLine: line, rule }, text);
    if (!found) return [];
    if (isTestOnly) return [{ ...found, evidence: { ...found.evidence, class: "prose" as const } }];
    return [TEST_VALUES.test(path) ? { ...found, role: "test" as const } : found];
  });
}

const templateImages = (file: Facts<HelmFacts>, filesByPath: ReadonlyMap<string, HelmFacts>): Declaration[] =>
  boundImages(file, filesByPath).flatMap(
    ({ text, line }) =>
      imageDeclaration(
        { ecosystem: "helm", sourceFile: file.path, sourceLine: line, rule: "helm.template_image" },
        text,
      ) ?? [],
  );

const namedCharts = (repository: RepositoryIdentity, { path, facts }: Facts<HelmFacts>): Declaration[] =>
  facts.namedCharts
    .flatMap((chart) => namedChartDeclaration({ ecosystem: "helm", sourceFile: path }, repository, chart))
    .map((each) => (TEST_VALUES.test(path) ? { ...each, role: "test" as const } : each));

/** Values of chart-testing (`ci/*-values.yaml`) and others that only tests read. */
const TEST_VALUES =
  /(?:^|\/)ci\/[^/]+$|(?:^|[/._-])(?:ci|test|tests|e2e)[-_.]values[^/]*$|(?:^|\/)values[-_.](?:ci|test|tests|e2e)(?:[-_.][^/]*)?$/;

/** A YAML anchor yields the same line several times. */
const distinct = (declarations: readonly Declaration[]): Declaration[] => [
  ...new Map(
    declarations.map((each) => [
      [each.sourceLine, each.rawReference, each.versionConstraint].join("\0"),
      each,
    ]),
  ).values(),
];

const NAME = /^[a-z\d][\w.-]*$/i;
const EXAMPLES = /(?:^|\/)examples?\//;

/** Returns each chart that other repositories can use, once. Excludes subcharts, examples and test charts. */
function producedCharts(
  repository: RepositoryIdentity,
  files: readonly Facts<HelmFacts>[],
  folders: ReadonlySet<string>,
): ProducedArtifact[] {
  const charts = files
    .filter((file) => isPublished(file, folders))
    .flatMap((file) => findChartArtifact(repository, file))
    .map((chart) => ({
      ...chart,
      announces: [...pushedNames(chart.name, files, repository), ...chart.announces],
    }));
  const [only, ...others] = new Map(charts.toReversed().map((chart) => [chart.name, chart])).values();
  if (!only) return [];
  if (others.length > 0) return [only, ...others].toReversed();
  return [{ ...only, announces: [...only.announces, repositoryChartName(repository.fullPath)] }];
}

/** Returns the locations that commands publish a chart to, and the custom domains of the repository's site. */
function pushedNames(
  chart: string,
  files: readonly Facts<HelmFacts>[],
  { fullPath }: RepositoryIdentity,
): string[] {
  const pushes = files.flatMap(({ facts }) => facts.pushes).filter((push) => (push.chart ?? chart) === chart);
  const locations = pushes.flatMap((push) => locationOfPush(push, fullPath) ?? []);
  const sites = files.flatMap(({ facts }) => facts.site ?? []);
  return [...new Set([...locations, ...sites])].map((location) =>
    artifactName("helm_chart", `${location}/${chart.toLowerCase()}`),
  );
}

const isPublished = ({ path, facts: { chart } }: Facts<HelmFacts>, folders: ReadonlySet<string>): boolean =>
  chart !== null &&
  NAME.test(chart.name) &&
  !isTestInput(path) &&
  !EXAMPLES.test(path) &&
  !isSubchart(path, folders);

function findChartArtifact(
  { fullPath, cloneUrl }: RepositoryIdentity,
  { path, facts: { chart } }: Facts<HelmFacts>,
): ProducedArtifact[] {
  if (!chart) return [];
  return [
    {
      ecosystem: "helm",
      artifactType: "helm_chart",
      name: chart.name,
      version: chart.version,
      registryUrl: null,
      sourceFile: path,
      sourceLine: chart.line,
      announces: chartNames(chart.name, fullPath, cloneUrl),
      evidence: { class: "manifest", rule: "helm.chart" },
    },
  ];
}

/** Returns every folder with a Chart.yaml. The root is `.`. */
const chartFolders = (tree: readonly TreeEntry[]): ReadonlySet<string> =>
  new Set(
    tree.filter(({ path }) => posix.basename(path) === "Chart.yaml").map(({ path }) => posix.dirname(path)),
  );

const isInTemplates = (path: string, folders: ReadonlySet<string>): boolean =>
  isBelow(path, "templates", folders);

const isSubchart = (path: string, folders: ReadonlySet<string>): boolean => isBelow(path, "charts", folders);

/** Only a folder directly in a chart counts: many repositories keep all their charts in `charts/`. */
function isBelow(path: string, folder: string, folders: ReadonlySet<string>): boolean {
  const parts = path.split("/").slice(0, -1);
  return parts.some((part, depth) => part === folder && folders.has(parts.slice(0, depth).join("/") || "."));
}
