import { at, entriesOf, textOf } from "../../document/node.ts";
import { elementAt, elementsAt, type XmlElement } from "../../document/xml.ts";
import { SyntaxProblem } from "../../ecosystem.ts";
import type { SourceFile } from "../../source-file.ts";
import { addUse, emptyFacts, type NugetFacts } from "./facts.ts";
import { readLockFile } from "./lock.ts";
import { readMsbuild } from "./read-msbuild.ts";

export type FileKind = "msbuild" | "packages_config" | "nuspec" | "tools" | "global" | "lock";

/** Reads the facts of a file. Throws SyntaxProblem. */
export function read(file: SourceFile, kind: FileKind | undefined): NugetFacts {
  switch (kind) {
    case "tools":
      return readTools(file);
    case "global":
      return readGlobal(file);
    case "lock":
      return { ...emptyFacts(), lock: readLockFile(file) };
    case "packages_config":
      return readPackagesConfig(expectRoot(file.xml(), "packages"));
    case "nuspec":
      return readNuspec(expectRoot(file.xml(), "package"));
    case "msbuild":
      return readMsbuild(expectRoot(file.xml(), "Project"));
    case undefined:
    default:
      return emptyFacts();
  }
}

function expectRoot(root: XmlElement, name: string): XmlElement {
  if (root.name !== name) throw new SyntaxProblem(`Expected <${name}> as the root element.`, root.line);
  return root;
}

function readPackagesConfig(root: XmlElement): NugetFacts {
  const facts = emptyFacts();
  for (const { line, attributes } of elementsAt(root, "package")) {
    addUse(facts, {
      rule: "packages_config",
      line,
      id: attributes["id"] ?? "",
      version: attributes["version"] ?? null,
      isPrivate: attributes["developmentDependency"]?.toLowerCase() === "true",
    });
  }
  return facts;
}

function readNuspec(root: XmlElement): NugetFacts {
  const facts = emptyFacts();
  const id = elementAt(root, "metadata", "id");
  const version = elementAt(root, "metadata", "version")?.text || null;
  if (id?.text) facts.nuspec = { id: id.text, version, line: id.line };
  const dependencies = elementsAt(root, "metadata", "dependencies");
  const groups = dependencies.flatMap((each) => elementsAt(each, "group"));
  for (const { line, attributes } of [...dependencies, ...groups].flatMap((each) =>
    elementsAt(each, "dependency"),
  )) {
    addUse(facts, {
      rule: "nuspec_dependency",
      line,
      id: attributes["id"] ?? "",
      version: attributes["version"] ?? null,
    });
  }
  return facts;
}

function readTools(file: SourceFile): NugetFacts {
  const facts = emptyFacts();
  for (const { key, line, value } of entriesOf(at(file.json(), "tools"))) {
    addUse(facts, { rule: "tool", line, id: key, version: textOf(at(value, "version")) ?? null });
  }
  return facts;
}

function readGlobal(file: SourceFile): NugetFacts {
  const facts = emptyFacts();
  for (const { key, line, value } of entriesOf(at(file.json(), "msbuild-sdks"))) {
    addUse(facts, { rule: "sdk", line, id: key, version: textOf(value) ?? null });
  }
  return facts;
}
