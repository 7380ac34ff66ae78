import { findChart } from "../../chart-reference.ts";
import type { HclBlock, HclExpression } from "../../document/hcl.ts";
import type { Declaration } from "../../ecosystem.ts";
import { bind, findUnbound, restore, startsLocally, type BoundText, type Scope } from "./bind.ts";

export interface ChartUse {
  line: number;
  chart: HclExpression;
  repository: HclExpression | null;
  version: HclExpression | null;
}

/** Returns the charts of `helm_release` and `helm_template` blocks. */
export const chartUses = (blocks: readonly HclBlock[]): ChartUse[] =>
  blocks.filter(({ labels }) => /^helm_(?:release|template)$/.test(labels[0] ?? "")).flatMap(inBlock);

function inBlock({ body }: HclBlock): ChartUse[] {
  const attributeOf = (name: string) => body.attributes.find((attribute) => attribute.name === name);
  const chart = attributeOf("chart");
  if (!chart) return [];
  return [
    {
      line: chart.line,
      chart: chart.value,
      repository: attributeOf("repository")?.value ?? null,
      version: attributeOf("version")?.value ?? null,
    },
  ];
}

/**
 * Skips charts without a repository, unless the chart is an OCI URL: they are folders, or use a repository name that is
 * configured on the machine.
 */
export function chartDeclaration(sourceFile: string, use: ChartUse, scope: Scope): Declaration[] {
  const chart = bind(use.chart, scope);
  const repository = use.repository ? bind(use.repository, scope) : undefined;
  const isUrl = repository === undefined || repository.text === "";
  if (startsLocally(chart) || (isUrl && !/^oci:\/\//i.test(chart.text))) return [];
  const [url, name] = isUrl ? splitName(chart) : [textOf(repository), textOf(chart)];
  const unboundName =
    findUnbound(chart.text, chart) ?? (isUrl ? null : findUnbound(repository.text, repository));
  const found = findChart(name, url);
  if (!found) return [];
  const version = use.version ? bind(use.version, scope) : undefined;
  return [
    {
      ecosystem: "terraform",
      dependencyType: "helm_chart",
      sourceFile,
      sourceLine: use.line,
      rawReference: found.isGit ? url : `${url.replace(/\/+$/, "")}/${name}`,
      artifact: found.artifact,
      versionConstraint: found.isGit ? found.ref : (version && textOf(version)) || null,
      versioning: found.isGit ? "git" : "helm",
      unbound: unboundName ?? (version ? findUnbound(version.text, version) : null),
      versionComment: null,
      lookups: unboundName === null ? found.lookups : [],
      evidence: { class: "manifest", rule: "terraform.helm_release" },
    },
  ];
}

const textOf = (bound: BoundText): string => restore(bound.text, bound);

/** Splits `oci://ghcr.io/acme/charts/app` before the last segment, which is the name. */
function splitName(chart: BoundText): [string, string] {
  const text = textOf(chart).replace(/\/+$/, "");
  const slash = text.lastIndexOf("/");
  return [text.slice(0, slash), text.slice(slash + 1)];
}
