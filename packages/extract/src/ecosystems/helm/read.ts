import { posix } from "node:path";
import {
  inlineValues,
  joinValues,
  noValues,
  openValues,
  setValue,
  valueMembers,
  type PassedValues,
} from "../../chart-values.ts";
import { at, entriesOf, itemsOf, scalarAt, textOf, type DataNode } from "../../document/node.ts";
import { parseTemplatedYaml } from "../../document/templated-yaml.ts";
import { SyntaxProblem } from "../../ecosystem.ts";
import { mentionsChart, namedChartsBelow, type NamedChart } from "../../named-chart.ts";
import { readDomain } from "../../site.ts";
import type { SourceFile } from "../../source-file.ts";
import { readChartCommands, type ChartPush } from "./commands.ts";
import { findImages, findInlineImages } from "./images.ts";
import {
  hasTemplateImages,
  readTemplateImages,
  registriesOf,
  type TemplateImage,
} from "./template-images.ts";
import {
  noValueFacts,
  readDependencyValues,
  readSchema,
  readTemplateValues,
  type DependencyValues,
  type ValueFacts,
} from "./value-facts.ts";
import { readLock, type LockEntry } from "./lock.ts";

export interface HelmFacts {
  kind: FileKind;
  /** Only for a Chart.yaml. */
  chart: {
    name: string;
    version: string | null;
    appVersion: string | null;
    line: number;
    isLibrary: boolean;
  } | null;
  charts: ChartUse[];
  /** What the file says about the values of its chart, or what a values file passes. */
  values: ValueFacts;
  /** Whether a values file may have more values than were read. */
  isPartial: boolean;
  /** The dependencies of a chart. */
  dependencies: DependencyValues[];
  images: ImageUse[];
  /** Charts that values name. */
  namedCharts: NamedChart[];
  /** Images of a template whose registry is in the values. */
  templateImages: TemplateImage[];
  /** Values that may be a registry, by their path. */
  registries: [string, string][];
  /** Included helmfiles: `git::https://github.com/acme/deploy@helmfile.yaml?ref=v1`. */
  helmfiles: { text: string; line: number }[];
  /** The named repositories of a helmfile or of commands. */
  repositories: { name: string; url: string; line: number }[];
  /** The charts that commands publish. */
  pushes: ChartPush[];
  /** The custom domain of the repository's site, which may serve its charts, or null. */
  site: string | null;
  /** A syntax error. Reported only if the file belongs to a chart. */
  problem: { line: number | null; message: string } | null;
  /** The entries of a lock file, which has no other facts; else null. */
  lock: LockEntry[] | null;
}

export type FileKind =
  | "chart"
  | "requirements"
  | "values"
  /** Values without an image or a named chart. */
  | "plain_values"
  | "schema"
  | "helmfile"
  | "lock"
  | "commands"
  | "site"
  | "template";

export interface ChartUse {
  rule: string;
  /** The chart's name; for a release, its full reference: `acme/app`, `oci://…`, `./app`. */
  name: string;
  /** As written: `https://…`, `oci://…`, `@acme`, `file://…`; null for a release and for a chart in `charts/`. */
  repository: string | null;
  version: string | null;
  line: number;
  repositoryLine: number;
  /** The key of a dependency in the values of its chart; null for a release. */
  key: string | null;
  /** What a release passes. */
  passed: PassedValues;
}

export interface ImageUse {
  text: string;
  line: number;
  /** Whether it is the `image` at the top of the values, whose tag is the chart's `appVersion` by default. */
  isMain?: true;
}

const emptyFacts = (kind: FileKind): HelmFacts => ({
  kind,
  chart: null,
  charts: [],
  values: noValueFacts(),
  isPartial: false,
  dependencies: [],
  images: [],
  namedCharts: [],
  templateImages: [],
  registries: [],
  helmfiles: [],
  repositories: [],
  pushes: [],
  site: null,
  problem: null,
  lock: null,
});

/**
 * Reads the facts of one file. A syntax error is a fact, because only `link` knows whether the file belongs to a chart.
 */
export function read(file: SourceFile, kind: FileKind): HelmFacts {
  if (kind === "site") return { ...emptyFacts(kind), site: readDomain(file.text) };
  if (kind === "template") {
    const lineAt = (offset: number): number => file.lineAt(offset);
    return {
      ...emptyFacts(kind),
      templateImages: hasTemplateImages(file.text) ? readTemplateImages({ text: file.text, lineAt }) : [],
      values: readTemplateValues(file),
    };
  }
  if (kind === "commands") return { ...emptyFacts(kind), ...readChartCommands(file) };
  if (kind === "lock") return { ...emptyFacts(kind), lock: readLock(file.text) };
  if (kind === "schema") return readSchemaFile(file);
  try {
    return readDocuments(kind, parseTemplatedYaml(file), file);
  } catch (error) {
    if (!(error instanceof SyntaxProblem)) throw error;
    return { ...emptyFacts(kind), problem: { line: error.line, message: error.message } };
  }
}

/** An invalid schema is no problem of what a chart depends on. */
function readSchemaFile(file: SourceFile): HelmFacts {
  try {
    return { ...emptyFacts("schema"), values: readSchema(file.json(), file.path) };
  } catch (error) {
    if (!(error instanceof SyntaxProblem)) throw error;
    return { ...emptyFacts("schema"), isPartial: true };
  }
}

