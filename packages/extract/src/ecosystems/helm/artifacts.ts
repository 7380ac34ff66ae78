import { posix } from "node:path";
import { chartNames } from "../../chart-reference.ts";
import type { Facts, ProducedArtifact, RepositoryIdentity } from "../../ecosystem.ts";
import { isTestInput } from "../../repository-path.ts";
import { isSubchart } from "./chart-folders.ts";
import type { HelmFacts } from "./facts.ts";

const NAME = /^[a-z\d][\w.-]*$/i;
const DEMONSTRATION = /(?:^|\/)examples?\//;

/** The charts that others can take from here, each once: neither what a chart brings along nor what shows or tests. */
export function producedCharts(
  repository: RepositoryIdentity,
  files: readonly Facts<HelmFacts>[],
  folders: ReadonlySet<string>,
): ProducedArtifact[] {
  const charts = files
    .filter(({ path }) => !isTestInput(path) && !DEMONSTRATION.test(path) && !isSubchart(path, folders))
    .flatMap((file) => findChartArtifact(repository, file));
  return [...new Map(charts.toReversed().map((chart) => [chart.name, chart])).values()].toReversed();
}

function findChartArtifact(
  { fullPath, cloneUrl }: RepositoryIdentity,
  { path, facts: { chart } }: Facts<HelmFacts>,
): ProducedArtifact[] {
  if (!chart || posix.basename(path) !== "Chart.yaml" || !NAME.test(chart.name)) return [];
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
