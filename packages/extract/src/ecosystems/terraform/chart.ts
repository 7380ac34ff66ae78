import { posix } from "node:path";
import { findChart } from "../../chart-reference.ts";
import {
  embeddedValues,
  joinValues,
  noValues,
  openValues,
  setPath,
  valuesOf,
  type PassedValues,
} from "../../chart-values.ts";
import { findHclArgument, type HclBlock, type HclBody, type HclExpression } from "../../document/hcl.ts";
import type { Declaration } from "../../ecosystem.ts";
import { bind, findUnbound, restore, startsLocally, type BoundText, type Scope } from "./bind.ts";

export interface ChartUse {
  line: number;
  chart: HclExpression;
  repository: HclExpression | null;
  version: HclExpression | null;
  values: PassedValues;
}

/** Returns the charts of `helm_release` and `helm_template` blocks. */
export const chartUses = (blocks: readonly HclBlock[], path: string): ChartUse[] =>
  blocks
    .filter(({ labels }) => /^helm_(?:release|template)$/.test(labels[0] ?? ""))
    .flatMap((block) => inBlock(block, path));

function inBlock({ body }: HclBlock, path: string): ChartUse[] {
  const attributeOf = (name: string) => body.attributes.find((attribute) => attribute.name === name);
  const chart = attributeOf("chart");
  if (!chart) return [];
  return [
    {
      line: chart.line,
      chart: chart.value,
      repository: attributeOf("repository")?.value ?? null,
      version: attributeOf("version")?.value ?? null,
      values: passedValues(body, path),
    },
  ];
}

/** The argument, and the block of the same name before version 3 of the provider. */
const SET = /^set(?:_sensitive|_list|_wo)?$/;

/** https://registry.terraform.io/providers/hashicorp/helm/latest/docs/resources/release */
function passedValues(body: HclBody, path: string): PassedValues {
  const nameOf = (inner: readonly { name: string; value: HclExpression }[]): HclExpression | undefined =>
    inner.find(({ name }) => name === "name")?.value;
  return joinValues([
    ...body.blocks
      .filter(({ type }) => SET.test(type))
      .map((block) => setOf(nameOf(block.body.attributes), path)),
    ...body.blocks
      .filter(({ type, labels }) => type === "dynamic" && SET.test(labels[0] ?? ""))
      .map(() => openValues("The names of some values are computed")),
    ...body.attributes
      .filter(({ name }) => SET.test(name))
      .flatMap(({ value }) =>
        value.kind === "list"
          ? value.items.map((item) => setOf(item.kind === "object" ? nameOf(item.entries) : undefined, path))
          : [openValues("The names of some values are computed")],
      ),
    ...body.attributes
      .filter(({ name }) => name === "values")
      .flatMap(({ value }) =>
        value.kind === "list" ? value.items.map((item) => documentOf(item, path)) : [COMPUTED],
      ),
  ]);
}

const COMPUTED = openValues("The values are computed");

function setOf(name: HclExpression | undefined, file: string): PassedValues {
  const [part, ...more] = name?.kind === "template" ? name.parts : [];
  if (!name || !part || !("literal" in part) || more.length > 0)
    return openValues("The names of some values are computed");
  return { ...noValues(), found: [{ kind: "value", name: setPath(part.literal), file, line: name.line }] };
}

const FILE = /^(?:file|templatefile)\(\s*"(?<path>[^"]*)"/;
const HEREDOC = /^<<-?\w+[ \t]*\r?\n(?<text>.*)\n[ \t]*\w+\s*$/s;

/** A document of values: a string, a file, or encoded. */
function documentOf(item: HclExpression, file: string): PassedValues {
  if (item.kind === "template") {
    const [part, ...more] = item.parts;
    if (!part || more.length > 0) return COMPUTED;
    return "literal" in part
      ? embeddedValues(part.literal, item.line - 1, file)
      : documentOf({ kind: "code", line: item.line, text: part.code }, file);
  }
  if (item.kind !== "code") return COMPUTED;
  const encoded = findHclArgument(item, "yamlencode") ?? findHclArgument(item, "jsonencode");
  if (encoded) return encoded.kind === "object" ? objectValues(encoded, file) : COMPUTED;
  const path = FILE.exec(item.text)?.groups?.["path"]?.replace(/^\$\{path\.(?:module|root)\}\//, "");
  if (path !== undefined)
    return path.includes("${") ? COMPUTED : { ...noValues(), files: [posix.join(posix.dirname(file), path)] };
  const text = HEREDOC.exec(item.text)?.groups?.["text"];
  return text === undefined ? COMPUTED : embeddedValues(withoutIndent(text), item.line, file);
}

/** Removes the indentation that all lines share, as `<<-` does. */
function withoutIndent(text: string): string {
  const lines = text.split("\n");
  const indents = lines.filter((line) => line.trim() !== "").map((line) => line.search(/\S/));
  const least = Math.min(...indents);
  return lines.map((line) => line.slice(least)).join("\n");
}

/** The path of each map and leaf of an object. */
function objectValues(root: HclExpression & { kind: "object" }, file: string): PassedValues {
  const found: PassedValues["found"] = [];
  let open: string | null = null;
  const visit = (value: HclExpression, name: string, line: number): void => {
    if (name !== "") found.push({ kind: "value", name, file, line });
    if (value.kind !== "object") return;
    for (const entry of value.entries) {
      if (/^\(|\$\{/.test(entry.name)) open = "The names of some values are computed";
      else visit(entry.value, name === "" ? entry.name : `${name}.${entry.name}`, entry.line);
    }
  };
  visit(root, "", root.line);
  return { found, open, files: [] };
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
      rawReference: found.isGit ? url : `${url.replace(/(?<!\/)\/+$/, "")}/${name}`,
      artifact: found.artifact,
      versionConstraint: found.isGit ? found.ref : (version && textOf(version)) || null,
      versioning: found.isGit ? "git" : "helm",
      unbound: unboundName ?? (version ? findUnbound(version.text, version) : null),
      versionComment: null,
      lookups: unboundName === null ? found.lookups : [],
      evidence: { class: "manifest", rule: "terraform.helm_release" },
      ...valuesOf(use.values),
    },
  ];
}

const textOf = (bound: BoundText): string => restore(bound.text, bound);

/** Splits `oci://ghcr.io/acme/charts/app` before the last segment, which is the name. */
function splitName(chart: BoundText): [string, string] {
  const text = textOf(chart).replace(/(?<!\/)\/+$/, "");
  const slash = text.lastIndexOf("/");
  return [text.slice(0, slash), text.slice(slash + 1)];
}
