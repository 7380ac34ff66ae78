import { elementAt, type XmlElement } from "../../document/xml.ts";
import { addUse, emptyFacts, type NugetFacts, type Use, type UseRule } from "./facts.ts";

const ITEMS: ReadonlyMap<string, UseRule> = new Map([
  ["PackageReference", "package_reference"],
  ["PackageVersion", "package_version"],
  ["GlobalPackageReference", "global_package_reference"],
  ["PackageDownload", "package_download"],
  ["DotNetCliToolReference", "cli_tool_reference"],
]);

/** Reads the facts of a project or of a file that projects import. */
export function readMsbuild(root: XmlElement): NugetFacts {
  const facts = { ...emptyFacts(), line: root.line, sdk: root.attributes["Sdk"] ?? "" };
  for (const sdk of facts.sdk.split(";")) {
    const [id = "", version = null] = sdk.trim().split("/");
    // An SDK without a version comes with .NET, or global.json sets its version.
    if (version !== null) addUse(facts, { rule: "sdk", line: root.line, id, version });
  }
  for (const child of root.children) readElement(facts, child, false);
  return facts;
}

/** Conditions that select test projects. */
const FOR_TESTS = /\$\((?:Is\w*Test\w*)\)'?\s*==\s*'?true|(?:EndsWith|Contains)\(['"`]\.?\w*Tests?['"`]\)/i;

const isForTests = ({ attributes }: XmlElement): boolean => FOR_TESTS.test(attributes["Condition"] ?? "");

/** Reads elements below conditions as well: conditions are not evaluated. */
function readElement(
  facts: NugetFacts,
  element: XmlElement,
  isWithinCondition: boolean,
  isWithinTests = false,
): void {
  const { name, attributes, children, line } = element;
  const isConditional = isWithinCondition || "Condition" in attributes || name === "Otherwise";
  const isTest = isWithinTests || isForTests(element);
  const rule = ITEMS.get(name);
  if (rule !== undefined) {
    readItem(facts, rule, element, { isConditional, isForTests: isTest });
  } else if (name === "ProjectReference") {
    for (const path of (attributes["Include"] ?? "").split(";"))
      if (path.trim() !== "") facts.projects.push({ path: path.trim(), isForTests: isTest });
  } else if (name === "PropertyGroup") {
    for (const property of children) {
      facts.properties.push({
        name: property.name.toLowerCase(),
        value: property.text,
        isConditional: isConditional || "Condition" in property.attributes,
        isDefault: !isWithinCondition && isDefault(property, element),
      });
    }
  } else if (name === "Import") {
    if (attributes["Project"] && !attributes["Sdk"]) facts.imports.push(attributes["Project"]);
  } else if (name === "Sdk") {
    const [id, version] = [attributes["Name"], attributes["Version"]];
    if (id !== undefined && version !== undefined) addUse(facts, { rule: "sdk", line, id, version });
    if (id !== undefined && facts.sdk === "") facts.sdk = id;
  } else {
    for (const child of children) readElement(facts, child, isConditional, isTest);
  }
}

/** Whether the only condition on property X, or on its group, is `'$(X)' == ''`. */
function isDefault({ name, attributes }: XmlElement, group: XmlElement): boolean {
  const conditions = [group.attributes["Condition"], attributes["Condition"]].filter(
    (each) => each !== undefined,
  );
  const unset = `'$(${name})'==''`.toLowerCase();
  return (
    conditions.length > 0 && conditions.every((each) => each.replaceAll(/\s/g, "").toLowerCase() === unset)
  );
}

function readItem(
  facts: NugetFacts,
  rule: UseRule,
  element: XmlElement,
  conditions: Pick<Use, "isConditional" | "isForTests">,
): void {
  const { attributes, line } = element;
  const names = attributes["Include"] ?? attributes["Update"];
  if (names === undefined) return;
  const version =
    metadata(element, "VersionOverride") ?? metadata(element, "Version") ?? metadata(element, "version");
  const isUpdate = attributes["Include"] === undefined;
  const isPrivate = metadata(element, "PrivateAssets")?.trim().toLowerCase() === "all";
  for (const id of names.split(";").map((each) => each.trim())) {
    if (id !== "") addUse(facts, { rule, line, id, version, isUpdate, isPrivate, ...conditions });
  }
}

/** Returns the metadata of an item, which is an attribute or a child element. */
const metadata = (element: XmlElement, name: string): string | null =>
  element.attributes[name] ?? elementAt(element, name)?.text ?? null;
