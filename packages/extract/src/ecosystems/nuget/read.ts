import { at, entriesOf, textOf } from "../../document/node.ts";
import { elementAt, elementsAt, type XmlElement } from "../../document/xml.ts";
import { SyntaxProblem } from "../../ecosystem.ts";
import type { SourceFile } from "../../source-file.ts";
import { addUse, emptyFacts, type NugetFacts } from "./facts.ts";
import { readMsbuild } from "./read-msbuild.ts";

export const PROJECT = /\.(?:cs|fs|vb)proj$/i;
/** Files that projects import, and projects of other tools such as `.sqlproj`, which are not announced. */
const OTHER = /\.(?:props|targets|[a-z]*proj)$/i;
const MSBUILD_ROOT = /<Project[\s>]/;
const PACKAGES_CONFIG = /(?:^|\/)packages(?:\.[^/]+)?\.config$/i;
const NUSPEC = /\.nuspec$/i;
const TOOLS = /(?:^|\/)dotnet-tools\.json$/;
const GLOBAL = /(?:^|\/)global\.json$/;

export const claims = ({ path, text }: { path: string; text: string }): boolean =>
  PROJECT.test(path) ||
  (OTHER.test(path) && MSBUILD_ROOT.test(text)) ||
  PACKAGES_CONFIG.test(path) ||
  NUSPEC.test(path) ||
  TOOLS.test(path) ||
  (GLOBAL.test(path) && text.includes('"msbuild-sdks"'));

/** Reads the facts of a file. Throws SyntaxProblem. */
export function read(file: SourceFile): NugetFacts {
  const { path } = file;
  if (TOOLS.test(path)) return readTools(file);
  if (GLOBAL.test(path)) return readGlobal(file);
  if (PACKAGES_CONFIG.test(path)) return readPackagesConfig(expectRoot(file.xml(), "packages"));
  if (NUSPEC.test(path)) return readNuspec(expectRoot(file.xml(), "package"));
  return readMsbuild(expectRoot(file.xml(), "Project"));
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