const YAML = /\.ya?ml$/i;
/** A template that produces lines of the file. */
const TEMPLATE_LINE = /^[ \t]*(?:- +)?(?:\{\{|%\{)/m;

function readDocuments(kind: FileKind, documents: readonly DataNode[], file: SourceFile): HelmFacts {
  const present = documents.filter((document) => document.kind !== "scalar" || document.text !== "");
  for (const { kind: form, line } of present) {
    if (form !== "map") throw new SyntaxProblem("The file must be a map.", line);
  }
  if (kind === "helmfile") return readHelmfile(present, file.path);
  const [root] = present;
  if (kind === "values" || kind === "plain_values") {
    const facts = {
      ...emptyFacts(kind),
      values: { ...noValueFacts(), members: valueMembers(root, file.path) },
      isPartial: file.skipped.length > 0 || (!YAML.test(file.path) && TEMPLATE_LINE.test(file.text)),
    };
    if (kind === "plain_values") return facts;
    const namedCharts = mentionsChart(file.text) ? namedChartsBelow(root) : [];
    return { ...facts, images: findImages(root), namedCharts, registries: registriesOf(root) };
  }
  const dependencies = itemsOf(at(root, "dependencies"));
  return {
    ...emptyFacts(kind),
    charts: dependencies.flatMap(readDependency),
    dependencies: dependencies.flatMap(readDependencyValues),
    chart: kind === "chart" ? readChart(root) : null,
  };
}

function readChart(root: DataNode | undefined): HelmFacts["chart"] {
  const name = entriesOf(root).find((entry) => entry.key === "name");
  const text = textOf(name?.value)?.trim();
  if (!name || !text) return null;
  return {
    name: text,
    version: scalarAt(root, "version")?.text.trim() || null,
    appVersion: scalarAt(root, "appVersion")?.text.trim() || null,
    line: name.line,
    isLibrary: scalarAt(root, "type")?.text.trim() === "library",
  };
}

function readDependency(node: DataNode): ChartUse[] {
  const name = scalarAt(node, "name");
  if (!name?.text) return [];
  const repository = scalarAt(node, "repository");
  return [
    {
      rule: "helm.dependency",
      name: name.text.trim(),
      repository: repository?.text.trim() || null,
      version: scalarAt(node, "version")?.text.trim() || null,
      line: name.line,
      repositoryLine: repository?.line ?? name.line,
      key: scalarAt(node, "alias")?.text.trim() || name.text.trim(),
      passed: noValues(),
    },
  ];
}

/** The YAML documents of a helmfile share their repositories. */
function readHelmfile(documents: readonly DataNode[], file: string): HelmFacts {
  const releases = documents.flatMap((document) => [
    ...itemsOf(at(document, "releases")),
    ...templatesOf(document),
  ]);
  return {
    ...emptyFacts("helmfile"),
    charts: releases.flatMap((release) => [
      ...readRelease(release, "helm.release", file),
      ...itemsOf(at(release, "dependencies")).flatMap((each) =>
        readRelease(each, "helm.release_dependency", file),
      ),
    ]),
    images: releases.flatMap((release) => findInlineImages(at(release, "values"))),
    helmfiles: documents.flatMap((document) =>
      ["helmfiles", "bases"].flatMap((key) => itemsOf(at(document, key)).flatMap(readPath)),
    ),
    repositories: documents.flatMap((document) =>
      itemsOf(at(document, "repositories")).flatMap(readRepository),
    ),
  };
}

/** Returns the templates that releases inherit from. */
function templatesOf(document: DataNode): DataNode[] {
  const templates = at(document, "templates");
  return templates?.kind === "map" ? templates.entries.map(({ value }) => value) : [];
}

function readRelease(node: DataNode, rule: string, file: string): ChartUse[] {
  const chart = scalarAt(node, "chart");
  if (!chart?.text) return [];
  const version = scalarAt(node, "version")?.text.trim() || null;
  const { line } = chart;
  const passed = releaseValues(node, file);
  return [
    {
      rule,
      name: chart.text.trim(),
      repository: null,
      version,
      line,
      repositoryLine: line,
      key: null,
      passed,
    },
  ];
}

/** https://helmfile.readthedocs.io/en/latest/#configuration */
const releaseValues = (release: DataNode, file: string): PassedValues =>
  joinValues([
    ...[...itemsOf(at(release, "values")), ...itemsOf(at(release, "valuesTemplate"))].map((item) =>
      item.kind === "scalar" ? valuesFile(item.text.trim(), file) : inlineValues(item, file),
    ),
    ...["set", "setString", "setTemplate"].flatMap((key) =>
      itemsOf(at(release, key)).map((item) => setValue(scalarAt(item, "name"), file)),
    ),
    ...itemsOf(at(release, "secrets")).map(() => openValues("Secrets are passed")),
    ...(at(release, "inherit") ? [openValues("Values are inherited from templates")] : []),
  ]);

/** A values file relative to the helmfile. */
function valuesFile(text: string, file: string): PassedValues {
  if (text.includes("://") || text.includes("::")) return openValues("A values file is remote");
  if (/\{\{|\$|\*/.test(text) || text.startsWith("/"))
    return openValues("The name of a values file is computed");
  return { ...noValues(), files: [posix.join(posix.dirname(file), text)] };
}

function readPath(node: DataNode): HelmFacts["helmfiles"] {
  const path = node.kind === "scalar" ? node : scalarAt(node, "path");
  return path && path.text !== "" ? [{ text: path.text.trim(), line: path.line }] : [];
}

function readRepository(node: DataNode): HelmFacts["repositories"] {
  const [name, address] = [textOf(at(node, "name")), scalarAt(node, "url")];
  const url = address?.text.trim();
  if (!name || !address || !url) return [];
  const isRegistry = textOf(at(node, "oci")) === "true" && !url.includes("://");
  return [{ name, url: isRegistry ? `oci://${url}` : url, line: address.line }];
}
