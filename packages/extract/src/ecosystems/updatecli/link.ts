import { findChart } from "../../chart-reference.ts";
import { findPlaceholder } from "../../document/templated-yaml.ts";
import type { Declaration, LinkInput, LinkResult } from "../../ecosystem.ts";
import { parseGitUrl } from "../../git-url.ts";
import { imageDeclaration } from "../../image-reference.ts";
import { gitName, leadsElsewhere } from "../../name.ts";
import type { ResourceUse, UpdatecliFacts } from "./read.ts";

/** Declares what manifests read. A resource with a template in its name is not declared: its values are in other files. */
export function linkManifests({ repository, files }: LinkInput<UpdatecliFacts>): LinkResult {
  const isForeign = leadsElsewhere(repository);
  const declarations = files.flatMap(({ path, facts }) =>
    facts.uses
      .filter(({ text, name }) => findPlaceholder(text + name) === null)
      .flatMap((use) => declarationOf(path, use) ?? [])
      .filter(isForeign),
  );
  return { declarations, artifacts: [], problems: [] };
}

function declarationOf(sourceFile: string, use: ResourceUse): Declaration | undefined {
  const { rule, text, name, version, line } = use;
  const common = {
    ecosystem: "updatecli",
    sourceFile,
    sourceLine: line,
    versionConstraint: version,
    unbound: findPlaceholder(version ?? ""),
    versionComment: null,
    evidence: { class: "manifest", rule },
  } as const;
  if (rule === "updatecli.image") {
    const image = version === null ? text : `${text}:${version}`;
    return imageDeclaration({ ecosystem: "updatecli", sourceFile, sourceLine: line, rule }, image);
  }
  if (rule === "updatecli.chart") {
    const chart = findChart(name, text);
    if (!chart) return undefined;
    const { artifact, lookups } = chart;
    const rawReference = `${text.replace(/(?<!\/)\/+$/, "")}/${name}`;
    return { ...common, dependencyType: "helm_chart", rawReference, artifact, versioning: "helm", lookups };
  }
  const location = parseGitUrl(text)?.location;
  if (location === undefined) return undefined;
  return {
    ...common,
    dependencyType: "git_repository",
    rawReference: text,
    artifact: location,
    versioning: "git",
    lookups: [gitName(location)],
  };
}
