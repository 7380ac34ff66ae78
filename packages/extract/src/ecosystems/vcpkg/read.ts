import { at, entriesOf, itemsOf, scalarAt, textOf, type DataNode } from "../../document/node.ts";
import { SyntaxProblem } from "../../ecosystem.ts";
import type { SourceFile } from "../../source-file.ts";

export interface Port {
  rule: string;
  name: string;
  line: number;
  /** In the syntax of the `vcpkg` version scheme: `>=1.2.3#1`, or a plain version for an override. */
  constraint: string | null;
  role: "runtime" | "build" | "test";
}

/** A registry of ports: a git repository at a commit. */
export interface Registry {
  repository: string | null;
  line: number;
  baseline: string | null;
}

export interface VcpkgFacts {
  package: { name: string; line: number; version: string | null } | null;
  ports: Port[];
  registries: Registry[];
  /** The line of the baseline that fixes the versions of ports; null without one. */
  baselineLine: number | null;
  problems: { line: number; message: string }[];
}

const NAME = /^[a-z\d]+(?:-+[a-z\d]+)*$/;
/** The keys for a version, one per version scheme of vcpkg. */
const VERSIONS = ["version", "version-semver", "version-date", "version-string"];
/** The repository of the built-in registry. */
const BUILTIN = "https://github.com/microsoft/vcpkg";

/** Returns the facts of a manifest or a configuration. Throws SyntaxProblem. */
export function readVcpkgFile(file: SourceFile): VcpkgFacts {
  const document = file.json();
  if (document.kind !== "map") throw new SyntaxProblem("Expected an object.", document.line);
  const facts: VcpkgFacts = { package: null, ports: [], registries: [], baselineLine: null, problems: [] };
  if (file.path.endsWith("vcpkg.json")) {
    readManifest(facts, document);
    readConfiguration(facts, at(document, "vcpkg-configuration"));
  } else readConfiguration(facts, document);
  return facts;
}

function readManifest(facts: VcpkgFacts, document: DataNode): void {
  const name = scalarAt(document, "name");
  if (name && NAME.test(name.text))
    facts.package = { name: name.text, line: name.line, version: versionOf(document) };
  readPorts(facts, "vcpkg.dependencies", at(document, "dependencies"));
  for (const { key, value } of entriesOf(at(document, "features")))
    readPorts(facts, "vcpkg.feature", at(value, "dependencies"), TEST_FEATURE.test(key));
  readPorts(facts, "vcpkg.override", at(document, "overrides"));
  const baseline = scalarAt(document, "builtin-baseline");
  if (baseline) facts.baselineLine = baseline.line;
  if (baseline)
    facts.registries.push({ repository: BUILTIN, line: baseline.line, baseline: baseline.text || null });
}

const TEST_FEATURE = /^(?:unit-?)?tests?$|-tests?$/;

function readPorts(facts: VcpkgFacts, rule: string, list: DataNode | undefined, isTest = false): void {
  if (list && list.kind !== "list")
    facts.problems.push({ line: list.line, message: `${rule} must be a list of ports.` });
  for (const item of itemsOf(list)) {
    const port = portOf(rule, item, isTest);
    if (port) facts.ports.push(port);
    else facts.problems.push({ line: item.line, message: `An entry of ${rule} has no valid port name.` });
  }
}

/** A port for the host is a tool of the build. */
function portOf(rule: string, item: DataNode, isTest: boolean): Port | undefined {
  const name = item.kind === "scalar" ? item : scalarAt(item, "name");
  if (!name || !NAME.test(name.text)) return undefined;
  const minimum = textOf(at(item, "version>="));
  const constraint = rule === "vcpkg.override" ? versionOf(item) : minimum ? `>=${minimum}` : null;
  const isTool = textOf(at(item, "host")) === "true";
  const role = isTest ? "test" : isTool ? "build" : "runtime";
  return { rule, name: name.text, line: name.line, constraint, role };
}

/** Appends the port version (`#1`) unless it is 0. */
function versionOf(node: DataNode): string | null {
  const version = VERSIONS.map((key) => textOf(at(node, key))).find((text) => text);
  const portVersion = textOf(at(node, "port-version")) ?? "0";
  if (version === undefined) return null;
  return portVersion === "0" ? version : `${version}#${portVersion}`;
}

function readConfiguration(facts: VcpkgFacts, node: DataNode | undefined): void {
  facts.baselineLine ??= scalarAt(node, "default-registry", "baseline")?.line ?? null;
  const registries = [at(node, "default-registry"), ...itemsOf(at(node, "registries"))];
  facts.registries.push(...registries.flatMap((each) => registryOf(each) ?? []));
}

/** Undefined for folders, archives, and a disabled default registry. */
function registryOf(node: DataNode | undefined): Registry | undefined {
  const kind = textOf(at(node, "kind"));
  const baseline = scalarAt(node, "baseline");
  if (kind === "builtin" && baseline)
    return { repository: BUILTIN, line: baseline.line, baseline: baseline.text };
  if (kind !== "git") return undefined;
  const repository = scalarAt(node, "repository");
  return {
    repository: repository?.text || null,
    line: repository?.line ?? node?.line ?? 1,
    baseline: baseline?.text || null,
  };
}
