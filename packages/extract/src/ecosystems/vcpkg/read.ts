import { at, entriesOf, itemsOf, scalarAt, textOf, type DataNode } from "../../document/node.ts";
import { SyntaxProblem } from "../../ecosystem.ts";
import type { SourceFile } from "../../source-file.ts";
import type { Port, Registry, VcpkgFacts } from "./facts.ts";

const NAME = /^[a-z\d]+(?:-+[a-z\d]+)*$/;
/** One port can state its version in the words of each of vcpkg's schemes. */
const VERSIONS = ["version", "version-semver", "version-date", "version-string"];
/** Where the registry that every vcpkg has is kept. */
const BUILTIN = "https://github.com/microsoft/vcpkg";

/** Facts of a manifest or a configuration. Throws SyntaxProblem. */
export function readVcpkgFile(file: SourceFile): VcpkgFacts {
  const document = file.json();
  if (document.kind !== "map") throw new SyntaxProblem("Expected an object.", document.line);
  const facts: VcpkgFacts = { package: null, ports: [], registries: [], problems: [] };
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
  for (const { value } of entriesOf(at(document, "features")))
    readPorts(facts, "vcpkg.feature", at(value, "dependencies"));
  readPorts(facts, "vcpkg.override", at(document, "overrides"));
  const baseline = scalarAt(document, "builtin-baseline");
  if (baseline)
    facts.registries.push({ repository: BUILTIN, line: baseline.line, baseline: baseline.text || null });
}

function readPorts(facts: VcpkgFacts, rule: string, list: DataNode | undefined): void {
  if (list && list.kind !== "list")
    facts.problems.push({ line: list.line, message: `${rule} is no list of ports.` });
  for (const item of itemsOf(list)) {
    const port = portOf(rule, item);
    if (port) facts.ports.push(port);
    else facts.problems.push({ line: item.line, message: `An entry of ${rule} names no port.` });
  }
}

function portOf(rule: string, item: DataNode): Port | undefined {
  const name = item.kind === "scalar" ? item : scalarAt(item, "name");
  if (!name || !NAME.test(name.text)) return undefined;
  const least = textOf(at(item, "version>="));
  const constraint = rule === "vcpkg.override" ? versionOf(item) : least ? `>=${least}` : null;
  return { rule, name: name.text, line: name.line, constraint };
}

/** With the port's own version behind `#`, where that is not the first. */
function versionOf(node: DataNode): string | null {
  const version = VERSIONS.map((key) => textOf(at(node, key))).find((text) => text);
  const port = textOf(at(node, "port-version")) ?? "0";
  return version === undefined ? null : port === "0" ? version : `${version}#${port}`;
}

function readConfiguration(facts: VcpkgFacts, node: DataNode | undefined): void {
  const registries = [at(node, "default-registry"), ...itemsOf(at(node, "registries"))];
  facts.registries.push(...registries.flatMap((each) => registryOf(each) ?? []));
}

/** Undefined for a folder or an archive, and where a default is switched off. */
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
